import { formatPence } from "@plumbline/contract/money.ts";
import type { EventData } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { advisorShare, invoiceForTeam, notification, teamAction, toAdvisor, toCustomer } from "./notification-facts.ts";
import type { InvoiceRow } from "./store.ts";

/** Notifications about what is given back of an invoice. */
export const refundNotifications: EventHandler[] = [
  notification("invoice.partly_refunded", {
    ...toCustomer,
    bell: ({ number, event }) => `${formatPence(event.data.amountPence)} of invoice ${number} was given back to you.`,
    email: ({ number, total, event }) => ({
      ...worded("invoice.partly_refunded", {
        number,
        total,
        amount: formatPence(event.data.amountPence),
        reason: reasonOf(event.data),
      }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.partly_refunded", {
    ...toAdvisor,
    bell: ({ number, customer, event }) =>
      `${formatPence(event.data.amountPence)} of invoice ${number} was given back to ${customer}.`,
    email: ({ number, total, customer, event }) => ({
      ...worded("invoice.partly_refunded.advisor", {
        customer,
        number,
        total,
        amount: formatPence(event.data.amountPence),
        shares: sharesOf(event.data),
        reason: reasonOf(event.data),
      }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.refunded", {
    ...toCustomer,
    bell: ({ number, total }) => `Invoice ${number} was refunded: ${total}.`,
    email: ({ number, total, invoice, event }) => ({
      ...(isRest(event.data, invoice.totalPence)
        ? worded("invoice.rest_refunded", {
            number,
            total,
            amount: formatPence(event.data.amountPence),
            reason: reasonOf(event.data),
          })
        : worded("invoice.refunded", { number, total, reason: reasonOf(event.data) })),
      action: "See the invoice",
    }),
  }),
  notification("invoice.refunded", {
    ...toAdvisor,
    bell: ({ number, total, customer }) => `Invoice ${number} was refunded to ${customer}: ${total}.`,
    email: ({ invoice, number, total, customer, event }) => ({
      ...(tookWholeShare(event.data, invoice)
        ? worded("invoice.refunded.advisor", {
            customer,
            number,
            total,
            share: advisorShare(invoice),
            reason: reasonOf(event.data),
          })
        : worded("invoice.rest_refunded.advisor", {
            customer,
            number,
            total,
            amount: formatPence(event.data.amountPence ?? invoice.totalPence),
            shares: sharesOf(event.data),
            reason: reasonOf(event.data),
          })),
      action: "See the invoice",
    }),
  }),
  ...[toCustomer, toAdvisor].map((recipient) =>
    notification("invoice.refund_failed", {
      ...recipient,
      bell: ({ number }) =>
        `The refund of invoice ${number} did not arrive: it counts as paid until we have tried again.`,
      email: ({ number, total, event }) => ({
        ...worded("invoice.refund_failed", { number, amount: returned(event.data) ?? total }),
        action: "See the invoice",
      }),
    }),
  ),
  notification("invoice.refund_failed", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.refund_failed.team", {
        invoice: invoiceForTeam(facts),
        refund: `a refund${returned(facts.event.data) ? ` of ${returned(facts.event.data)}` : ""}`,
      }),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.surplus_not_returned", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.surplus_not_returned.team", { invoice: invoiceForTeam(facts) }),
      ...teamAction(facts.event),
    }),
  }),
  notification("invoice.refund_refused", {
    to: "team",
    email: (facts) => ({
      ...worded("invoice.refund_refused.team", { invoice: invoiceForTeam(facts) }),
      ...teamAction(facts.event),
    }),
  }),
];

type Refunded = Partial<EventData<"invoice.partly_refunded">>;

const reasonOf = ({ reason }: Refunded) => reason ?? "";

/** Whether earlier refunds had given back a part already. */
const isRest = (data: Refunded, totalPence: number): data is Refunded & { amountPence: number } =>
  data.amountPence !== undefined && data.amountPence < totalPence;

const negative = "If the account holds less, its balance is below zero until your next payments make up for it.";

/**
 * Whether one refund took the advisor's whole share; not the rest of an invoice, nor what a bank had sent back to us before,
 * nor a refund in the provider's dashboard that left them their share. Older events do not say.
 */
const tookWholeShare = ({ advisorPence }: Refunded, { totalPence, feePence }: InvoiceRow) =>
  advisorPence === undefined || advisorPence === totalPence - (feePence ?? 0);

function sharesOf({ advisorPence = 0, feePence = 0 }: Refunded): string {
  if (advisorPence === 0) return "Nothing more was taken from your payout account for it.";
  return `Your share of it, ${formatPence(advisorPence)}, was taken back from your payout account; we bear ${formatPence(feePence)}, our fee on it. ${negative}`;
}

const returned = ({ amountPence }: EventData<"invoice.refund_failed">) =>
  amountPence === undefined ? null : formatPence(amountPence);
