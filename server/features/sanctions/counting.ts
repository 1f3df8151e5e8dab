import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { ReportAct } from "@plumbline/contract/reports/rules.ts";
import type { AppealOutcome, SanctionKind } from "@plumbline/contract/sanctions/rules.ts";
import type { Db } from "../../database/database.ts";
import { count } from "./store.ts";

// What the public reads of our decisions: counted in the transaction that decides, so that the sums are those of the tables.

/** Everything that is counted, each under its own name. */
export type Counted =
  | `decision ${SanctionKind}`
  | "report"
  | `report ${ReportAct}`
  | "appeal"
  | `appeal ${AppealOutcome}`;

const monthOf = (now: Date) => dayInLondon(now).slice(0, 7);

export const countOnce = (tx: Db, now: Date, what: Counted): Promise<void> => count(tx, monthOf(now), what);
export const countDecision = (tx: Db, now: Date, kind: SanctionKind) => countOnce(tx, now, `decision ${kind}`);
