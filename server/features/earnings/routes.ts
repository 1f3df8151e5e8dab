import { dayInLondon } from "@plumbline/contract/dates.ts";
import * as contract from "@plumbline/contract/earnings/contract.ts";
import type { AppContext } from "../../context.ts";
import { csvFile } from "../../http/csv.ts";
import { Download } from "../../http/download.ts";
import { handle } from "../../http/endpoints.ts";
import { toInvoiceOf } from "../engagements/to-invoice-store.ts";
import { unpaidSumOf } from "../invoices/unpaid-store.ts";
import { earningsSummary, partsOfPayouts, payoutsBefore } from "./reading-store.ts";
import { linesOf, statementColumns, statementFor } from "./statements.ts";
import { earningsView, payoutView } from "./view.ts";

const pageSize = 10;
const partsShown = 100;

export const earningsRoutes = (context: AppContext) => [
  handle(contract.readEarnings, async ({ query, member }) => {
    const today = dayInLondon(context.clock.now());
    const [book, summary, unpaid, toInvoice] = await Promise.all([
      context.moneyTerms.book(context.db),
      earningsSummary(context.db, member.id, `${today.slice(0, 4)}-01-01`),
      unpaidSumOf(context.db, member.id),
      toInvoiceOf(context.db, member.id),
    ]);
    const { commission } = book.termsOn(today, member.id);
    return earningsView(summary, { unpaid, toInvoice, commission }, { today, until: query.until ?? today.slice(0, 7) });
  }),
  handle(contract.listPayouts, async ({ query, member }) => {
    const found = await payoutsBefore(context.db, member.id, { before: query.before, limit: pageSize + 1 });
    const shown = found.slice(0, pageSize);
    const parts = await partsOfPayouts(
      context.db,
      shown.map(({ id }) => id),
      partsShown,
    );
    const entries = shown.map((payout) =>
      payoutView(
        payout,
        parts.filter(({ payoutId }) => payoutId === payout.id),
      ),
    );
    return { entries, more: found.length > pageSize };
  }),
  handle(contract.earningsCsv, ({ query, member }) =>
    csvFile(`earnings-${query.from}-${query.to}`, statementColumns, linesOf(context, member.id, query)),
  ),
  handle(contract.earningsPdf, async ({ query, member }) => {
    const pdf = await context.pdfs.statement(await statementFor(context, member, query));
    return new Download(pdf, { type: "application/pdf", name: `earnings-${query.from}-${query.to}.pdf` });
  }),
];
