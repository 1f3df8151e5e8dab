import { endedReasons } from "@plumbline/contract/membership/rules.ts";
import { keysOf } from "@plumbline/contract/records.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";
import { acceptedFields, answeredFields, disputeFields } from "../invoices/events.ts";

/** The membership after the change; timestamps in ISO 8601. */
const membership = {
  plan: z.string().nullable(),
  until: z.string().nullable(),
  /** A renewal was unpaid before or after the change. */
  late: z.boolean().default(false),
  /** Since when a renewal has been unpaid. */
  since: z.string().nullable().default(null),
  /** Why we ended it; null when the member did, or a renewal stayed unpaid. */
  because: z.enum(keysOf(endedReasons)).nullable().default(null),
};
/** What is charged at the end of a period, and when, in ISO 8601. */
const renewal = { plan: z.string().nullable(), amountPence: z.number(), on: z.string() };
/** A bill that was paid, as billing names it, such as "Membership: 6 March 2026 to 6 March 2027"; the moment in ISO 8601. */
const charge = { bill: z.string(), amountPence: z.number(), paidAt: z.string(), what: z.string() };
/** The refunded amount and the payment's amount; `whole` when all of it was refunded. */
const refund = { amountPence: z.number(), ofPence: z.number(), whole: z.boolean() };

const lifeEvents = eventKinds("member", {
  "membership.started": membership,
  "membership.changed": membership,
  "membership.cancelled": membership,
  "membership.resumed": membership,
  "membership.renewal_failed": membership,
  "membership.recovered": membership,
  "membership.renewed": membership,
  "membership.ended": membership,
});
const paymentEvents = eventKinds("member", {
  "membership.renews_soon": renewal,
  "membership.charged": charge,
  "membership.refunded": refund,
  "membership.refund_failed": refund,
  "membership.inquiry": disputeFields,
  "membership.inquiry_closed": disputeFields,
  "membership.disputed": disputeFields,
  "membership.dispute_due": disputeFields,
  "membership.dispute_won": disputeFields,
  "membership.dispute_lost": disputeFields,
});
/** What staff did about a dispute. */
const answerEvents = eventKinds("member", {
  "membership.dispute_answered": answeredFields,
  "membership.dispute_accepted": acceptedFields,
});

const offer = {
  what: z.string(),
  reason: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
};
const offerEvents = eventKinds("setting", {
  "offer.plan_made": offer,
  "offer.price_changed": offer,
  "offer.plan_ended": offer,
  "offer.coupon_made": offer,
  "offer.coupon_ended": offer,
});

/** The events of memberships, of their payments, and of what staff offer. */
export const membershipEvents = { ...lifeEvents, ...paymentEvents, ...answerEvents, ...offerEvents };
export type MembershipEvent = keyof typeof lifeEvents;
export type MembershipPaymentEvent = keyof typeof paymentEvents;
