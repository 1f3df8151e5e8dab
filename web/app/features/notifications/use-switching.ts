import { changePreferences, readPreferences } from "@plumbline/contract/notifications/contract.ts";
import { type Preferences, type PreferencesChange, withChange } from "@plumbline/contract/notifications/rules.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure, isPassing } from "../../failure.ts";

/**
 * Switches that save themselves: a switch moves at once, is saved after the ones before it, and moves back on failure.
 * Only the moved switch is sent, so another tab's changes stay; they arrive with the page's loader.
 */
export function useSwitching(loaded: Preferences) {
  const [saved, setSaved] = useState(loaded);
  const [moving, setMoving] = useState<readonly PreferencesChange[]>([]);
  const [failed, setFailed] = useState<{ at: string; failure: Failure } | null>(null);
  const [anySaved, setAnySaved] = useState(false);
  const queue = useRef(Promise.resolve());
  useEffect(() => setSaved(loaded), [loaded]);

  const move = (at: string, change: PreferencesChange) => {
    setMoving((before) => [...before, change]);
    setFailed(null);
    queue.current = queue.current
      .then(async () => {
        setSaved(await call(changePreferences, { body: change }));
        setAnySaved(true);
      })
      .catch(async (error) => {
        const failure = asFailure(error);
        // It may have been saved although no answer came.
        const read = isPassing(failure.status) ? await call(readPreferences, {}).catch(() => null) : null;
        if (read) setSaved(read);
        if (read && isSame(withChange(read, change), withChange(read, {}))) setAnySaved(true);
        else setFailed({ at, failure });
      })
      .finally(() => setMoving((before) => before.filter((each) => each !== change)));
  };
  const saying = moving.length > 0 ? "Saving…" : failed ? "Not saved" : anySaved ? "Saved" : "";
  return { preferences: moving.reduce(withChange, saved), failed, saying, move };
}

export type Switching = ReturnType<typeof useSwitching>;

const isSame = (one: Preferences, other: Preferences) => JSON.stringify(one) === JSON.stringify(other);
