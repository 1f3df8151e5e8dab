import { formatLong } from "@plumbline/contract/dates.ts";
import type { Earnings } from "@plumbline/contract/earnings/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";

/** What reaches the bank next, and when; null when that is not known. */
export function nextMoney({ arriving, next_payout: next }: Pick<Earnings, "arriving" | "next_payout">): string | null {
  if (arriving) return `${formatPounds(arriving.amount)} arrives on ${formatLong(arriving.on)}`;
  return next && `${formatPounds(next.amount)} goes out on ${formatLong(next.on)}`;
}
