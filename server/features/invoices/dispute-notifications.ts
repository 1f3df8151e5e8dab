import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { EventData } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { advisorShare, day, notification, teamAction, toAdvisor } from "./notification-facts.ts";

/** Notifications about bank inquiries and disputes of invoice payments. */
export const invoiceDisputeNotifications: EventHandler[] = [
  notification("invoice.disputed", {
    ...toAdvisor,
    bell: ({ number, customer }) =>
      `The bank of ${customer} has told us that they dispute the payment of invoice ${number}.`,
    email: ({ number, customer, event }) => ({
      ...worded("invoice.disputed", { customer, number, amount: disputed(event.data), because: because(event.data) }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.dispute_won", {
    ...toAdvisor,
    bell: ({ number }) => `The dispute about invoice ${number} is decided: the payment stands.`,
    email: ({ number, event }) => ({
      ...worded("invoice.dispute_won", { number, amount: disputed(event.data) }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.dispute_lost", {
    ...toAdvisor,
    bell: ({ number, customer, event }) =>
      `The dispute about invoice ${number} is decided: the bank has given ${disputed(event.data)} back to ${customer}.`,
    email: ({ invoice, number, customer, event }) => ({
      ...worded("invoice.dispute_lost", {
        ...{ customer, number, amount: disputed(event.data) },
        share: advisorShare(invoice),
      }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry", {
    ...toAdvisor,
    bell: ({ number, customer }) =>
      `The bank of ${customer} asks about the payment of invoice ${number}. The payment stands.`,
    email: ({ number, customer, event }) => ({
      ...worded("invoice.inquiry", { customer, number, amount: disputed(event.data), because: because(event.data) }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry_closed", {
    ...toAdvisor,
    bell: ({ number }) => `The bank has closed its inquiry about invoice ${number}: the payment stands.`,
    email: ({ number }) => ({
      ...worded("invoice.inquiry_closed", { number }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.inquiry", {
    to: "team",
    email: ({ event }) => ({
      ...worded("invoice.inquiry.team", teamValues(event)),
      ...teamAction(event),
    }),
  }),
  notification("invoice.disputed", {
    to: "team",
    email: ({ event }) => ({
      ...worded("invoice.disputed.team", teamValues(event)),
      ...teamAction(event),
    }),
  }),
  notification("invoice.dispute_won", {
    to: "team",
    email: ({ event }) => ({
      ...worded("invoice.dispute_won.team", { invoice: numbered(event), amount: disputed(event.data) }),
      ...teamAction(event),
    }),
  }),
  notification("invoice.dispute_lost", {
    to: "team",
    email: ({ event }) => ({
      ...worded("invoice.dispute_lost.team", { invoice: numbered(event), amount: disputed(event.data) }),
      ...teamAction(event),
    }),
  }),
];

type Dispute = EventData<"invoice.disputed">;
const disputed = ({ amountPence }: Dispute) => formatPence(amountPence);
const because = ({ reason }: Dispute) => disputeReason(reason);
const until = ({ respondBy }: Dispute) => (respondBy ? ` by ${day(respondBy)}` : "");

const numbered = ({ subjectId }: { subjectId: number }) => `invoice #${subjectId}`;
const teamValues = (event: { subjectId: number; data: Dispute }) => ({
  invoice: numbered(event),
  amount: disputed(event.data),
  because: because(event.data),
  until: until(event.data),
  dispute: event.data.dispute,
});
