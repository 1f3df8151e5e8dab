import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

const [number, total, amount] = ["INV-0014", "£4,800.00", "£1,200.00"] as const;
const [advisor, customer] = ["Harriet Osei", "Priya Raman"] as const;
const reason = "Two days were not worked.";
const shares =
  "Your share of it, £1,080.00, was taken back from your payout account; we bear £120.00, our fee on it." as const;
const because = "work that was not received";

/** E-mails about invoices, their refunds and their disputes. */
export const invoiceMails = {
  "invoice.sent": {
    label: "An invoice was sent",
    to: "The customer",
    placeholders: { advisor, number, total, due: "14 March 2027" },
    subject: "Invoice {number} from {advisor}",
    body: `{advisor} has sent you an invoice for {total}. It is due by {due}.\n\nYou can read it and pay it with your saved card on ${product}.`,
  },
  "invoice.claim_sent": {
    label: "Late payment was claimed",
    to: "The customer",
    placeholders: { advisor, number, late: "INV-0011", total: "£74.48", due: "14 March 2027" },
    subject: "Invoice {number} from {advisor} for late payment",
    body: `{advisor} has sent you invoice {number} for {total}: the interest and the fixed sum that the law allows because invoice {late} was paid late or is still unpaid. It is due by {due}.\n\nThe invoice shows how it was worked out. You can read it and pay it with your saved card on ${product}. If something about it is not right, please write to your advisor.`,
  },
  "invoice.reminded": {
    label: "An invoice is overdue",
    to: "The customer",
    placeholders: { advisor, number, total, due: "14 March 2027" },
    subject: "A reminder: invoice {number} is overdue",
    body: "Invoice {number} from {advisor} for {total} was due on {due} and is not paid yet.\n\nIf something about it is not right, please write to your advisor.",
  },
  "invoice.void": {
    label: "An invoice was withdrawn",
    to: "The customer",
    placeholders: { advisor, number, total },
    subject: "Invoice {number} was withdrawn",
    body: "{advisor} has withdrawn invoice {number} for {total}. There is nothing for you to pay.",
  },
  "invoice.paid": {
    label: "An invoice was paid: the receipt",
    to: "The customer",
    placeholders: {
      advisor,
      number,
      total,
      day: "12 March 2027",
      lines: "Forecast for the board: £4,800.00\nTotal: £4,800.00",
    },
    subject: "Receipt for invoice {number}",
    body: "We have charged {total} to your card on {day} for invoice {number} from {advisor}.\n\n{lines}",
  },
  "invoice.paid.advisor": {
    label: "An invoice was paid",
    to: "The advisor",
    placeholders: { customer, number, total, rate: "10", fee: "£480.00", share: "£4,320.00" },
    subject: "Invoice {number} has been paid",
    body: "{customer} has paid invoice {number}.\n\nTotal: {total}\nPlatform fee ({rate}%): {fee}\nTo your payout account: {share}",
  },
  "invoice.payment_failed": {
    label: "A payment did not go through",
    to: "The customer",
    placeholders: { number, total, reason: "Your card has expired." },
    subject: "Invoice {number} could not be paid",
    body: "Your payment of {total} did not go through. The reason we were given: {reason}\n\nNothing was charged. You can try again, or choose another card under Billing first.",
  },
  "invoice.partly_refunded": {
    label: "Part of an invoice was refunded",
    to: "The customer",
    placeholders: { number, total, amount, reason },
    subject: "Part of invoice {number} was refunded",
    body: "We have given {amount} of the {total} of invoice {number} back to the card that paid it. It takes a few days to appear on your statement.\n\nThe reason: {reason}",
  },
  "invoice.partly_refunded.advisor": {
    label: "Part of an invoice was refunded",
    to: "The advisor",
    placeholders: { customer, number, total, amount, shares, reason },
    subject: "Part of invoice {number} was refunded",
    body: "We have given {amount} of the {total} of invoice {number} back to {customer}.\n\n{shares}\n\nThe reason: {reason}",
  },
  "invoice.refunded": {
    label: "An invoice was refunded",
    to: "The customer",
    placeholders: { number, total, reason },
    subject: "Invoice {number} was refunded",
    body: "We have given {total} back to the card that paid invoice {number}. It takes a few days to appear on your statement.\n\nThe reason: {reason}",
  },
  "invoice.refunded.advisor": {
    label: "An invoice was refunded",
    to: "The advisor",
    placeholders: { customer, number, total, share: "£4,320.00", reason },
    subject: "Invoice {number} was refunded",
    body: "We have given {total} back to {customer} for invoice {number}. Your share of {share} was taken back from your payout account, and our fee was returned as well. If the account holds less, its balance is below zero until your next payments make up for it.\n\nThe reason: {reason}",
  },
  "invoice.rest_refunded": {
    label: "The rest of an invoice was refunded",
    to: "The customer",
    placeholders: { number, total, amount, reason },
    subject: "Invoice {number} was refunded",
    body: "We have given the remaining {amount} back to the card that paid invoice {number}, so that all of its {total} was given back. It takes a few days to appear on your statement.\n\nThe reason: {reason}",
  },
  "invoice.rest_refunded.advisor": {
    label: "The rest of an invoice was refunded",
    to: "The advisor",
    placeholders: { customer, number, total, amount, shares, reason },
    subject: "Invoice {number} was refunded",
    body: "We have given the remaining {amount} back to {customer}, so that all of the {total} of invoice {number} was given back.\n\n{shares}\n\nThe reason: {reason}",
  },
  "invoice.refund_failed": {
    label: "A refund did not arrive",
    to: "Both parties",
    placeholders: { number, amount },
    subject: "The refund of invoice {number} did not arrive",
    body: "The bank has sent {amount} back to us, usually because the card is closed. It counts as paid until we have tried again.\n\nWe are looking into it, and write to you either way.",
  },
  "invoice.disputed": {
    label: "A payment is disputed",
    to: "The advisor",
    placeholders: { customer, number, amount, because },
    subject: "The payment of invoice {number} is disputed",
    body: "The bank of {customer} has told us that they dispute {amount} of invoice {number}, because of {because}.\n\nWe answer the bank, and it decides, which can take some months. Nothing has been taken from your payout account. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
  },
  "invoice.dispute_won": {
    label: "A dispute is won",
    to: "The advisor",
    placeholders: { number, amount },
    subject: "The payment of invoice {number} stands",
    body: "The bank has decided the dispute about invoice {number}: the payment of {amount} stands.",
  },
  "invoice.dispute_lost": {
    label: "A dispute is lost",
    to: "The advisor",
    placeholders: { customer, number, amount, share: "£1,080.00" },
    subject: "The bank has given back the payment of invoice {number}",
    body: "The bank has decided the dispute about invoice {number}, and has given {amount} back to {customer}.\n\nIt took the money from us, not from your payout account, to which we sent {share}.",
  },
  "invoice.inquiry": {
    label: "A bank asks about a payment",
    to: "The advisor",
    placeholders: { customer, number, amount, because },
    subject: "A bank asks about the payment of invoice {number}",
    body: "The bank of {customer} asks about {amount} of invoice {number}, because of {because}. No money has been taken.\n\nWe answer the bank. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
  },
  "invoice.inquiry_closed": {
    label: "A bank's inquiry is closed",
    to: "The advisor",
    placeholders: { number },
    subject: "The bank's inquiry about invoice {number} is closed",
    body: "The bank has closed its inquiry about invoice {number}. The payment stands.",
  },
} as const satisfies Record<string, MailText>;
