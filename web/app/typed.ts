import { product } from "@plumbline/contract/product.ts";
import { readStored, storedFields, storedKeys, writeStored } from "./browser-storage.ts";

/*
 * Where this browser keeps what somebody has typed and not sent yet, always with the e-mail address of whose it is:
 * drafts of forms and unsent messages in local storage, the input of a page whose session ended in this tab's session
 * storage. Logging out removes all of it; a session that ends by itself removes nothing.
 */

const prefix = `${product.toLowerCase()}.`;
export const savedInputKey = `${prefix}kept-input`;

/** The key of a draft in local storage. A name contains no dot, so that the address can be told from it. */
export const draftKey = (name: string, owner: string): string => `${prefix}${name}.${owner}`;

/** The name in a key of `owner`'s in local storage; null for any other key. */
export function draftName(key: string, owner: string): string | null {
  const name = key.slice(prefix.length).split(".", 1)[0] ?? "";
  return key === draftKey(name, owner) ? name : null;
}

/** All that somebody has in local storage, by name. */
export function draftsOf(owner: string): { key: string; name: string }[] {
  return storedKeys("local").flatMap((key) => {
    const name = draftName(key, owner);
    return name === null ? [] : [{ key, name }];
  });
}

const isInputOf = (owner: string) => storedFields("session", savedInputKey)["owner"] === owner;

/** Whether something that `owner` typed in this browser is not sent yet. */
export const hasTyped = (owner: string): boolean => draftsOf(owner).length > 0 || isInputOf(owner);

export function removeTyped(owner: string): void {
  for (const { key } of draftsOf(owner)) writeStored("local", key, null);
  if (isInputOf(owner)) writeStored("session", savedInputKey, null);
}

/** What somebody typed stays theirs when their address changes. */
export function moveTyped(before: string, now: string): void {
  for (const { key, name } of draftsOf(before)) {
    writeStored("local", draftKey(name, now), readStored("local", key));
    writeStored("local", key, null);
  }
  if (isInputOf(before))
    writeStored("session", savedInputKey, { ...storedFields("session", savedInputKey), owner: now });
}
