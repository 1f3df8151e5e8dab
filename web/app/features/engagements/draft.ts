import { product } from "@plumbline/contract/product.ts";
import { currentSession } from "../../session.ts";
import { type Details, nothing, type Terms } from "./proposal-values.ts";

type Draft = { details: Details; terms: Terms };

/** A proposal that is being written stays in this browser, per member, until it is sent or thrown away. */
const key = () => `${product.toLowerCase()}.proposal.${currentSession()?.email ?? ""}`;

export function savedDraft(): Draft | null {
  try {
    const text = localStorage.getItem(key());
    if (!text) return null;
    const { details, terms } = JSON.parse(text) as Draft;
    return { details: { ...nothing.details, ...details }, terms: { ...nothing.terms, ...terms } };
  } catch {
    return null;
  }
}

export function saveDraft(draft: Draft) {
  if (JSON.stringify(draft) === JSON.stringify(nothing)) return forgetDraft();
  try {
    localStorage.setItem(key(), JSON.stringify(draft));
  } catch {
    // A full or forbidden store costs the draft, not the proposal.
  }
}

export function forgetDraft() {
  localStorage.removeItem(key());
}
