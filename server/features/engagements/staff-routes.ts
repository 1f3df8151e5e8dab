import * as contract from "@plumbline/contract/back-office/engagements.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { sumsFrom } from "../../database/list-filters.ts";
import { handle } from "../../http/endpoints.ts";
import { pageByKey } from "../../http/page-by-key.ts";
import { sharedSums } from "../../http/shared-reads.ts";
import { type AnyEngagement, listAllEngagements, placeOfEngagement, sumAllEngagements } from "./staff-store.ts";

const sums = sharedSums(sumAllEngagements, ({ count }) => count);

/** The engagements of all members, for staff. */
export const allEngagementsRoutes = (context: AppContext) => [
  handle(contract.listAllEngagements, ({ query: { after, ...filters }, most }) =>
    pageByKey({
      after,
      most,
      view: listedView,
      placeOf: (id) => placeOfEngagement(context.db, id),
      rowsAfter: (page) => listAllEngagements(context.db, filters, page),
    }),
  ),
  handle(contract.sumAllEngagements, async ({ query }) => {
    const from = sumsFrom(query, context.clock.now());
    const { count, total, waiting, agreed } = await sums(context.db, { ...query, from });
    return { from, count, total: decimalOf(total), waiting: decimalOf(waiting), agreed: decimalOf(agreed) };
  }),
];

const listedView = (row: AnyEngagement): contract.ListedEngagement => ({
  id: row.id,
  name: row.name,
  status: row.status,
  customer: { id: row.customerId, name: row.customer ?? "", company_name: row.companyName },
  advisor: { id: row.advisorId, name: row.advisor ?? "" },
  start_date: row.startDate,
  end_date: row.endDate,
  created_at: row.createdAt.toISOString(),
  total: decimalOf(row.totalPence),
  invoiced: decimalOf(row.invoices.pence),
  invoices: row.invoices.newest.map(({ id, number }) => ({ id, number: invoiceNumber(number) })),
  invoices_count: row.invoices.count,
});
