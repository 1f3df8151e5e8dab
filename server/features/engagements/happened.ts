import type { Action } from "@plumbline/contract/engagements/rules.ts";

/** What the event log calls each move of an engagement. */
export const happened = {
  create: "engagement.proposed",
  accept: "engagement.accepted",
  reject: "engagement.rejected",
  suggest_edit: "engagement.edit_suggested",
  update: "engagement.proposed_again",
  start: "engagement.started",
  complete: "engagement.completed",
  ask_for_review: "engagement.review_asked",
  review: "engagement.reviewed",
} as const satisfies Record<Action, string>;

/** An advisor's answer to a review moves nothing, but belongs in the story. */
export const answered = "engagement.review_answered";

/** The wire's word for a kind of event; undefined for kinds that are no part of the story. */
export const actionOf: Partial<Record<string, Action | "answer">> = {
  ...Object.fromEntries(Object.entries(happened).map(([action, kind]) => [kind, action])),
  [answered]: "answer",
};
