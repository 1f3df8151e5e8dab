import { product } from "@plumbline/contract/product.ts";
import { readStored, writeStored } from "./browser-storage.ts";

/**
 * The page that somebody wanted when they had to sign in (decision 50). Stored in this tab for an hour; `ended`
 * distinguishes a session that has ended from a visitor who had none. The public script reads it, too.
 */
export type ReturnTo = { path: string; ended: boolean; at: number };

const returnKey = `${product.toLowerCase()}.return-to`;
const rememberedForMs = 3_600_000;

/** Remembers an address of this site, as path and query. */
export function rememberReturn(path: string, { ended = false } = {}): void {
  const before = pendingReturn();
  const value: ReturnTo = { path, ended: ended || (before?.path === path && before.ended), at: Date.now() };
  // Without storage, signing in leads to the member's home.
  writeStored("session", returnKey, value);
}

/** The remembered address, or null when there is none, it is too old, or it is not an address of this site. */
export function pendingReturn(): ReturnTo | null {
  const value = readStored<ReturnTo>("session", returnKey);
  if (!value || !/^\/(?![/\\])/.test(value.path) || Date.now() - value.at > rememberedForMs) return null;
  return value;
}

export function clearReturn(): void {
  writeStored("session", returnKey, null);
}

/** Returns the remembered path and forgets it; null when there is none. */
export function takeReturn(): string | null {
  const path = pendingReturn()?.path ?? null;
  clearReturn();
  return path;
}
