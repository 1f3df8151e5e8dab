import { useEffect, useLayoutEffect, useRef } from "react";
import { storedFields, writeStored } from "./browser-storage.ts";
import { isRecord } from "./is-record.ts";
import { currentSession, onSessionEnd } from "./session.ts";
import { savedInputKey } from "./typed.ts";

/** The input of a page's forms when the session ended: by the form's name, for one member and one address. */
type SavedInput = { owner: string; path: string; at: number; forms: Record<string, unknown> };

const savedForMs = 3_600_000;

/** What is kept for a member at this address. */
export function savedInput(owner: string): SavedInput | null {
  const { owner: whose, path, at, forms } = storedFields("session", savedInputKey);
  if (whose !== owner || path !== location.pathname || typeof at !== "number" || !isRecord(forms)) return null;
  return Date.now() - at < savedForMs ? { owner, path, at, forms } : null;
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

const uploads = new Set<symbol>();

/** Whether a file is on its way that leaving this page would lose. */
export const isUploading = (): boolean => uploads.size > 0;

/** Says that a file is on its way to this page, until what it returns is called. */
export function beginUploading(): () => void {
  const upload = Symbol("upload");
  uploads.add(upload);
  return () => void uploads.delete(upload);
}

/**
 * Saves the input of a form when the session ends, and restores it when the same member opens the same page again in this
 * tab (decision 50). `current` returns the input to save, or null when nothing was typed; `restore` gets what is stored, which
 * may be anything. `name` distinguishes the forms of a page. Passwords must not be included. `unsaved` says whether leaving the
 * page loses it, which is asked about first: not what is kept as a draft, and not what was just sent.
 */
export function useSavedInput(
  name: string,
  current: () => unknown,
  restore: (kept: unknown) => void,
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
    const kept = owner ? savedInput(owner) : null;
    if (kept && name in kept.forms) {
      const { [name]: mine, ...others } = kept.forms;
      latest.current.restore(mine);
      write({ ...kept, forms: others });
    }
    return onSessionEnd((session) => {
      const value = latest.current.current();
      if (value === null) return;
      const before = savedInput(session.email);
      write({
        owner: session.email,
        path: location.pathname,
        at: Date.now(),
        forms: { ...before?.forms, [name]: value },
      });
    });
  }, [name]);
}
