import { dayInLondon } from "@plumbline/contract/dates.ts";
import { remindersDue } from "@plumbline/contract/invoices/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { allInTurn } from "../../outbox/each-in-turn.ts";
import type { Job } from "../../outbox/jobs.ts";
import { append } from "../../outbox/outbox.ts";
import { resumePayment } from "./paying.ts";
import { openPayments } from "./payment-store.ts";
import { openRefunds } from "./refund-store.ts";
import { completeRefund, recordRefundRefused } from "./refunds.ts";
import { type InvoiceRow, invoicesToRemind, recordReminder } from "./store.ts";

export const invoicesJobs: Job[] = [
  { name: "settle payments", everySeconds: 20, run: settlePayments },
  { name: "remind of invoices", everySeconds: 3600, run: remindOfInvoices },
];

/** How many payments are checked at the provider at once. */
const concurrency = 10;

/**
 * Asks the provider about every attempt whose outcome is not recorded, because a call timed out, the process was killed
 * or a webhook was lost. It runs at start too, so that an interrupted payment is settled within a minute of the next
 * start, or of the provider's recovery.
 */
export async function settlePayments(context: AppContext): Promise<void> {
  const payments = await openPayments(context.db);
  for (let from = 0; from < payments.length; from += concurrency)
    await Promise.all(payments.slice(from, from + concurrency).map((payment) => resumePayment(context, payment)));
  for (const refund of await openRefunds(context.db))
    await completeRefund(context, refund).catch(async (error) => {
      if (isRefusal(error)) return recordRefundRefused(context, refund);
      context.log.warn({ err: error, refund: refund.id }, "a refund is still open; it will be asked for again");
    });
}

/** Sends reminders 7 and 14 days after the due day; if the first was missed, only the second is sent. */
export async function remindOfInvoices(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const today = dayInLondon(now);
  const remind = async (invoice: InvoiceRow) => {
    const reminder = remindersDue(present(invoice.dueOn, "the due day"), today);
    await context.db.transaction(async (tx) => {
      if (!(await recordReminder(tx, invoice, reminder))) return;
      await append(tx, { kind: "invoice.reminded", actorId: null, subjectId: invoice.id, data: { reminder } }, now);
    });
  };
  await allInTurn((limit) => invoicesToRemind(context.db, today, limit), remind);
}
