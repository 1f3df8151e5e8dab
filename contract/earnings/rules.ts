import { addDays, type Day } from "../dates.ts";
import { sumOf } from "../money.ts";

/** The provider's statuses of a payout to an advisor's bank. */
export const payoutStatuses = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Where money that an advisor has earned is: in their Stripe balance, on its way to their bank, or in their bank. */
export const earningStates = ["waiting", "under_way", "paid_out"] as const;
export type EarningState = (typeof earningStates)[number];

/**
 * Where the money of a movement is, from the status of the payout that carries it; null while none does. What a bank has
 * sent back is in the balance again.
 */
export function earningState(payout: PayoutStatus | null): EarningState {
  if (payout === "paid") return "paid_out";
  return payout === "pending" || payout === "in_transit" ? "under_way" : "waiting";
}

/** Pence: what customers paid, what the platform kept of it, and what the advisor earned. */
export type Amounts = { gross: number; commission: number; net: number };

/**
 * What a movement of the advisor's Stripe balance means, from the provider's amounts in pence. A payment is positive;
 * a refund is negative, and so is the commission that is returned with it.
 */
export function amountsOf({ type, amount, fee }: { type: string; amount: number; fee: number }): Amounts {
  if (type.startsWith("application_fee")) return { gross: 0, commission: fee - amount, net: amount - fee };
  return { gross: amount, commission: fee, net: amount - fee };
}

/** Earnings of one month in one state, in pence; `month` is London's, "2026-11". */
export type MonthlyAmounts = Amounts & { month: Month; state: EarningState };
export type Month = string;

export type EarningSums = Amounts & { paidOut: number; onItsWay: number };

/**
 * Sums in pence. `net` is always `paidOut` plus `onItsWay`: on its way is all that is not in the bank yet, in the balance
 * or in a payout; it is negative when more was given back than the balance holds.
 */
export function sumsOf(rows: readonly MonthlyAmounts[]): EarningSums {
  const paidOut = sumOf(rows.filter(({ state }) => state === "paid_out").map(({ net }) => net));
  const net = sumOf(rows.map((row) => row.net));
  return {
    gross: sumOf(rows.map(({ gross }) => gross)),
    commission: sumOf(rows.map(({ commission }) => commission)),
    net,
    paidOut,
    onItsWay: net - paidOut,
  };
}

/** The months up to one, oldest first, those without earnings too. */
export function earningsByMonth(
  rows: readonly MonthlyAmounts[],
  until: Month,
  count = monthsShown,
): (EarningSums & { month: Month })[] {
  return monthsUntil(until, count).map((month) => ({ month, ...sumsOf(rows.filter((row) => row.month === month)) }));
}

/** How many months a page shows at once. */
export const monthsShown = 12;

/** `count` months that end with `until`, oldest first. */
export function monthsUntil(until: Month, count = monthsShown): Month[] {
  return Array.from({ length: count }, (_, index) => monthPlus(until, index + 1 - count));
}

/** The month `months` later; negative numbers go back. */
export function monthPlus(month: Month, months: number): Month {
  const [year = 0, at = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, at - 1 + months, 15)).toISOString().slice(0, 7);
}

/** A month "2026-02" as "2026-02-01". */
export const firstDayOf = (month: Month): Day => `${month}-01`;
/** A month "2026-02" as "2026-02-28", in leap years "2028-02-29". */
export const lastDayOf = (month: Month): Day => addDays(firstDayOf(monthPlus(month, 1)), -1);

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** When Stripe pays an advisor out: their own choice, in their Stripe account. Weekdays are "friday", days 1 to 31. */
export type PayoutSchedule =
  | { interval: "manual" }
  | { interval: "daily" }
  | { interval: "weekly"; weekdays: readonly string[] }
  | { interval: "monthly"; days: readonly number[] };

/** The first day of a schedule on or after `from`; null when the advisor pays themselves out by hand. */
export function payoutDay(schedule: PayoutSchedule, from: Day): Day | null {
  if (schedule.interval === "manual") return null;
  for (let day = from, tries = 0; tries < 62; day = addDays(day, 1), tries += 1)
    if (isPayoutDay(schedule, day)) return day;
  return null;
}

/**
 * The next payout after `today` with all that may go with it by its day: the first by which the balance is above zero;
 * null when none is. `waiting` is what moves the balance, in pence, by the day from which it may be paid out.
 */
