import * as contract from "@plumbline/contract/back-office/payouts.ts";
import { failureInWords } from "@plumbline/contract/earnings/rules.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { sumsFrom } from "../../database/list-filters.ts";
import { handle } from "../../http/endpoints.ts";
import { pageByKey } from "../../http/page-by-key.ts";
import { sharedSums } from "../../http/shared-reads.ts";
import { type AnyPayout, listAllPayouts, placeOfPayout, sumAllPayouts } from "./staff-store.ts";

const sums = sharedSums(sumAllPayouts, ({ count }) => count);

/** The payouts of all advisors, for staff. */
export const allPayoutsRoutes = (context: AppContext) => [
  handle(contract.listAllPayouts, ({ query: { after, ...filters }, most }) =>
    pageByKey({
      after,
      most,
      view: listedView,
      placeOf: (id) => placeOfPayout(context.db, id),
      rowsAfter: (page) => listAllPayouts(context.db, filters, page),
    }),
  ),
  handle(contract.sumAllPayouts, async ({ query }) => {
    const from = sumsFrom(query, context.clock.now());
    const { count, paid, underWay, sentBack } = await sums(context.db, { ...query, from });
    return {
      from,
      count,
      paid: decimalOf(paid),
      under_way: decimalOf(underWay),
      sent_back: decimalOf(sentBack),
    };
  }),
];

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
