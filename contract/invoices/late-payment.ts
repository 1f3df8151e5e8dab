import { addDays, type Day, daysBetween } from "../dates.ts";
import { decimalOf, formatPence } from "../money.ts";
import type { LateRate } from "../prices/rules.ts";
import { type DisputeState, type InvoiceStatus, invoiceNumber } from "./rules.ts";

// What may be claimed on an invoice that is paid late, under the Late Payment of Commercial Debts (Interest) Act 1998 (ADR-048).

/** What the rules need to know of an invoice; days are London's. */
export type LateInvoice = {
  status: InvoiceStatus;
  /** Null while it is a draft. */
  dueOn: Day | null;
  /** Null until it is paid. */
  paidOn: Day | null;
  /** In pence: the total without what was given back. */
  debtPence: number;
  /** Whether it claims the late payment of another one. */
  isClaim: boolean;
};

/** The days of interest, from the day after the due day to today or to the day of payment, both included. */
export type LateDays = { from: Day; until: Day; days: number };

/**
 * The days for which an invoice carries interest; null for one that is not late. A claim is no price of work, so that it
 * carries none itself, and an invoice that was withdrawn or given back is owed no more.
 */
export function lateDays({ status, dueOn, paidOn, debtPence, isClaim }: LateInvoice, today: Day): LateDays | null {
  const until = status === "sent" ? today : status === "completed" ? paidOn : null;
  if (!until || !dueOn || until <= dueOn || debtPence <= 0 || isClaim) return null;
  return { from: addDays(dueOn, 1), until, days: daysBetween(dueOn, until) };
}

/** Why nothing can be claimed while a bank looks into the payment, as a sentence; null when it can. */
export function claimBlockedBy(dispute: DisputeState | null): string | null {
  if (dispute !== "open" && dispute !== "inquiry") return null;
  return "The customer's bank is looking into this payment. Nothing can be claimed until it has decided.";
}

/** What compensates the cost of collecting, once an invoice; all in pence. */
export function compensationFor(debtPence: number): number {
  if (debtPence < 1_000_00) return 40_00;
  return debtPence < 10_000_00 ? 70_00 : 100_00;
}

/**
 * Simple interest in pence for a number of days of a year of 365. It is rounded once, half up, over all the days: rounding
 * each day would add up. (gov.uk's example rounds the day: £1,000 at 8.5% is 23p, times 50 days £11.50; computed as here it
 * is £11.64.)
 */
export function interestFor(debtPence: number, yearlyPercent: number, days: number): number {
  const product = BigInt(debtPence) * BigInt(Math.round(yearlyPercent * 100)) * BigInt(days);
  const year = 365n * 100_00n;
  return Number((product * 2n + year) / (year * 2n));
}

/** What may be claimed, in pence; `perDayPence` is one day's interest rounded half up, to be shown and never multiplied. */
export type LateClaim = LateDays &
  LateRate & { debtPence: number; perDayPence: number; interestPence: number; compensationPence: number };

/** What may be claimed on an invoice as of a day; `rateOn` answers the rate of what becomes late on a day. Null when nothing. */
export function lateClaim(invoice: LateInvoice, today: Day, rateOn: (late: Day) => LateRate): LateClaim | null {
  const late = lateDays(invoice, today);
  if (!late) return null;
  const { debtPence } = invoice;
  const rate = rateOn(late.from);
  return {
    ...late,
    ...rate,
    debtPence,
    perDayPence: interestFor(debtPence, rate.percent, 1),
    interestPence: interestFor(debtPence, rate.percent, late.days),
    compensationPence: compensationFor(debtPence),
  };
}

/** Interest and compensation together, in pence. */
export const claimTotal = ({ interestPence, compensationPence }: LateClaim): number =>
  interestPence + compensationPence;

const dayCount = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** The lines of the invoice that claims it; a debt so small that its interest rounds to nothing has no line for it. */
export function claimLines(number: string, { days, percent, interestPence, compensationPence }: LateClaim) {
  const line = (description: string, pence: number) => ({ description, quantity: 1, unit_price: decimalOf(pence) });
  return [
    ...(interestPence > 0 ? [line(`Interest on ${number}, ${dayCount(days)} at ${percent}%`, interestPence)] : []),
    line(`Compensation for late payment of ${number}`, compensationPence),
  ];
}

/** The working in one line: "£1,000.00 × 11.75% × 14 ÷ 365 = £4.51". */
export function workingOf({ debtPence, percent, days, interestPence }: LateClaim): string {
  return `${formatPence(debtPence)} × ${percent}% × ${days} ÷ 365 = ${formatPence(interestPence)}`;
}

/** What is wrong with a claim's total in pence as of the day on which it is sent; null when it may be sent. */
export function claimTotalError(number: string, claim: LateClaim, totalPence: number): string | null {
  const most = claimTotal(claim);
  return totalPence > most ? `At most ${formatPence(most)} may be claimed for ${number} by today.` : null;
}

/** Why an invoice cannot be claimed a second time, as a sentence. `number` of the earlier claim is null while it is a draft. */
export function claimedAlready(number: string, earlier: { number: number | null }): string {
  if (earlier.number === null) return `A claim for ${number} is among your drafts already.`;
  return `${number} was claimed already, with ${invoiceNumber(earlier.number)}.`;
}

export const claimTexts = {
  notLate: "Nothing can be claimed for this invoice: it is not overdue, and it was not paid late.",
  foreignProject: "A claim belongs to the project of the invoice that it is for.",
  customerGone: "This customer has closed their account, so that no invoice can be sent to them here.",
} as const;