export function nextPayout(
  schedule: PayoutSchedule,
  waiting: readonly { availableOn: Day; net: number }[],
  today: Day,
): { on: Day; pence: number } | null {
  const tomorrow = addDays(today, 1);
  const days = waiting.map(({ availableOn }) => payoutDay(schedule, availableOn > tomorrow ? availableOn : tomorrow));
  for (const on of days.filter((day) => day !== null).sort()) {
    const pence = sumOf(waiting.filter(({ availableOn }) => availableOn <= on).map(({ net }) => net));
    if (pence > 0) return { on, pence };
  }
  return null;
}

function isPayoutDay(schedule: Exclude<PayoutSchedule, { interval: "manual" }>, day: Day): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  if (schedule.interval === "weekly") return schedule.weekdays.includes(weekdays[weekday] ?? "");
  if (schedule.interval === "daily") return weekday >= 1 && weekday <= 5;
  // In a month that is too short Stripe pays out on its last day.
  const last = Number(lastDayOf(day.slice(0, 7)).slice(8));
  return schedule.days.some((each) => Math.min(each, last) === Number(day.slice(8)));
}

/** "Stripe pays out every Friday." */
export function scheduleInWords(schedule: PayoutSchedule | null): string {
  if (!schedule) return "Stripe pays out to your bank.";
  if (schedule.interval === "manual") return "You pay yourself out by hand, in your Stripe account.";
  if (schedule.interval === "daily") return "Stripe pays out every working day.";
  if (schedule.interval === "weekly") return `Stripe pays out every ${schedule.weekdays.map(capital).join(" and ")}.`;
  return `Stripe pays out on day ${schedule.days.join(" and ")} of each month.`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Why a bank sent a payout back, by the provider's codes; rare codes share one text. */
const failures: Record<string, string> = {
  account_closed: "The bank account is closed.",
  account_frozen: "The bank account is frozen.",
  bank_account_restricted: "The bank account does not take such payments.",
  could_not_process: "The bank could not process it.",
  declined: "The bank declined it.",
  incorrect_account_holder_name: "The name of the account's holder is not the bank's.",
  invalid_account_number: "The account number is not valid.",
  no_account: "The bank has no such account.",
};

/** A sentence for the provider's failure code of a payout; null and unknown codes get the general one (decision 61). */
export function failureInWords(code: string | null): string {
  return failures[code ?? ""] ?? "The bank sent it back.";
}

/** A period that a statement is made for; both days count. */
export type Period = { name: string; from: Day; to: Day };

/**
 * The periods to choose from: two tax years, which start on 6 April, and the last twelve months, the newest first, without
 * those that ended before the month in which the first money came.
 */
export function statementPeriods(today: Day, since: Month): Period[] {
  const started = today.slice(5) >= "04-06" ? Number(today.slice(0, 4)) : Number(today.slice(0, 4)) - 1;
  const taxYear = (year: number): Period => ({
    name: `Tax year ${year}/${String(year + 1).slice(2)}`,
    from: `${year}-04-06`,
    to: `${year + 1}-04-05`,
  });
  const months = monthsUntil(today.slice(0, 7)).reverse();
  return [
    taxYear(started),
    taxYear(started - 1),
    ...months.map((month) => ({ name: month, from: firstDayOf(month), to: lastDayOf(month) })),
  ].filter(({ to }) => to >= firstDayOf(since));
}

/** The longest statement as a PDF, in lines; a CSV has no limit but its period. */
export const maxPdfLines = 600;
/** The longest period of a statement, in days. */
export const maxPeriodDays = 366;

export const texts = {
  period: "Please give both days of the period.",
  order: "The period ends before it starts.",
  tooLong: "Please choose a period of a year at most.",
  tooManyLines: `A PDF has room for ${maxPdfLines} payments. Please choose a shorter period, or the CSV.`,
} as const;

/** What happened on a day of a statement, as members read it. */
export const kindLabels = {
  payment: "Payment",
  given_back: "Given back",
  commission_back: "Commission returned",
} as const;

/** Where the money of a statement's line is, as members read it. */
export const stateLabels: Record<EarningState, string> = {
  waiting: "In your Stripe balance",
  under_way: "On its way",
  paid_out: "Paid out",
};
