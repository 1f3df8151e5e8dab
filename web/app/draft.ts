import { readStored, writeStored } from "./browser-storage.ts";
import { freshKey } from "./request-keys.ts";
import { currentSession } from "./session.ts";
import { draftKey } from "./typed.ts";

/**
 * What a member has typed and not sent yet, kept in this browser under their name until it is sent or discarded, or they
 * log out. `name` says what is being written: "proposal", "invoice 12". Nothing is kept where storage is full or blocked.
 */
export function draftOf<T extends object>(name: string) {
  const key = () => {
    const session = currentSession();
    return session && draftKey(name, session.email);
  };
  let request: string | null = null;
  const read = () => {
    const place = key();
    const kept = place === null ? null : readStored<T & { request?: string }>("local", place);
    request ??= kept?.request ?? null;
    return kept;
  };
  return {
    read,
    /** Null deletes it. A page that is still open after its member has logged out writes nothing. */
    write: (typed: T | null) => {
      const place = key();
      if (!place) return;
      if (!request) read();
      request = typed && (request ?? freshKey());
      writeStored("local", place, typed && { ...typed, request });
    },
    /**
     * For `call`: every tab that shows this draft has the same, so that what two of them send is one request. Null while
     * nothing is kept.
     */
    request: () => request,
  };
}
