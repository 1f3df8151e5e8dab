import { product } from "@plumbline/contract/product.ts";
import { readStored, writeStored } from "../../browser-storage.ts";
import { currentSession } from "../../session.ts";
import { type Details, nothing, type Terms } from "./proposal-values.ts";

type ProposalDraft = { details: Details; terms: Terms };

/** The draft of a proposal is stored in this browser, per member, until it is sent or discarded. */
const key = () => `${product.toLowerCase()}.proposal.${currentSession()?.email ?? ""}`;

export function savedDraft(): ProposalDraft | null {
  const draft = readStored<ProposalDraft>("local", key());
  return draft && { details: { ...nothing.details, ...draft.details }, terms: { ...nothing.terms, ...draft.terms } };
}

export function saveDraft(draft: ProposalDraft) {
  writeStored("local", key(), JSON.stringify(draft) === JSON.stringify(nothing) ? null : draft);
}

export function deleteDraft() {
  writeStored("local", key(), null);
}
