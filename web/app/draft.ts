import { product } from "@plumbline/contract/product.ts";
import { readStored, writeStored } from "./browser-storage.ts";
import { currentSession } from "./session.ts";

/**
 * What a member has typed and not sent yet, kept in this browser under their name until it is sent or discarded. `name`
 * says what is being written: "proposal", "invoice 12". Nothing is kept where storage is full or blocked.
 */
export function draftOf<T>(name: string) {
  const key = () => `${product.toLowerCase()}.${name}.${currentSession()?.email ?? ""}`;
  return {
    read: () => readStored<T>("local", key()),
    /** Null deletes it. */
    write: (typed: T | null) => writeStored("local", key(), typed),
  };
}
