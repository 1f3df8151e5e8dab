import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { EventData } from "../../events.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { advisorShare, day, notification, teamAction, toAdvisor } from "./notification-facts.ts";

/** Notifications about bank inquiries and disputes of invoice payments. */
export const invoiceDisputeNotifications: EventHandler[] = [
  notification("invoice.disputed", {
    ...toAdvisor,
    bell: ({ number, customer }) =>
      `The bank of ${customer} has told us that they dispute the payment of invoice ${number}.`,
    email: ({ number, customer, event }) => ({
      subject: `The payment of invoice ${number} is disputed`,
      paragraphs: [
        `The bank of ${customer} has told us that they dispute ${disputed(event.data)} of invoice ${number}, because of ${because(event.data)}.`,
        "We answer the bank, and it decides, which can take some months. Nothing has been taken from your payout account. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.dispute_won", {
    ...toAdvisor,
    bell: ({ number }) => `The dispute about invoice ${number} is decided: the payment stands.`,
    email: ({ number, event }) => ({
      subject: `The payment of invoice ${number} stands`,
      paragraphs: [
        `The bank has decided the dispute about invoice ${number}: the payment of ${disputed(event.data)} stands.`,
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.dispute_lost", {
    ...toAdvisor,
    bell: ({ number, customer, event }) =>
      `The dispute about invoice ${number} is decided: the bank has given ${disputed(event.data)} back to ${customer}.`,
    email: ({ invoice, number, customer, event }) => ({
      subject: `The bank has given back the payment of invoice ${number}`,
      paragraphs: [
        `The bank has decided the dispute about invoice ${number}, and has given ${disputed(event.data)} back to ${customer}.`,
        `It took the money from us, not from your payout account, to which we sent ${advisorShare(invoice)}.`,
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry", {
    ...toAdvisor,
    bell: ({ number, customer }) =>
      `The bank of ${customer} asks about the payment of invoice ${number}. The payment stands.`,
    email: ({ number, customer, event }) => ({
      subject: `A bank asks about the payment of invoice ${number}`,
      paragraphs: [
        `The bank of ${customer} asks about ${disputed(event.data)} of invoice ${number}, because of ${because(event.data)}. No money has been taken.`,
        "We answer the bank. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
      ],
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry_closed", {
    ...toAdvisor,
    bell: ({ number }) => `The bank has closed its inquiry about invoice ${number}: the payment stands.`,
    email: ({ number }) => ({
      subject: `The bank's inquiry about invoice ${number} is closed`,
      paragraphs: [`The bank has closed its inquiry about invoice ${number}. The payment stands.`],
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry", {
    to: "team",
    email: ({ event }) => ({
      subject: `A bank asks about a payment: invoice #${event.subjectId}`,
      paragraphs: [
        `The customer's bank asks about ${disputed(event.data)}, because of ${because(event.data)}. It has taken no money.`,
        `Please answer in the card provider's dashboard${until(event.data)}: dispute ${event.data.dispute}. An inquiry that is not answered may become a dispute. A refund settles it.`,
      ],
      ...teamAction(event),
    }),
  }),
  notification("invoice.disputed", {
    to: "team",
    email: ({ event }) => ({
      subject: `A payment is disputed: invoice #${event.subjectId}`,
      paragraphs: [
        `The customer's bank has taken ${disputed(event.data)} back until it has decided, because of ${because(event.data)}.`,
        `Please answer in the card provider's dashboard${until(event.data)}: dispute ${event.data.dispute}. An unanswered dispute is lost.`,
      ],
      ...teamAction(event),
    }),
  }),
  notification("invoice.dispute_won", {
    to: "team",
    email: ({ event }) => ({
      subject: `A dispute is won: invoice #${event.subjectId}`,
      paragraphs: [`The bank has decided for us: ${disputed(event.data)} is ours again. There is nothing to do.`],
      ...teamAction(event),
    }),
  }),
  notification("invoice.dispute_lost", {
    to: "team",
    email: ({ event }) => ({
      subject: `A dispute is lost: invoice #${event.subjectId}`,
      paragraphs: [
        `The bank has decided for the customer, who keeps ${disputed(event.data)}. It came from our balance; the advisor's share was not taken back.`,
        "Whether it should be is for you to decide, in the card provider's dashboard.",
      ],
      ...teamAction(event),
    }),
  }),
];

type Dispute = EventData<"invoice.disputed">;
const disputed = ({ amountPence }: Dispute) => formatPence(amountPence);
const because = ({ reason }: Dispute) => disputeReason(reason);
const until = ({ respondBy }: Dispute) => (respondBy ? ` by ${day(respondBy)}` : "");
