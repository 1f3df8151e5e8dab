import { addDays, type Day, daysBetween } from "../dates.ts";
import { decimalOf, formatPence, proportion } from "../money.ts";
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

/** Why nothing can be claimed while a bank looks into the payment, as a sentence; null when it can (row I-18). */
export function claimBlockedBy(dispute: DisputeState | null): string | null {
  if (dispute !== "open" && dispute !== "inquiry") return null;
  return "The customer's bank is looking into this payment. Nothing can be claimed until it has decided.";
}

/** What compensates the cost of collecting, once an invoice; all in pence. */
export function compensationFor(debtPence: number): number {
  if (debtPence < 1_000_00) return 40_00;
  return debtPence < 10_000_00 ? 70_00 : 100_00;
}

/** Simple interest on a debt for one day of a year of 365, in pence, half up: what gov.uk's example multiplies by the days. */
export function interestPerDay(debtPence: number, yearlyPercent: number): number {
  return proportion(debtPence, Math.round(yearlyPercent * 100), 365 * 100_00);
}

/** What may be claimed, in pence. */
export type LateClaim = LateDays &
  LateRate & { debtPence: number; perDayPence: number; interestPence: number; compensationPence: number };

/**
 * What may be claimed on an invoice as of a day; `rateOn` answers the rate of what becomes late on a day. Null when
 * nothing (rows I-14 and I-18).
 */
export function lateClaim(invoice: LateInvoice, today: Day, rateOn: (late: Day) => LateRate): LateClaim | null {
  const late = lateDays(invoice, today);
  if (!late) return null;
  const { debtPence } = invoice;
  const rate = rateOn(late.from);
  const perDayPence = interestPerDay(debtPence, rate.percent);
  return {
    ...late,
    ...rate,
    debtPence,
    perDayPence,
    interestPence: perDayPence * late.days,
    compensationPence: compensationFor(debtPence),
  };
}

/** Interest and compensation together, in pence. */
export const claimTotal = ({ interestPence, compensationPence }: LateClaim): number =>
  interestPence + compensationPence;

const dayCount = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** The lines of the invoice that claims it; a debt so small that a day of it rounds to nothing has no line for it. */
export function claimLines(number: string, { days, percent, perDayPence, compensationPence }: LateClaim) {
  const line = (description: string, quantity: number, pence: number) => ({
    description,
    quantity,
    unit_price: decimalOf(pence),
  });
  return [
    ...(perDayPence > 0 ? [line(`Interest on ${number}, ${dayCount(days)} at ${percent}%`, days, perDayPence)] : []),
    line(`Compensation for late payment of ${number}`, 1, compensationPence),
  ];
}

/** The working in one line: "£1,000.00 × 11.75% ÷ 365 = £0.32 a day, × 14 days = £4.48". */
export function workingOf({ debtPence, percent, days, perDayPence, interestPence }: LateClaim): string {
  const perDay = `${formatPence(debtPence)} × ${percent}% ÷ 365 = ${formatPence(perDayPence)} a day`;
  return `${perDay}, × ${dayCount(days)} = ${formatPence(interestPence)}`;
}

/**
 * What is wrong with a claim's total in pence as of the day on which it is sent; null when it may be sent (row I-16).
 */
export function claimTotalError(number: string, claim: LateClaim, totalPence: number): string | null {
  const most = claimTotal(claim);
  return totalPence > most ? `At most ${formatPence(most)} may be claimed for ${number} by today.` : null;
}

/**
 * Why an invoice cannot be claimed a second time, as a sentence. `number` of the earlier claim is null while it is a
 * draft (row I-17).
 */
export function claimedAlready(number: string, earlier: { number: number | null }): string {
  if (earlier.number === null) return `A claim for ${number} is among your drafts already.`;
  return `${number} was claimed already, with ${invoiceNumber(earlier.number)}.`;
}

export const claimTexts = {
  notLate: "Nothing can be claimed for this invoice: it is not overdue, and it was not paid late.",
  foreignProject: "A claim belongs to the project of the invoice that it is for.",
  customerGone: "This customer has closed their account, so that no invoice can be sent to them here.",
} as const;
