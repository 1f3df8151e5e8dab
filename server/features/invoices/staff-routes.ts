import * as contract from "@plumbline/contract/back-office/invoices.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { invoiceNumber, statusOfWire, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { z } from "zod";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { type AnyInvoice, listAllInvoices, placeOfInvoice, sumAllInvoices } from "./staff-store.ts";

const pageSize = 30;
/** How far back sums go when no first day is given. */
const defaultDays = 366;

/** The sent invoices of all advisors, for staff. */
export const allInvoicesRoutes = (context: AppContext) => {
  const placed = async (id: number) => {
    const place = await placeOfInvoice(context.db, id);
    if (!place) throw notFound();
    return place;
  };
  return [
    handle(contract.listAllInvoices, async ({ query: { after, ...query }, most = pageSize }) => {
      const last = after === undefined ? null : await placed(after);
      const rows = await listAllInvoices(context.db, filtersOf(query), { after: last, limit: most + 1 });
      return { entries: rows.slice(0, most).map(listedView), more: rows.length > most };
    }),
    handle(contract.sumAllInvoices, async ({ query }) => {
      const from = query.from ?? addDays(dayInLondon(context.clock.now()), -defaultDays);
      const { count, ...pence } = await sumAllInvoices(context.db, { ...filtersOf(query), from });
      return {
        from,
        count,
        total: decimalOf(pence.total),
        paid: decimalOf(pence.paid),
        unpaid: decimalOf(pence.unpaid),
        refunded: decimalOf(pence.refunded),
      };
    }),
  ];
};

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
