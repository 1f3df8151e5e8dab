import { readStored, writeStored } from "./browser-storage.ts";
import { currentSession } from "./session.ts";
import { draftKey } from "./typed.ts";

/**
 * What a member has typed and not sent yet, kept in this browser under their name until it is sent or discarded, or they
 * log out. `name` says what is being written: "proposal", "invoice 12". Nothing is kept where storage is full or blocked.
 */
export function draftOf<T>(name: string) {
  const key = () => {
    const session = currentSession();
    return session && draftKey(name, session.email);
  };
  return {
    read: () => {
      const place = key();
      return place === null ? null : readStored<T>("local", place);
    },
    /** Null deletes it. A page that is still open after its member has logged out writes nothing. */
    write: (typed: T | null) => {
      const place = key();
      if (place) writeStored("local", place, typed);
    },
  };
}
