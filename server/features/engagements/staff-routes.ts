import * as contract from "@plumbline/contract/back-office/engagements.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { type AnyEngagement, listAllEngagements, placeOfEngagement, sumAllEngagements } from "./staff-store.ts";

const pageSize = 30;
/** How far back sums go when no first day is given. */
const defaultDays = 366;

/** The engagements of all members, for staff. */
export const allEngagementsRoutes = (context: AppContext) => {
  const placed = async (id: number) => {
    const place = await placeOfEngagement(context.db, id);
    if (!place) throw notFound();
    return place;
  };
  return [
    handle(contract.listAllEngagements, async ({ query: { after, ...filters }, most = pageSize }) => {
      const last = after === undefined ? null : await placed(after);
      const rows = await listAllEngagements(context.db, filters, { after: last, limit: most + 1 });
      return { entries: rows.slice(0, most).map(listedView), more: rows.length > most };
    }),
    handle(contract.sumAllEngagements, async ({ query }) => {
      const from = query.from ?? addDays(dayInLondon(context.clock.now()), -defaultDays);
      const { count, total, waiting, agreed } = await sumAllEngagements(context.db, { ...query, from });
      return { from, count, total: decimalOf(total), waiting: decimalOf(waiting), agreed: decimalOf(agreed) };
    }),
  ];
};

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
