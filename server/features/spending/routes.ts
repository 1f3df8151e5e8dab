import { dayInLondon } from "@plumbline/contract/dates.ts";
import { firstDayOf, lastDayOf, monthPlus, monthsShown } from "@plumbline/contract/earnings/rules.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import * as contract from "@plumbline/contract/spending/contract.ts";
import { longestList, spendingLabels } from "@plumbline/contract/spending/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type CsvColumn, csvFile, everyPage } from "../../http/csv.ts";
import { handle } from "../../http/endpoints.ts";
import {
  type Days,
  type SpendingLine,
  type SpendingShare,
  spendingLines,
  spendingOf,
  spendingShares,
} from "../invoices/spending-store.ts";
import { paidBillsOf } from "../membership/spending-store.ts";
import { shareView, spendingView } from "./view.ts";

export const spendingRoutes = (context: AppContext) => [
  handle(contract.readSpending, async ({ query, member }) => {
    const { until, ...days } = monthsOf(context, query);
    const [spending, bills] = await Promise.all([
      spendingOf(context.db, member.id, { ...days, limit: longestList }),
      paidBillsOf(context.db, member.id, days),
    ]);
    return spendingView(spending, bills, until);
  }),
  handle(contract.spendingByAdvisor, ({ query, member }) =>
    pageOf(context, member, query, "advisor", ({ id, name, ...share }) => ({ id, name, ...shareView(share) })),
  ),
  handle(contract.spendingByEngagement, ({ query, member }) =>
    pageOf(context, member, query, "engagement", ({ id, name, advisor, ...share }) => ({
      id,
      name,
      advisor,
      ...shareView(share),
    })),
  ),
  handle(contract.spendingCsv, ({ query, member }) =>
    csvFile(`spending-${query.from}-${query.to}`, columns, movementsOf(context, member, query)),
  ),
];

/** The twelve months until one, this month unless it is named. */
function monthsOf({ clock }: AppContext, query: { until?: string | undefined }) {
  const until = query.until ?? dayInLondon(clock.now()).slice(0, 7);
  return { until, from: firstDayOf(monthPlus(until, 1 - monthsShown)), to: lastDayOf(until) };
}

type Paging = { until?: string | undefined; after?: number | undefined; limit: number };

async function pageOf<Entry>(
  context: AppContext,
  member: Member,
  query: Paging,
  by: "advisor" | "engagement",
  view: (share: SpendingShare) => Entry,
): Promise<{ entries: Entry[]; more: boolean }> {
  const { from, to } = monthsOf(context, query);
  const asked = { from, to, by, after: query.after, limit: query.limit + 1 };
  const found = await spendingShares(context.db, member.id, asked);
  return { entries: found.slice(0, query.limit).map(view), more: found.length > query.limit };
}

/** A line of the statement; `pence` is negative for what was given back. */
type Movement = Pick<SpendingLine, "day" | "pence"> &
  Record<"number" | "advisor" | "project", string | null> & { kind: keyof typeof spendingLabels };

/** The invoices' payments and what was given back; the membership's bills follow them. */
async function* movementsOf({ db }: AppContext, { id }: Member, days: Days): AsyncGenerator<Movement[]> {
  yield* everyPage(
    (after: SpendingLine | null, limit) => spendingLines(db, id, { ...days, after, limit }),
    (line): Movement => ({ ...line, number: invoiceNumber(line.number) }),
  );
  const bills = await paidBillsOf(db, id, days);
  yield bills.map((bill): Movement => ({ ...bill, kind: "membership", advisor: null, project: null }));
}

const columns: readonly CsvColumn<Movement>[] = [
  ["Date", ({ day }) => day],
  ["Invoice", ({ number }) => number],
  ["Kind", ({ kind }) => spendingLabels[kind]],
  ["Advisor", ({ advisor }) => advisor],
  ["Engagement", ({ project }) => project],
  ["Amount", ({ pence }) => decimalOf(pence)],
];
