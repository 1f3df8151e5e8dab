import { type Action, actions, statuses } from "@plumbline/contract/engagements/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The status after the action, and the actor's message to the other party. */
const move = { status: z.enum(statuses), message: z.string().optional() };

/** The events of engagements. An answer to a review is recorded too, though it is not a transition. */
export const engagementEvents = eventKinds("engagement", {
  "engagement.proposed": move,
  "engagement.accepted": move,
  "engagement.rejected": move,
  "engagement.edit_suggested": move,
  /** `changes`: the differences to the previous version, as the timeline shows them. */
  "engagement.proposed_again": {
    ...move,
    changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })).default([]),
  },
  "engagement.started": move,
  "engagement.completed": move,
  "engagement.review_asked": move,
  "engagement.reviewed": { ...move, reviewId: z.number() },
  "engagement.review_answered": { status: z.enum(statuses), reviewId: z.number() },
});

/** The kind of event that records each action. */
export const kindOfAction = {
  create: "engagement.proposed",
  accept: "engagement.accepted",
  reject: "engagement.rejected",
  suggest_edit: "engagement.edit_suggested",
  update: "engagement.proposed_again",
  start: "engagement.started",
  complete: "engagement.completed",
  ask_for_review: "engagement.review_asked",
  review: "engagement.reviewed",
} as const satisfies Record<Action, EngagementEventKind>;

export type EngagementEventKind = keyof typeof engagementEvents;
export const isEngagementEvent = (kind: string): kind is EngagementEventKind => Object.hasOwn(engagementEvents, kind);

const actionsByKind: ReadonlyMap<EngagementEventKind, Action> = new Map(
  actions.map((action) => [kindOfAction[action], action]),
);

/** The action that the timeline of a response names for a kind of event; only the answer to a review is recorded by none. */
export const actionOf = (kind: EngagementEventKind): Action | "answer" => actionsByKind.get(kind) ?? "answer";
