import { product } from "@plumbline/contract/product.ts";
import { readStored, storedFields, storedKeys, writeStored } from "./browser-storage.ts";

/*
 * Where this browser keeps what somebody has typed and not sent yet, always with the e-mail address of whose it is:
 * drafts of forms in local storage, unsent messages and the input of a page whose session ended in this tab's session
 * storage. Logging out removes all of it; a session that ends by itself removes nothing.
 */

const prefix = `${product.toLowerCase()}.`;
export const outboxKey = `${prefix}outbox`;
export const savedInputKey = `${prefix}kept-input`;
const ownedKeys = [outboxKey, savedInputKey];

/** The key of a draft in local storage. A name contains no dot, so that the address can be told from it. */
export const draftKey = (name: string, owner: string): string => `${prefix}${name}.${owner}`;

function draftsOf(owner: string): { key: string; name: string }[] {
  return storedKeys("local").flatMap((key) => {
    const name = key.slice(prefix.length).split(".", 1)[0] ?? "";
    return key === draftKey(name, owner) ? [{ key, name }] : [];
  });
}

const isOf = (owner: string) => (key: string) => storedFields("session", key)["owner"] === owner;

/** Whether something that `owner` typed in this browser is not sent yet; what other tabs have of messages is not seen. */
export const hasTyped = (owner: string): boolean => draftsOf(owner).length > 0 || ownedKeys.some(isOf(owner));

export function removeTyped(owner: string): void {
  for (const { key } of draftsOf(owner)) writeStored("local", key, null);
  for (const key of ownedKeys.filter(isOf(owner))) writeStored("session", key, null);
}

/** What somebody typed stays theirs when their address changes. */
export function moveTyped(before: string, now: string): void {
  for (const { key, name } of draftsOf(before)) {
    writeStored("local", draftKey(name, now), readStored("local", key));
    writeStored("local", key, null);
  }
  for (const key of ownedKeys.filter(isOf(before)))
    writeStored("session", key, { ...storedFields("session", key), owner: now });
}
