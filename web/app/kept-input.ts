import { product } from "@plumbline/contract/product.ts";
import { useEffect, useRef } from "react";
import { currentSession, onSessionEnd } from "./session.ts";

/** What stood in a page's forms when the session ended there: by the form's name, for one member and one address. */
type Kept = { owner: string; path: string; at: number; forms: Record<string, unknown> };

const key = `${product.toLowerCase()}.kept-input`;
const keptForMs = 3_600_000;

function read(owner: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    const mine = kept?.owner === owner && kept.path === location.pathname && Date.now() - kept.at < keptForMs;
    return mine ? kept : null;
  } catch {
    return null;
  }
}

function write(kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden store costs what was typed, not the way back.
  }
}

/**
 * Keeps what is typed into a form when the session ends under it, and gives it back when the same member opens the same
 * page again in this tab (decision 50). `current` answers what to keep, or null when nothing was typed. `name` tells the
 * forms of a page apart. Passwords must not be handed in.
 */
export function useKeptInput<T>(name: string, current: () => T | null, restore: (kept: T) => void): void {
  const latest = useRef({ current, restore });
  latest.current = { current, restore };
  useEffect(() => {
    const owner = currentSession()?.email;
    const kept = owner ? read(owner) : null;
    if (kept && name in kept.forms) {
      const { [name]: mine, ...others } = kept.forms;
      latest.current.restore(mine as T);
      write({ ...kept, forms: others });
    }
    return onSessionEnd((session) => {
      const value = latest.current.current();
      if (value === null) return;
      const before = read(session.email);
      write({
        owner: session.email,
        path: location.pathname,
        at: Date.now(),
        forms: { ...before?.forms, [name]: value },
      });
    });
  }, [name]);
}
