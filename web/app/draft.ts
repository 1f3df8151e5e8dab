import { readStored, writeStored } from "./browser-storage.ts";
import { freshKey } from "./request-keys.ts";
import { currentSession } from "./session.ts";
import { draftKey } from "./typed.ts";

/**
 * What a member has typed and not sent yet, kept in this browser under their name until it is sent or discarded, or they
 * log out. `name` says what is being written: "proposal", "invoice 12". Nothing is kept where storage is full or blocked.
 */
export function draftOf<T>(name: string) {
  const key = (what = name) => {
    const session = currentSession();
    return session && draftKey(what, session.email);
  };
  let request: string | null = null;
  const storedRequest = () => {
    const place = key(`${name} request`);
    return place === null ? null : readStored<string>("local", place);
  };
  return {
    read: () => {
      const place = key();
      request ??= storedRequest();
      return place === null ? null : readStored<T>("local", place);
    },
    /** Null deletes it. A page that is still open after its member has logged out writes nothing. */
    write: (typed: T | null) => {
      const [place, requestPlace] = [key(), key(`${name} request`)];
      if (!place || !requestPlace) return;
      request = typed === null ? null : (request ?? storedRequest() ?? freshKey());
      writeStored("local", place, typed);
      writeStored("local", requestPlace, request);
    },
    /**
     * For `call`: every tab that shows this draft has the same, so that what two of them send is one request. Null while
     * nothing is kept.
     */
    request: () => request,
  };
}
