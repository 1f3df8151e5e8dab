import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import type { EventKind } from "../../events.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { findEngagement } from "../engagements/store.ts";
import { daysOfInvoice } from "../invoices/figures-store.ts";
import { findInvoice } from "../invoices/store.ts";
import { daysOfMembership } from "../membership/days-store.ts";
import { countMembers } from "./counting.ts";
import { markWeeks } from "./counting-store.ts";

type About = { subjectId: number; createdAt: Date };

const all = (kinds: readonly EventKind[], handle: (context: AppContext, event: About) => Promise<void>) =>
  kinds.map((kind): EventHandler => onEvent(kind, handle));

/**
 * Keeps the figures up. Each handler compares with what is, so that an event that comes twice counts once (ADR-036, row
 * G-87).
 */
export const figuresEventHandlers: EventHandler[] = [
  ...all(
    [
      "account.applied",
      "account.verified",
      "account.approved",
      "account.rejected",
      "application.undone",
      "membership.started",
      "payouts.ready",
      "search.preference_saved",
    ],
    (context, { subjectId }) => countMembers(context, [subjectId]),
  ),
  onEvent("conversation.started", (context, { actorId, data }) =>
    countMembers(context, actorId === null ? [data.receiverId] : [actorId, data.receiverId]),
  ),
  onEvent("engagement.accepted", async (context, { subjectId }) => {
    const engagement = await findEngagement(context.db, subjectId);
    if (engagement) await countMembers(context, [engagement.advisorId, engagement.customerId]);
  }),
  ...all(["invoice.paid", "invoice.refunded", "invoice.refund_failed"], async (context, { subjectId }) => {
    const invoice = await findInvoice(context.db, subjectId);
    if (invoice) await countMembers(context, [invoice.advisorId, invoice.customerId]);
  }),
  ...all(
    [
      "invoice.sent",
      "invoice.paid",
      "invoice.void",
      "invoice.refunded",
      "invoice.partly_refunded",
      "invoice.refund_failed",
      "invoice.disputed",
      "invoice.dispute_won",
      "invoice.dispute_lost",
    ],
    async (context, { subjectId }) => markWeeks(context.db, await daysOfInvoice(context.db, subjectId)),
  ),
  ...all(
    [
      "membership.started",
      "membership.changed",
      "membership.renewed",
      "membership.recovered",
      "membership.refunded",
      "membership.refund_failed",
      "membership.disputed",
      "membership.dispute_won",
      "membership.dispute_lost",
    ],
    async (context, { subjectId, createdAt }) => {
      await markWeeks(context.db, [dayInLondon(createdAt), ...(await daysOfMembership(context.db, subjectId))]);
    },
  ),
  onEvent("search.requested", (context, { createdAt }) => markWeeks(context.db, [dayInLondon(createdAt)])),
];
