import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import type { TransparencyMonth } from "@plumbline/contract/reports/contract.ts";
import { reportActs } from "@plumbline/contract/reports/rules.ts";
import { appealOutcomes, sanctionKinds } from "@plumbline/contract/sanctions/rules.ts";
import type { AppContext } from "../../context.ts";
import type { Counted } from "../sanctions/counting.ts";
import { countsSince } from "../sanctions/store.ts";

/** The counts of the last two years by month, the newest first. */
export async function readMonths({
  db,
  clock,
}: Pick<AppContext, "db" | "clock">): Promise<{ months: TransparencyMonth[] }> {
  const since = addDays(dayInLondon(clock.now()), -2 * 365).slice(0, 7);
  const months = Map.groupBy(await countsSince(db, since), ({ month }) => month);
  return {
    months: [...months].map(([month, rows]) => {
      const times = (what: Counted) => rows.find((row) => row.what === what)?.times ?? 0;
      return {
        month,
        decisions: fromKeys(sanctionKinds, (kind) => times(`decision ${kind}`)),
        reports: times("report"),
        report_ends: fromKeys(reportActs, (act) => times(`report ${act}`)),
        appeals: times("appeal"),
        appeal_ends: fromKeys(appealOutcomes, (outcome) => times(`appeal ${outcome}`)),
      };
    }),
  };
}
