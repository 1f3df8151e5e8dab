import { dayInLondon } from "@plumbline/contract/dates.ts";
import { remindersDue } from "@plumbline/contract/invoices/rules.ts";
import type { House } from "../../house.ts";
import { isRefusal } from "../../platform/cards.ts";
import { append } from "../../platform/events.ts";
import type { Job } from "../../platform/jobs.ts";
import { carryThrough } from "./paying.ts";
import { openPayments, openRefunds } from "./payment-store.ts";
import { carryRefundThrough, recordRefundRefused } from "./refunds.ts";
import { countReminder, invoicesToRemind } from "./store.ts";

export const invoicesJobs: Job[] = [
  { name: "settle payments", everySeconds: 20, run: settlePayments },
  { name: "remind of invoices", everySeconds: 3600, run: remindOfInvoices },
];

/** So many are asked about at a time. */
const atOnce = 10;

/**
 * Asks the provider about every attempt whose outcome is not recorded: it timed out, the process was killed, a webhook was
 * lost. Runs at start too, so that an interrupted payment is settled within a minute of the next start, or of the
 * provider's return.
 */
export async function settlePayments(house: House): Promise<void> {
  const payments = await openPayments(house.db);
  for (let from = 0; from < payments.length; from += atOnce)
    await Promise.all(payments.slice(from, from + atOnce).map((payment) => carryThrough(house, payment)));
  for (const payment of await openRefunds(house.db))
    await carryRefundThrough(house, payment).catch(async (error) => {
      if (isRefusal(error)) return recordRefundRefused(house, payment);
      house.log.warn({ err: error, payment: payment.id }, "a refund is still open; it will be asked for again");
    });
}

/** 7 and 14 days after the due day; one that was missed is not sent twice as two (the later one stands for both). */
export async function remindOfInvoices(house: House): Promise<void> {
  const now = house.clock.now();
  const today = dayInLondon(now);
  for (const invoice of await invoicesToRemind(house.db, today)) {
    const reminder = remindersDue(invoice.dueOn as string, today);
    await house.db.transaction(async (tx) => {
      if (!(await countReminder(tx, invoice, reminder))) return;
      await append(
        tx,
        { kind: "invoice.reminded", actorId: null, subject: "invoice", subjectId: invoice.id, data: { reminder } },
        now,
      );
    });
  }
}
