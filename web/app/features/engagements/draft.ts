import { dayOf } from "@plumbline/contract/dates.ts";
import { draftOf, mostNewDrafts } from "../../draft.ts";
import { fieldsLike, isLike } from "../../is-like.ts";
import { type Details, nothing, type Terms } from "./proposal-values.ts";

export type ProposalDraft = { details: Details; terms: Terms };

const isDraft = (stored: unknown): stored is ProposalDraft => isLike({ details: {}, terms: {} }, stored);
const like = <T extends object>(empty: T, stored: T): T => ({ ...empty, ...fieldsLike(empty, stored) });

/** The draft of a new proposal, or of the change of one that came back; a later version begins with no draft. */
export function proposalDraft(changed?: { id: number; version: number }) {
  const name = changed ? `proposal ${changed.id} ${changed.version}` : "proposal";
  const kept = draftOf<ProposalDraft>(name, isDraft, changed ? 1 : mostNewDrafts);
  return {
    read(): ProposalDraft | null {
      const draft = kept.read();
      if (!draft) return null;
      const details = like(nothing.details, draft.details);
      return {
        details: { ...details, start_date: dayOf(`${details.start_date}`), end_date: dayOf(`${details.end_date}`) },
        terms: like(nothing.terms, draft.terms),
      };
    },
    /** Keeps what differs from the start; the start itself is no draft. */
    write(values: ProposalDraft, start: ProposalDraft): void {
      kept.write(JSON.stringify(values) === JSON.stringify(start) ? null : values);
    },
    remove: () => kept.write(null),
    request: kept.request,
    /** What the change was begun on, whatever a live update brings. */
    version: changed?.version,
  };
}
