import { product } from "@plumbline/contract/product.ts";
import { currentSession } from "../../session.ts";

/** A profile that is being written stays in this browser, per member, until it is saved. */
const key = () => `${product.toLowerCase()}.profile.${currentSession()?.email ?? ""}`;

/** What was typed before, over what the form starts with. */
export function withDraft<T extends object>(start: T): T {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "{}") as Partial<T>;
    return { ...start, ...kept };
  } catch {
    return start;
  }
}

export function keepDraft(values: object) {
  try {
    localStorage.setItem(key(), JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft, not the profile.
  }
}

export function forgetDraft() {
  localStorage.removeItem(key());
}
