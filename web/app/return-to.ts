import { product } from "@plumbline/contract/product.ts";

/**
 * Where somebody was going when they had to sign in (decision 50). Kept in this tab for an hour; `ended` tells a session
 * that ran out or was found bad from one that never was. shell/visit.js and shell/forms.js read it too.
 */
export type ReturnTo = { path: string; ended: boolean; at: number };

export const returnKey = `${product.toLowerCase()}.return-to`;
const keptForMs = 3_600_000;

/** Remembers an address of ours, as path and query. */
export function rememberReturn(path: string, { ended = false } = {}): void {
  const before = pendingReturn();
  const value: ReturnTo = { path, ended: ended || (before?.path === path && before.ended), at: Date.now() };
  try {
    sessionStorage.setItem(returnKey, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing signs in to the member's home instead.
  }
}

/** What was remembered, or null: nothing, too old, or none of our addresses. */
export function pendingReturn(): ReturnTo | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(returnKey) ?? "null") as ReturnTo | null;
    if (!value || !/^\/(?![/\\])/.test(value.path) || Date.now() - value.at > keptForMs) return null;
    return value;
  } catch {
    return null;
  }
}

export function forgetReturn(): void {
  try {
    sessionStorage.removeItem(returnKey);
  } catch {
    // Nothing was kept then.
  }
}
