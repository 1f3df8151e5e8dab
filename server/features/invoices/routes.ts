import * as contract from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus, WireStatus } from "@plumbline/contract/invoices/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { createInvoice, discardDraft, sendDraft, updateDraft } from "./actions.ts";
import { payInvoice } from "./paying.ts";
import { latestPaymentState, type PaymentState } from "./payment-store.ts";
import { invoicesFor } from "./project-view.ts";
import { refundInvoice } from "./refunds.ts";
import { listInvoicesOf, listSentInvoices, readInvoiceOf, readSentInvoice } from "./store.ts";
import { invoiceView } from "./view.ts";
import { withdrawInvoice } from "./withdrawing.ts";

const pageSize = 10;

export const invoicesRoutes = (context: AppContext) => [
  handle(contract.listInvoices, async ({ query, member }) => {
    const { rows, total } = await listInvoicesOf(context.db, member, { ...query, limit: pageSize });
    return {
      entries: rows.map((row) => invoiceView(context, row, member)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
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
  handle(contract.deleteDraft, ({ params, member }) => discardDraft(context, member, params.id) as Promise<undefined>),
  handle(contract.sendDraft, async ({ params, member }) => {
    await sendDraft(context, member, params.id);
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
  handle(contract.invoicePdf, async ({ params, member, reply }) => {
    const invoice = await invoiceFor(context, member, params.id);
    reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${invoice.number ?? "draft"}.pdf"`)
      .header("cache-control", "private, no-store");
    return context.pdfs.invoice(invoice);
  }),
  handle(contract.listAllInvoices, async ({ query, member }) => {
    const { rows, total } = await listSentInvoices(context.db, {
      status: query.status && statusOfWire(query.status),
      disputed: query.dispute === "open",
      page: query.page,
      limit: pageSize,
    });
    return {
      entries: rows.map((row) => invoiceView(context, row, member)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(contract.readAnyInvoice, ({ params, member }) => invoiceForStaff(context, member, params.id)),
  handle(contract.refundInvoice, async ({ params, body, member }) => {
    await refundInvoice(context, member, params.id, body.reason);
    return invoiceForStaff(context, member, params.id);
  }),
];

async function invoiceFor(context: AppContext, member: Member, id: number, paymentState?: PaymentState) {
  const isAsked = member.role === "customer" && !paymentState;
  const [row, latest] = await Promise.all([
    readInvoiceOf(context.db, member, id),
    isAsked ? latestPaymentState(context.db, id) : null,
  ]);
  if (!row) throw notFound();
  return invoiceView(context, row, member, paymentState ?? latest);
}

async function invoiceForStaff(context: AppContext, member: Member, id: number) {
  const row = await readSentInvoice(context.db, id);
  if (!row) throw notFound();
  return invoiceView(context, row, member);
}

const statusOfWire = (status: WireStatus): InvoiceStatus => (status === "Completed" ? "completed" : status);
