import { useEffect, useLayoutEffect, useRef } from "react";
import { readStored, writeStored } from "./browser-storage.ts";
import { currentSession, onSessionEnd } from "./session.ts";
import { savedInputKey } from "./typed.ts";

/** The input of a page's forms when the session ended: by the form's name, for one member and one address. */
type SavedInput = { owner: string; path: string; at: number; forms: Record<string, unknown> };

const savedForMs = 3_600_000;

function read(owner: string): SavedInput | null {
  const kept = readStored<SavedInput>("session", savedInputKey);
  const mine = kept?.owner === owner && kept.path === location.pathname && Date.now() - kept.at < savedForMs;
  return mine ? kept : null;
}

/** When storage is full or blocked the input is lost, but not the way back. */
function write(kept: SavedInput): void {
  writeStored("session", savedInputKey, Object.keys(kept.forms).length === 0 ? null : kept);
}

/** Whether each form on the page has input that leaving the page would lose. */
const questions = new Set<() => boolean>();

/** True while something is typed on this page that neither a draft nor the server keeps. */
export function hasUnsavedInput(): boolean {
  return [...questions].some((unsaved) => unsaved());
}

/**
 * Saves the input of a form when the session ends, and restores it when the same member opens the same page again in
 * this tab (decision 50). `current` returns the input to save, or null when nothing was typed. `name` distinguishes the
 * forms of a page. Passwords must not be included. `unsaved` says whether leaving the page loses it, which is asked about
 * first: not what is kept as a draft, and not what was just sent.
 */
export function useSavedInput<T>(
  name: string,
  current: () => T | null,
  restore: (kept: T) => void,
  unsaved: () => boolean = () => current() !== null,
): void {
  const latest = useRef({ current, restore, unsaved });
  latest.current = { current, restore, unsaved };
  // With the commit that removes the form, or a quick step back would still be asked about.
  useLayoutEffect(() => {
    const question = () => latest.current.unsaved();
    questions.add(question);
    return () => {
      questions.delete(question);
    };
  }, []);
  useEffect(() => {
    const owner = currentSession()?.email;
    const kept = owner ? read(owner) : null;
    if (kept && name in kept.forms) {
      const { [name]: mine, ...others } = kept.forms;
      // The form of this name stored it, with the same `current`.
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
