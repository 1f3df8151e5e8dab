import { formatPence } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import {
  advisorShare,
  day,
  type Facts,
  notification,
  teamAction,
  toAdvisor,
  toCustomer,
} from "./notification-facts.ts";
import { linesOf } from "./store.ts";

export const invoicesNotifications: EventHandler[] = [
  notification("invoice.sent", {
    ...toCustomer,
    bell: ({ number, total, advisor }) => `${advisor} has sent you invoice ${number} for ${total}.`,
    email: ({ invoice, number, total, advisor }) => ({
      subject: `Invoice ${number} from ${advisor}`,
      paragraphs: [
        `${advisor} has sent you an invoice for ${total}. It is due by ${day(invoice.dueOn)}.`,
        `You can read it and pay it with your saved card on ${product}.`,
      ],
      action: "Read and pay the invoice",
    }),
  }),
  notification("invoice.paid", {
    ...toCustomer,
    bell: ({ number, total }) => `Thank you. Invoice ${number} is paid: ${total}.`,
    email: async (facts) => ({
      subject: `Receipt for invoice ${facts.number}`,
      paragraphs: [
        `We have charged ${facts.total} to your card on ${day(facts.invoice.paidAt)} for invoice ${facts.number} from ${facts.advisor}.`,
        await itemised(facts.context, facts),
      ],
      action: "See the invoice and download its PDF",
      footnote: `Keep this e-mail as your receipt. The payment appears on your statement as ${product}.`,
    }),
  }),
  notification("invoice.paid", {
    ...toAdvisor,
    bell: ({ customer, number, total }) => `${customer} has paid invoice ${number}: ${total}.`,
    email: ({ invoice, number, total, customer }) => ({
      subject: `Invoice ${number} has been paid`,
      paragraphs: [
        `${customer} has paid invoice ${number}.`,
        `Total: ${total}\nPlatform fee (${invoice.feePercent}%): ${formatPence(invoice.feePence ?? 0)}\nTo your payout account: ${advisorShare(invoice)}`,
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.payment_failed", {
    ...toCustomer,
    bell: ({ number, event }) => `Invoice ${number} could not be paid. ${event.data.reason}`,
    email: ({ number, total, event }) => ({
      subject: `Invoice ${number} could not be paid`,
      paragraphs: [
        `Your payment of ${total} did not go through. The reason we were given: ${event.data.reason}`,
        "Nothing was charged. You can try again, or choose another card under Billing first.",
      ],
      action: "Try again",
    }),
  }),
  notification("invoice.void", {
    ...toCustomer,
    bell: ({ number, advisor }) => `${advisor} has withdrawn invoice ${number}.`,
    email: ({ number, total, advisor }) => ({
      subject: `Invoice ${number} was withdrawn`,
      paragraphs: [`${advisor} has withdrawn invoice ${number} for ${total}. There is nothing for you to pay.`],
      action: "See the invoice",
    }),
  }),
  notification("invoice.refunded", {
    ...toCustomer,
    bell: ({ number, total }) => `Invoice ${number} was refunded: ${total}.`,
    email: ({ number, total, event }) => ({
      subject: `Invoice ${number} was refunded`,
      paragraphs: [
        `We have given ${total} back to the card that paid invoice ${number}. It takes a few days to appear on your statement.`,
        `The reason: ${event.data.reason}`,
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.refunded", {
    ...toAdvisor,
    bell: ({ number, total, customer }) => `Invoice ${number} was refunded to ${customer}: ${total}.`,
    email: ({ invoice, number, total, customer, event }) => ({
      subject: `Invoice ${number} was refunded`,
      paragraphs: [
        `We have given ${total} back to ${customer} for invoice ${number}. Your share of ${advisorShare(invoice)} was taken back from your payout account, and our fee was returned as well.`,
        `The reason: ${event.data.reason}`,
      ],
      action: "See the invoice",
    }),
  }),
  ...[toCustomer, toAdvisor].map((recipient) =>
    notification("invoice.refund_failed", {
      ...recipient,
      bell: ({ number }) =>
        `The refund of invoice ${number} did not arrive: it counts as paid until we have tried again.`,
      email: ({ number, total }) => ({
        subject: `The refund of invoice ${number} did not arrive`,
        paragraphs: [
          `The bank has sent ${total} back to us, usually because the card is closed. Invoice ${number} counts as paid until we have tried again.`,
          "We are looking into it, and write to you either way.",
        ],
        action: "See the invoice",
      }),
    }),
  ),
  notification("invoice.refund_failed", {
    to: "team",
    email: ({ event }) => ({
      subject: `A refund was sent back: invoice #${event.subjectId}`,
      paragraphs: [
        "The bank did not take a refund. The invoice counts as paid again; please refund it once more, or another way.",
      ],
      ...teamAction(event),
    }),
  }),
  notification("invoice.surplus_not_returned", {
    to: "team",
    email: ({ event }) => ({
      subject: `A second payment was sent back: invoice #${event.subjectId}`,
      paragraphs: [
        "The invoice had been paid twice, and the bank did not take the refund of the second payment. The invoice stays as it is; please return the surplus another way.",
      ],
      ...teamAction(event),
    }),
  }),
  notification("invoice.refund_refused", {
    to: "team",
    email: ({ event }) => ({
      subject: `A refund was refused: invoice #${event.subjectId}`,
      paragraphs: [
        "The card provider did not answer when a refund was asked for, and refuses it now. Nothing was given back; please look at the payment in its dashboard.",
      ],
      ...teamAction(event),
    }),
  }),
  notification("invoice.reminded", {
    ...toCustomer,
    bell: ({ invoice, number, advisor }) => `Invoice ${number} from ${advisor} was due on ${day(invoice.dueOn)}.`,
    email: ({ invoice, number, total, advisor }) => ({
      subject: `A reminder: invoice ${number} is overdue`,
      paragraphs: [
        `Invoice ${number} from ${advisor} for ${total} was due on ${day(invoice.dueOn)} and is not paid yet.`,
        "If something about it is not right, please write to your advisor.",
      ],
      action: "Read and pay the invoice",
    }),
  }),
];

async function itemised(context: AppContext, { invoice, total }: Facts): Promise<string> {
  const lines = await linesOf(context.db, invoice.id);
  return [...lines.map((line) => `${line.description}: ${formatPence(line.amountPence)}`), `Total: ${total}`].join(
    "\n",
  );
}
