import type { Day } from "@plumbline/contract/dates.ts";
import type { Payout } from "@plumbline/contract/earnings/contract.ts";
import type { EarningState } from "@plumbline/contract/earnings/rules.ts";

/** What a statement as a PDF shows; a file of its own because the thread that draws it imports nothing else of earnings. */
export type Statement = {
  from: Day;
  to: Day;
  name: string;
  /** The same bytes all day. */
  madeOn: Day;
  lines: (Payout["parts"][number] & { state: EarningState; paidOutOn: Day | null })[];
};
