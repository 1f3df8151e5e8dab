import { product } from "@plumbline/contract/product.ts";
import { storedFields, writeStored } from "./browser-storage.ts";

/**
 * The page that somebody wanted when they had to sign in (decision 50). Stored in this tab for an hour; `owner` is the
 * e-mail address of whose session has ended, null for a visitor who had none. The public script reads it, too.
 */
export type ReturnTo = { path: string; owner: string | null; at: number };

const returnKey = `${product.toLowerCase()}.return-to`;
const rememberedForMs = 3_600_000;

/** Remembers an address of this site, as path and query. */
export function rememberReturn(path: string, owner: string | null = null): void {
  const before = pendingReturn();
  const known = owner ?? (before?.path === path ? before.owner : null);
  const value: ReturnTo = { path, owner: known, at: Date.now() };
  // Without storage, signing in leads to the member's home.
  writeStored("session", returnKey, value);
}

/** The remembered address, or null when there is none, it is too old, or it is not an address of this site. */
export function pendingReturn(): ReturnTo | null {
  const { path, owner, at } = storedFields("session", returnKey);
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path)) return null;
  if (typeof at !== "number" || Date.now() - at > rememberedForMs) return null;
  return { path, owner: typeof owner === "string" ? owner : null, at };
}

export function clearReturn(): void {
  writeStored("session", returnKey, null);
}

/**
 * Returns the path that is remembered for `email`, who has signed in, and forgets it. Null when there is none, and for
 * somebody else than whose session ended: on a shared computer they asked for no such page.
 */
export function takeReturn(email: string): string | null {
  const pending = pendingReturn();
  clearReturn();
  return pending && (pending.owner ?? email) === email ? pending.path : null;
}
