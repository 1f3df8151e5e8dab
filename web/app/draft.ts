import { readStored, writeStored } from "./browser-storage.ts";
import { freshKey, keyIn } from "./request-keys.ts";
import { currentSession } from "./session.ts";
import { draftKey } from "./typed.ts";

/** How many new proposals, or new invoices, are kept beside each other: one for each tab in which one is written. */
export const mostNewDrafts = 9;

/**
 * What a member has typed and not sent yet, kept in this browser under their name until it is sent or discarded, or they
 * log out. `name` says what is being written: "proposal", "invoice 12". Of what there may be several at once, a new proposal
 * in each of two tabs, up to `most` are kept: a tab replaces and removes what it has read or written itself, and leaves the
 * others'. Nothing is kept where storage is full or blocked, and what `isDraft` does not take for one is none.
 */
export function draftOf<T extends object>(name: string, isDraft: (stored: unknown) => stored is T, most = 1) {
  let request: string | null = null;
  /** What this tab has read or written last, to find it again. */
  let mine: string | null = null;
  const places = (session = currentSession()) =>
    Array.from({ length: session ? most : 0 }, (_, place) => {
      const key = draftKey(name + (place || ""), session?.email ?? "");
      const stored = readStored("local", key);
      return { key, kept: isDraft(stored) ? stored : null };
    });
  const isMine = ({ kept }: { kept: T | null }) => most === 1 || JSON.stringify(kept) === mine;
  const read = (): T | null => {
    const kept = places().find((place) => (mine ? isMine(place) : place.kept))?.kept ?? null;
    request ??= kept && "request" in kept ? keyIn(kept.request) : null;
    mine ??= kept && JSON.stringify(kept);
    return kept;
  };
  return {
    read,
    /** Null deletes it. A page that is still open after its member has logged out writes nothing. */
    write: (typed: T | null) => {
      const all = places();
      const place = all.find(isMine) ?? (typed && all.find(({ kept }) => !kept));
      request = typed && (request ?? freshKey());
      const kept = typed && { ...typed, request };
      mine = kept && JSON.stringify(kept);
      if (place) writeStored("local", place.key, kept);
    },
    /**
     * For `call`: every tab that shows this draft has the same, so that what two of them send is one request. Null while
     * nothing is kept.
     */
    request: () => request,
  };
}
