import { formatLong } from "@plumbline/contract/dates.ts";
import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { planInSentence } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventData, EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { MembershipPaymentEvent } from "./events.ts";

// Notifications about membership payments, their refunds and disputes. The end of a membership has its own: membership.ended.

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[MembershipPaymentEvent]) => ({
  memberId: event.subjectId,
  name: await nameOf(context.db, event.subjectId),
  amount: formatPence(event.data.amountPence),
}));

const toMember = {
  to: ({ memberId }: { memberId: number }) => memberId,
  about: "membership",
  path: "/billing",
} as const;
const teamAction = { action: "See refunds and disputes", path: "/back-office/memberships" };

export const membershipPaymentNotifications: EventHandler[] = [
  notification("membership.renews_soon", {
    ...toMember,
    path: "/membership",
    bell: ({ amount, event }) => `Your membership renews on ${formatLong(event.data.on)}, for ${amount}.`,
    email: ({ amount, event }) => ({
      ...worded("membership.renews_soon", {
        amount,
        day: formatLong(event.data.on),
        plan: planInSentence(event.data.plan ?? ""),
      }),
      action: "See my membership",
    }),
  }),
  // The bell tells what the payment was for: the start, a renewal, a change of plan.
  notification("membership.charged", {
    ...toMember,
    onBell: false,
    bell: ({ amount }) => `We have charged ${amount} for your membership.`,
    email: ({ amount, event }) => ({
      ...worded("membership.charged", { amount, day: formatLong(event.data.paidAt), what: event.data.what }),
      action: "See my billing",
      footnote: `Keep this e-mail as your receipt. The payment appears on your statement as ${product}.`,
    }),
  }),
  notification("membership.refunded", {
    ...toMember,
    bell: ({ amount }) => `We have given ${amount} of your membership back to you.`,
    email: ({ amount, event }) => ({
      ...worded("membership.refunded", { amount, after: event.data.whole ? "" : "Your membership goes on as it is." }),
      action: "See my billing",
    }),
  }),
  notification("membership.refund_failed", {
    ...toMember,
    bell: ({ amount }) => `A refund of ${amount} for your membership did not arrive.`,
    email: ({ amount }) => ({
      ...worded("membership.refund_failed", { amount }),
      action: "See my billing",
    }),
  }),
  notification("membership.disputed", {
    ...toMember,
    bell: ({ amount }) =>
      `Your bank has told us that you dispute ${amount} of your membership. It goes on until the bank has decided.`,
    email: ({ amount }) => ({
      ...worded("membership.disputed", { amount }),
      action: "See my billing",
    }),
  }),
  notification("membership.dispute_won", {
    ...toMember,
    bell: ({ amount }) => `Your bank has decided: the payment of ${amount} for your membership stands.`,
    email: ({ amount }) => ({
      ...worded("membership.dispute_won", { amount }),
      action: "See my billing",
    }),
  }),
  notification("membership.dispute_lost", {
    ...toMember,
    bell: ({ amount }) => `Your bank has decided the dispute, and has given ${amount} of your membership back to you.`,
    email: ({ amount }) => ({
      ...worded("membership.dispute_lost", { amount }),
      action: "See my billing",
    }),
  }),
  notification("membership.refunded", {
    to: "team",
    email: ({ amount, name, event }) => ({
      ...worded("membership.refunded.team", {
        name,
        amount,
        of: formatPence(event.data.ofPence),
        after: event.data.whole ? "A membership that is refunded in full ends at once." : "The membership goes on.",
      }),
      ...teamAction,
    }),
  }),
  notification("membership.refund_failed", {
    to: "team",
    email: ({ amount, name }) => ({
      ...worded("membership.refund_failed.team", { name, amount }),
      ...teamAction,
    }),
  }),
  notification("membership.inquiry", {
    to: "team",
    email: ({ amount, name, event }) => ({
      ...worded("membership.inquiry.team", { name, amount, ...answerOf(event.data) }),
      ...teamAction,
    }),
  }),
  notification("membership.inquiry_closed", {
    to: "team",
    email: ({ amount, name }) => ({
      ...worded("membership.inquiry_closed.team", { name, amount }),
      ...teamAction,
    }),
  }),
  notification("membership.disputed", {
    to: "team",
    email: ({ amount, name, event }) => ({
      ...worded("membership.disputed.team", { name, amount, ...answerOf(event.data) }),
      ...teamAction,
    }),
  }),
  notification("membership.dispute_due", {
    to: "team",
    email: ({ amount, name, event }) => ({
      ...worded("membership.dispute_due.team", { name, amount, ...answerOf(event.data) }),
      ...teamAction,
    }),
  }),
  notification("membership.dispute_won", {
    to: "team",
    email: ({ amount, name }) => ({
      ...worded("membership.dispute_won.team", { name, amount }),
      ...teamAction,
    }),
  }),
  notification("membership.dispute_lost", {
    to: "team",
    email: ({ amount, name }) => ({
      ...worded("membership.dispute_lost.team", { name, amount }),
      ...teamAction,
    }),
  }),
];

type Dispute = EventData<"membership.disputed">;
const answerOf = ({ reason, respondBy, dispute }: Dispute) => ({
  because: disputeReason(reason),
  until: respondBy ? ` by ${formatLong(respondBy)}` : "",
  dispute,
});
