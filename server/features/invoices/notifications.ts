import { formatPence } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { advisorShare, day, type Facts, notification, toAdvisor, toCustomer } from "./notification-facts.ts";
import { refundNotifications } from "./refund-notifications.ts";
import { linesOf } from "./store.ts";

export const invoicesNotifications: EventHandler[] = [
  ...refundNotifications,
  notification("invoice.sent", {
    ...toCustomer,
    bell: ({ number, late, total, advisor }) =>
      late
        ? `${advisor} claims ${total} for the late payment of ${late}, with invoice ${number}.`
        : `${advisor} has sent you invoice ${number} for ${total}.`,
    email: ({ invoice, number, late, total, advisor }) => {
      const sent = { advisor, number, total, due: day(invoice.dueOn) };
      return {
        ...(late ? worded("invoice.claim_sent", { ...sent, late }) : worded("invoice.sent", sent)),
        action: "Read and pay the invoice",
      };
    },
  }),
  notification("invoice.paid", {
    ...toCustomer,
    bell: ({ number, total }) => `Thank you. Invoice ${number} is paid: ${total}.`,
    email: async (facts) => ({
      ...worded("invoice.paid", {
        advisor: facts.advisor,
        number: facts.number,
        total: facts.total,
        day: day(facts.invoice.paidAt),
        lines: await itemised(facts.context, facts),
      }),
      action: "See the invoice and download its PDF",
      footnote: `Keep this e-mail as your receipt. The payment appears on your statement as ${product}.`,
    }),
  }),
  notification("invoice.paid", {
    ...toAdvisor,
    bell: ({ customer, number, total }) => `${customer} has paid invoice ${number}: ${total}.`,
    email: ({ invoice, number, total, customer }) => ({
      ...worded("invoice.paid.advisor", {
        customer,
        number,
        total,
        rate: String(invoice.feePercent),
        fee: formatPence(invoice.feePence ?? 0),
        share: advisorShare(invoice),
      }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.payment_failed", {
    ...toCustomer,
    bell: ({ number, event }) => `Invoice ${number} could not be paid. ${event.data.reason}`,
    email: ({ number, total, event }) => ({
      ...worded("invoice.payment_failed", { number, total, reason: event.data.reason }),
      action: "Try again",
    }),
  }),
  notification("invoice.void", {
    ...toCustomer,
    bell: ({ number, advisor }) => `${advisor} has withdrawn invoice ${number}.`,
    email: ({ number, total, advisor }) => ({
      ...worded("invoice.void", { advisor, number, total }),
      action: "See the invoice",
    }),
  }),
  notification("invoice.reminded", {
    ...toCustomer,
    bell: ({ invoice, number, advisor }) => `Invoice ${number} from ${advisor} was due on ${day(invoice.dueOn)}.`,
    email: ({ invoice, number, total, advisor }) => ({
      ...worded("invoice.reminded", { advisor, number, total, due: day(invoice.dueOn) }),
      action: "Read and pay the invoice",
    }),
  }),
];

async function itemised(context: AppContext, { invoice, total }: Facts): Promise<string> {
  const lines = await linesOf(context.db, invoice.id);
  return [
    ...lines.map((line) => `${line.description}: ${formatPence(line.amountPence)}`),
    ...(invoice.vatPence > 0 ? [`VAT: ${formatPence(invoice.vatPence)}`] : []),
    `Total: ${total}`,
  ].join("\n");
}
