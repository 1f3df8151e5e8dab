import { formatLong } from "@plumbline/contract/dates.ts";
import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { EventData, EventsByKind } from "../../events.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { MembershipPaymentEvent } from "./events.ts";

// Notifications about refunds and disputes of membership payments. The end of a membership has its own: membership.ended.

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

const goesOn = "Your membership goes on as it is.";

export const membershipPaymentNotifications: EventHandler[] = [
  notification("membership.refunded", {
    ...toMember,
    bell: ({ amount }) => `We have given ${amount} of your membership back to you.`,
    email: ({ amount, event }) => ({
      subject: `A refund of your membership: ${amount}`,
      paragraphs: [
        `We have given ${amount} back to the card that paid for your membership. It takes a few days to appear on your statement.`,
        ...(event.data.whole ? [] : [goesOn]),
      ],
      action: "See my billing",
    }),
  }),
  notification("membership.refund_failed", {
    ...toMember,
    bell: ({ amount }) => `A refund of ${amount} for your membership did not arrive.`,
    email: ({ amount }) => ({
      subject: "A refund of your membership did not arrive",
      paragraphs: [
        `Your bank has sent ${amount} back to us, usually because the card is closed. We are looking into it, and write to you either way.`,
      ],
      action: "See my billing",
    }),
  }),
  notification("membership.disputed", {
    ...toMember,
    bell: ({ amount }) =>
      `Your bank has told us that you dispute ${amount} of your membership. It goes on until the bank has decided.`,
    email: ({ amount }) => ({
      subject: "A payment of your membership is disputed",
      paragraphs: [
        `Your bank has told us that you dispute a payment of ${amount} for your membership. Your bank decides, which can take some months.`,
        "Your membership goes on meanwhile. If your bank gives the money back to you, it ends on that day. If you did not mean to dispute the payment, please tell your bank.",
      ],
      action: "See my billing",
    }),
  }),
  notification("membership.dispute_won", {
    ...toMember,
    bell: ({ amount }) => `Your bank has decided: the payment of ${amount} for your membership stands.`,
    email: ({ amount }) => ({
      subject: "The payment of your membership stands",
      paragraphs: [`Your bank has decided the dispute: the payment of ${amount} for your membership stands. ${goesOn}`],
      action: "See my billing",
    }),
  }),
  notification("membership.dispute_lost", {
    ...toMember,
    bell: ({ amount }) => `Your bank has decided the dispute, and has given ${amount} of your membership back to you.`,
    email: ({ amount }) => ({
      subject: `Your bank has given back ${amount} of your membership`,
      paragraphs: [
        `Your bank has decided the dispute of a payment for your membership, and has given ${amount} back to you.`,
        "A membership whose payment was given back ends with it. If yours was still running, we write to you about that as well.",
      ],
      action: "See my billing",
    }),
  }),
  notification("membership.refunded", {
    to: "team",
    email: ({ amount, name, event }) => ({
      subject: `A membership was refunded: ${name}`,
      paragraphs: [
        `${amount} of ${formatPence(event.data.ofPence)} was given back to ${name}.`,
        event.data.whole ? "A membership that is refunded in full ends at once." : "The membership goes on.",
      ],
      ...teamAction,
    }),
  }),
  notification("membership.refund_failed", {
    to: "team",
    email: ({ amount, name }) => ({
      subject: `A refund of a membership was sent back: ${name}`,
      paragraphs: [`The bank of ${name} did not take ${amount}. Please refund it once more, or another way.`],
      ...teamAction,
    }),
  }),
  notification("membership.inquiry", {
    to: "team",
    email: ({ amount, name, event }) => ({
      subject: `A bank asks about a membership: ${name}`,
      paragraphs: [
        `The bank of ${name} asks about ${amount}, because of ${because(event.data)}. It has taken no money.`,
        `Please answer in the card provider's dashboard${until(event.data)}: dispute ${event.data.dispute}. A refund settles it.`,
      ],
      ...teamAction,
    }),
  }),
  notification("membership.inquiry_closed", {
    to: "team",
    email: ({ amount, name }) => ({
      subject: `A bank's inquiry about a membership is closed: ${name}`,
      paragraphs: [`The payment of ${amount} stands. There is nothing to do.`],
      ...teamAction,
    }),
  }),
  notification("membership.disputed", {
    to: "team",
    email: ({ amount, name, event }) => ({
      subject: `A membership is disputed: ${name}`,
      paragraphs: [
        `The bank of ${name} has taken ${amount} back until it has decided, because of ${because(event.data)}. The membership goes on until then.`,
        `Please answer in the card provider's dashboard${until(event.data)}: dispute ${event.data.dispute}. An unanswered dispute is lost.`,
      ],
      ...teamAction,
    }),
  }),
  notification("membership.dispute_won", {
    to: "team",
    email: ({ amount, name }) => ({
      subject: `A dispute of a membership is won: ${name}`,
      paragraphs: [`The bank has decided for us: ${amount} is ours again. There is nothing to do.`],
      ...teamAction,
    }),
  }),
  notification("membership.dispute_lost", {
    to: "team",
    email: ({ amount, name }) => ({
      subject: `A dispute of a membership is lost: ${name}`,
      paragraphs: [`The bank has given ${amount} back to ${name}. The membership that it paid for has ended.`],
      ...teamAction,
    }),
  }),
];

type Dispute = EventData<"membership.disputed">;
const because = ({ reason }: Dispute) => disputeReason(reason);
const until = ({ respondBy }: Dispute) => (respondBy ? ` by ${formatLong(respondBy)}` : "");
