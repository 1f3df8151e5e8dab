import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

const amount = "£1,200.00";
const plan = "annual membership";
const until = "14 March 2028";

/** E-mails about memberships, earnings and payout accounts. */
export const membershipMails = {
  "membership.started": {
    label: "A membership has started",
    to: "The member",
    placeholders: { plan, until },
    subject: `Your ${product} membership has started`,
    body: "Thank you. Your {plan} has started. It renews on {until}, and you can cancel anytime.\n\nYour receipt is on your billing page.",
  },
  "membership.changed": {
    label: "A plan was changed",
    to: "The member",
    placeholders: { plan, until },
    subject: "Your plan has been changed",
    body: "You now have the {plan}. It renews on {until}. What was charged is on your billing page.",
  },
  "membership.renews_soon": {
    label: "A membership renews soon",
    to: "The member, a week before",
    placeholders: { plan, amount, day: "14 March 2028" },
    subject: "Your membership renews on {day}",
    body: "Your {plan} renews on {day}. We charge {amount} to your saved card then.\n\nIf you do not want that, cancel before that day on your membership page: you keep it until then, and nothing is charged.",
  },
  "membership.charged": {
    label: "A membership was charged: the receipt",
    to: "The member",
    placeholders: { amount, day: "14 March 2027", what: "Membership: 14 March 2027 to 14 March 2028" },
    subject: `Receipt for your ${product} membership: {amount}`,
    body: "We have charged {amount} to your card on {day}.\n\n{what}",
  },
  "membership.cancelled": {
    label: "A membership was cancelled",
    to: "The member",
    placeholders: { until },
    subject: "Your membership has been cancelled",
    body: "You keep your membership until {until}. Nothing more is charged.\n\nYou can resume it until that day, as if nothing had happened.",
  },
  "membership.renewal_failed": {
    label: "A membership could not be renewed",
    to: "The member",
    placeholders: { until },
    subject: "Your membership could not be renewed",
    body: "Your card was refused when we renewed your membership.\n\nYou keep your membership until {until}. Please update your card before then: we try the new one at once.\n\nIf you do nothing, your membership ends on that day and nothing is charged.",
  },
  "membership.ended": {
    label: "A membership has ended",
    to: "The member",
    placeholders: { how: "Your membership has ended, as you asked. Nothing more is charged." },
    subject: "Your membership has ended",
    body: "{how}\n\nEngagements that run, their invoices and your billing page stay open to you. To search and to write to advisors, choose a plan again.",
  },
  "membership.refunded": {
    label: "A membership was refunded",
    to: "The member",
    placeholders: { amount, after: "Your membership goes on as it is." },
    subject: "A refund of your membership: {amount}",
    body: "We have given {amount} back to the card that paid for your membership. It takes a few days to appear on your statement.\n\n{after}",
  },
  "membership.refund_failed": {
    label: "A refund of a membership did not arrive",
    to: "The member",
    placeholders: { amount },
    subject: "A refund of your membership did not arrive",
    body: "Your bank has sent {amount} back to us, usually because the card is closed. We are looking into it, and write to you either way.",
  },
  "membership.disputed": {
    label: "A payment of a membership is disputed",
    to: "The member",
    placeholders: { amount },
    subject: "A payment of your membership is disputed",
    body: "Your bank has told us that you dispute a payment of {amount} for your membership. Your bank decides, which can take some months.\n\nYour membership goes on meanwhile. If your bank gives the money back to you, it ends on that day. If you did not mean to dispute the payment, please tell your bank.",
  },
  "membership.dispute_won": {
    label: "A dispute of a membership is won",
    to: "The member",
    placeholders: { amount },
    subject: "The payment of your membership stands",
    body: "Your bank has decided the dispute: the payment of {amount} for your membership stands. Your membership goes on as it is.",
  },
  "membership.dispute_lost": {
    label: "A dispute of a membership is lost",
    to: "The member",
    placeholders: { amount },
    subject: "Your bank has given back {amount} of your membership",
    body: "Your bank has decided the dispute of a payment for your membership, and has given {amount} back to you.\n\nA membership whose payment was given back ends with it. If yours was still running, we write to you about that as well.",
  },
  "earnings.payout_failed": {
    label: "A payout came back",
    to: "The advisor",
    placeholders: { amount, reason: "The account is closed." },
    subject: "A payout came back from your bank",
    body: "Stripe sent {amount} to your bank, and the bank sent it back. {reason}\n\nThe money is in your Stripe balance. Look at your bank details in your Stripe account: it is paid out again once they are right.",
  },
  "payouts.paused": {
    label: "A payout account is paused",
    to: "The advisor",
    placeholders: { needs: "a copy of your passport; your date of birth" },
    subject: "Your payout account is paused",
    body: "The payment provider needs something from you before it pays you again: {needs}.\n\nUntil then customers cannot find you or write to you. Invoices that you have sent stay as they are.",
  },
  "payouts.disconnected": {
    label: "A payout account was disconnected",
    to: "The advisor",
    placeholders: {},
    subject: "Your payout account has been disconnected",
    body: "You, or the payment provider, have disconnected your payout account. Connect it again to be paid.",
  },
} as const satisfies Record<string, MailText>;
