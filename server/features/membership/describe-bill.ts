import { formatLong } from "@plumbline/contract/dates.ts";
import type { BillRow } from "./billing-store.ts";

type Described = Pick<BillRow, "periodStart" | "periodEnd" | "changesPlan" | "description">;

/** What a membership's bill is for, as billing and its receipt name it: "Membership: 6 March 2026 to 6 March 2027". */
export function describeBill({ periodStart, periodEnd, changesPlan, description }: Described): string {
  if (!periodStart || !periodEnd) return description ?? "Membership";
  const what = changesPlan ? "Membership, change of plan" : "Membership";
  return `${what}: ${formatLong(periodStart.toISOString())} to ${formatLong(periodEnd.toISOString())}`;
}
