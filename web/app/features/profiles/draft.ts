import { product } from "@plumbline/contract/product.ts";
import { readStored, writeStored } from "../../browser-storage.ts";
import { currentSession } from "../../session.ts";

/** A profile that is being written is stored in this browser, per member, until it is saved. */
const key = () => `${product.toLowerCase()}.profile.${currentSession()?.email ?? ""}`;

/** The stored input, over the form's initial values. */
export function withDraft<T extends object>(start: T): T {
  return { ...start, ...readStored<Partial<T>>("local", key()) };
}

export function saveDraft(values: object) {
  writeStored("local", key(), values);
}

export function deleteDraft() {
  writeStored("local", key(), null);
}
