import type { Readable } from "node:stream";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { firstDayOf, lastDayOf, monthPlus, monthsShown } from "@plumbline/contract/earnings/rules.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import * as contract from "@plumbline/contract/spending/contract.ts";
import { longestList, spendingLabels } from "@plumbline/contract/spending/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type Cell, csvStream } from "../../http/csv.ts";
import { handle } from "../../http/endpoints.ts";
import { type Days, type SpendingLine, spendingLines, spendingOf } from "../invoices/spending-store.ts";
import { paidBillsOf } from "../membership/spending-store.ts";
import { spendingView } from "./view.ts";

export const spendingRoutes = (context: AppContext) => [
  handle(contract.readSpending, async ({ query, member }) => {
    const until = query.until ?? dayInLondon(context.clock.now()).slice(0, 7);
    const days = { from: firstDayOf(monthPlus(until, 1 - monthsShown)), to: lastDayOf(until) };
    const [spending, bills] = await Promise.all([
      spendingOf(context.db, member.id, { ...days, limit: longestList }),
      paidBillsOf(context.db, member.id, days),
    ]);
    return spendingView(spending, bills, until);
  }),
  handle(contract.spendingCsv, async ({ query, member, reply }) => {
    const lines = await statement(context, member, query);
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="spending-${query.from}-${query.to}.csv"`)
      .header("cache-control", "private, no-store");
    return lines;
  }),
];

/** How many lines are read at once. */
const pageSize = 500;

/** Amounts in pounds, less than nothing for what was given back; the membership's bills follow the invoices. */
function statement(context: AppContext, member: Member, days: Days): Promise<Readable> {
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (let after: SpendingLine | null = null, more = true; more; ) {
      const page: SpendingLine[] = await spendingLines(context.db, member.id, { ...days, after, limit: pageSize });
      for (const { day, number, kind, advisor, project, pence } of page)
        yield [day, invoiceNumber(number), spendingLabels[kind], advisor, project, decimalOf(pence)];
      after = page.at(-1) ?? null;
      more = page.length === pageSize;
    }
    for (const { day, number, pence } of await paidBillsOf(context.db, member.id, days))
      yield [day, number, spendingLabels.membership, null, null, decimalOf(pence)];
  }
  return csvStream(["Date", "Invoice", "Kind", "Advisor", "Engagement", "Amount"], rows());
}
