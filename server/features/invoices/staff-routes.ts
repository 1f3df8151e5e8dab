import * as contract from "@plumbline/contract/back-office/invoices.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { invoiceNumber, statusOfWire, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { z } from "zod";
import type { AppContext } from "../../context.ts";
import { sumsFrom } from "../../database/list-filters.ts";
import { handle } from "../../http/endpoints.ts";
import { pageByKey } from "../../http/page-by-key.ts";
import { sharedSums } from "../../http/shared-reads.ts";
import { type AnyInvoice, listAllInvoices, placeOfInvoice, sumAllInvoices } from "./staff-store.ts";

const sums = sharedSums(sumAllInvoices, ({ count }) => count);

/** The sent invoices of all advisors, for staff. */
export const allInvoicesRoutes = (context: AppContext) => [
  handle(contract.listAllInvoices, ({ query: { after, ...query }, most }) =>
    pageByKey({
      after,
      most,
      view: listedView,
      placeOf: (id) => placeOfInvoice(context.db, id),
      rowsAfter: (page) => listAllInvoices(context.db, filtersOf(query), page),
    }),
  ),
  handle(contract.sumAllInvoices, async ({ query }) => {
    const from = sumsFrom(query, context.clock.now());
    const { count, ...pence } = await sums(context.db, { ...filtersOf(query), from });
    return {
      from,
      count,
      total: decimalOf(pence.total),
      paid: decimalOf(pence.paid),
      unpaid: decimalOf(pence.unpaid),
      refunded: decimalOf(pence.refunded),
      withdrawn: decimalOf(pence.withdrawn),
    };
  }),
];

const filtersOf = ({ status, dispute, ...filters }: z.infer<typeof contract.sumAllInvoices.query>) => ({
  ...filters,
  status: status && statusOfWire(status),
  disputed: dispute === "open",
});

const listedView = (row: AnyInvoice): contract.ListedInvoice => ({
  id: row.id,
  number: invoiceNumber(row.number ?? 0),
  status: wireStatusOf(row.status),
  advisor: { id: row.advisorId, name: row.advisor ?? "" },
  customer: { id: row.customerId, name: row.customer ?? "", company_name: row.companyName },
  project: { id: row.engagementId, name: row.engagementName },
  date: row.issuedOn ?? dayInLondon(row.createdAt),
  due_date: row.dueOn,
  total: decimalOf(row.totalPence),
  refunded: decimalOf(row.refundedPence),
  dispute: row.dispute && { id: row.dispute.id, state: row.dispute.state, respond_by: row.dispute.respondBy },
});
