import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { EventData } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import {
  advisorShare,
  day,
  type Facts,
  invoiceForTeam,
  notification,
  teamAction,
  toAdvisor,
} from "./notification-facts.ts";

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
        customer,
        number,
        amount: disputed(event.data),
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
    email: (facts) => ({
      ...worded("invoice.inquiry.team", teamValues(facts)),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.disputed", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.disputed.team", teamValues(facts)),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.dispute_due", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.dispute_due.team", teamValues(facts)),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.dispute_won", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.dispute_won.team", { invoice: invoiceForTeam(facts), amount: disputed(facts.event.data) }),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.dispute_lost", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.dispute_lost.team", { invoice: invoiceForTeam(facts), amount: disputed(facts.event.data) }),
      ...teamAction(facts.event),
    }),
  }),
];

type Dispute = EventData<"invoice.disputed">;
const disputed = ({ amountPence }: Dispute) => formatPence(amountPence);
const because = ({ reason }: Dispute) => disputeReason(reason);
const until = ({ respondBy }: Dispute) => (respondBy ? ` by ${day(respondBy)}` : "");

const teamValues = (facts: Facts & { event: { data: Dispute } }) => ({
  invoice: invoiceForTeam(facts),
  amount: disputed(facts.event.data),
  because: because(facts.event.data),
  until: until(facts.event.data),
  dispute: facts.event.data.dispute,
});
