import { type Month, monthsUntil } from "../earnings/rules.ts";
import { sumOf } from "../money.ts";

/** What a customer paid advisors in a month, what of it came back, and what their membership cost, in pence. */
export type MonthlySpending = { month: Month; paid: number; givenBack: number; membership: number };

export type SpendingSums = Omit<MonthlySpending, "month"> & { advisors: number; total: number };

/** Sums in pence: `advisors` is what was paid less what was given back, `total` that and the membership. */
export function spendingSums(rows: readonly MonthlySpending[]): SpendingSums {
  const paid = sumOf(rows.map((row) => row.paid));
  const givenBack = sumOf(rows.map((row) => row.givenBack));
  const membership = sumOf(rows.map((row) => row.membership));
  const advisors = paid - givenBack;
  return { paid, givenBack, membership, advisors, total: advisors + membership };
}

/** The twelve months up to one, oldest first, those without spending too. */
export function spendingByMonth(rows: readonly MonthlySpending[], until: Month): (SpendingSums & { month: Month })[] {
  return monthsUntil(until).map((month) => ({ month, ...spendingSums(rows.filter((row) => row.month === month)) }));
}

/** How many advisors and engagements a page lists, those with the most spending first. */
export const longestList = 50;

/** What happened on a line of a CSV, as members read it. */
export const spendingLabels = { payment: "Payment", given_back: "Given back", membership: "Membership" } as const;
