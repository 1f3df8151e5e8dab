import * as contract from "@plumbline/contract/back-office/payouts.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { failureInWords } from "@plumbline/contract/earnings/rules.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { type AnyPayout, listAllPayouts, placeOfPayout, sumAllPayouts } from "./staff-store.ts";

const pageSize = 30;
/** How far back sums go when no first day is given. */
const defaultDays = 366;

/** The payouts of all advisors, for staff. */
export const allPayoutsRoutes = (context: AppContext) => {
  const placed = async (id: number) => {
    const place = await placeOfPayout(context.db, id);
    if (!place) throw notFound();
    return place;
  };
  return [
    handle(contract.listAllPayouts, async ({ query: { after, ...filters }, most = pageSize }) => {
      const last = after === undefined ? null : await placed(after);
      const rows = await listAllPayouts(context.db, filters, { after: last, limit: most + 1 });
      return { entries: rows.slice(0, most).map(listedView), more: rows.length > most };
    }),
    handle(contract.sumAllPayouts, async ({ query }) => {
      const from = query.from ?? addDays(dayInLondon(context.clock.now()), -defaultDays);
      const { count, paid, underWay, sentBack } = await sumAllPayouts(context.db, { ...query, from });
      return {
        from,
        count,
        paid: decimalOf(paid),
        under_way: decimalOf(underWay),
        sent_back: decimalOf(sentBack),
      };
    }),
  ];
};

const listedView = (row: AnyPayout): contract.ListedPayout => ({
  id: row.id,
  status: row.status,
  advisor_member: { id: row.memberId, name: row.advisor ?? "" },
  amount: decimalOf(row.amountPence),
  created_at: row.createdAt.toISOString(),
  arrives_on: row.arrivesOn,
  failure: row.status === "failed" ? failureInWords(row.failure) : null,
  carried_on: row.carriedOn,
  itemised: row.automatic,
  invoices: row.invoices.newest.map(({ id, number }) => ({ id, number: invoiceNumber(number) })),
  invoices_count: row.invoices.count,
  provider_id: row.providerId,
});
