import * as contract from "@plumbline/contract/invoices/contract.ts";
import { statusOfWire, type WireStatus } from "@plumbline/contract/invoices/rules.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { csvFile, everyPage } from "../../http/csv.ts";
import { Download } from "../../http/download.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { createInvoice, discardDraft, sendDraft, updateDraft } from "./actions.ts";
import { latePaymentView } from "./claims.ts";
import { csvRow, invoiceCsvColumns } from "./csv-columns.ts";
import { invoiceSumsOf, invoicesAfter, listInvoicesOf } from "./list-store.ts";
import { payInvoice } from "./paying.ts";
import { latestPaymentState, type PaymentState } from "./payment-store.ts";
import { invoicesFor } from "./project-view.ts";
import { previewRefund } from "./refund-preview.ts";
import { refundInvoice } from "./refunds.ts";
import { shownToStaff } from "./shown-to-staff.ts";
import { type InvoiceSummary, readInvoiceOf } from "./store.ts";
import { invoiceSumsView, invoiceView } from "./view.ts";
import { withdrawInvoice } from "./withdrawing.ts";

const pageSize = 10;

export const invoicesRoutes = (context: AppContext) => [
  handle(contract.listInvoices, async ({ query, member }) => {
    const book = await context.moneyTerms.book(context.db);
    const { rows, total } = await listInvoicesOf(context.db, member, { ...filtersOf(query), limit: pageSize });
    return {
      entries: rows.map((row) => invoiceView(context, book, row, member)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(contract.sumInvoices, async ({ query, member }) =>
    invoiceSumsView(await invoiceSumsOf(context.db, member, filtersOf(query))),
  ),
  handle(contract.invoicesCsv, async ({ query, member }) => {
    const book = await context.moneyTerms.book(context.db);
    const now = context.clock.now();
    return csvFile(
      "invoices",
      invoiceCsvColumns[member.role === "advisor" ? "advisor" : "customer"],
      everyPage(
        (after: InvoiceSummary | null, limit) => invoicesAfter(context.db, member, filtersOf(query), { after, limit }),
        (row) => csvRow(now, book, row),
      ),
    );
  }),
  handle(contract.projectInvoices, ({ params, member }) => invoicesFor(context, member, params.id)),
  handle(contract.readInvoice, ({ params, member }) => invoiceFor(context, member, params.id)),
  handle(contract.createInvoice, async ({ body, member }) =>
    invoiceFor(context, member, await createInvoice(context, member, body)),
  ),
  handle(contract.updateDraft, async ({ params, body, member }) => {
    await updateDraft(context, member, params.id, body);
    return invoiceFor(context, member, params.id);
  }),
  handle(contract.deleteDraft, ({ params, query, member }) => discardDraft(context, member, params.id, query)),
  handle(contract.sendDraft, async ({ params, body, member }) => {
    await sendDraft(context, member, params.id, body);
    return invoiceFor(context, member, params.id);
  }),
  handle(contract.withdrawInvoice, async ({ params, member }) => {
    await withdrawInvoice(context, member, params.id);
    return invoiceFor(context, member, params.id);
  }),
  handle(contract.payInvoice, async ({ params, member }) => {
    const paymentState = await payInvoice(context, member, params.id);
    return invoiceFor(context, member, params.id, paymentState);
  }),
  handle(contract.invoicePdf, async ({ params, member }) => {
    const invoice = await invoiceFor(context, member, params.id);
    const name = `${invoice.number ?? "draft"}.pdf`;
    return new Download(await context.pdfs.invoice(invoice), { type: "application/pdf", name });
  }),
  handle(staffContract.readAnyInvoice, ({ params }) => invoiceForStaff(context, params.id)),
  handle(staffContract.previewRefund, ({ params, query }) => previewRefund(context, params.id, query.amount)),
  handle(staffContract.refundInvoice, async ({ params, body, member }) => {
    await refundInvoice(context, member, params.id, {
      reason: body.reason,
      amountPence: body.amount ?? undefined,
      refunded: body.refunded,
    });
    return invoiceForStaff(context, params.id);
  }),
];

async function invoiceFor(context: AppContext, member: Member, id: number, paymentState?: PaymentState) {
  const isAsked = member.role === "customer" && !paymentState;
  const [book, row, latest] = await Promise.all([
    context.moneyTerms.book(context.db),
    readInvoiceOf(context.db, member, id),
    isAsked ? latestPaymentState(context.db, id) : null,
  ]);
  if (!row) throw notFound();
  return {
    ...invoiceView(context, book, row, member, paymentState ?? latest),
    late_payment: latePaymentView(row, book, context.clock.now(), member),
  };
}

async function invoiceForStaff(context: AppContext, id: number) {
  const shown = await shownToStaff(context, id);
  if (!shown) throw notFound();
  return shown;
}

const filtersOf = <Filters extends { status?: WireStatus | undefined }>({ status, ...others }: Filters) => ({
  ...others,
  status: status && statusOfWire(status),
});
