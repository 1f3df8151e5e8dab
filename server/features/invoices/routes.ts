import * as contract from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus, WireStatus } from "@plumbline/contract/invoices/rules.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import type { Member } from "../../platform/members.ts";
import { notFound } from "../../platform/problems.ts";
import { createInvoice, sendDraft, throwDraftAway, updateDraft } from "./actions.ts";
import { payInvoice } from "./paying.ts";
import { type Standing, standingOf } from "./payment-store.ts";
import { invoicesFor } from "./project-view.ts";
import { refundInvoice } from "./refunds.ts";
import { listInvoicesOf, listSentInvoices, readInvoiceOf, readSentInvoice } from "./store.ts";
import { invoiceView } from "./view.ts";
import { withdrawInvoice } from "./withdrawing.ts";

const pageSize = 10;

export const invoicesRoutes = (house: House) => [
  handle(contract.listInvoices, async ({ query, member }) => {
    const { rows, total } = await listInvoicesOf(house.db, member, { ...query, limit: pageSize });
    return {
      entries: rows.map((row) => invoiceView(house, row, member)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(contract.projectInvoices, ({ params, member }) => invoicesFor(house, member, params.id)),
  handle(contract.readInvoice, ({ params, member }) => shown(house, member, params.id)),
  handle(contract.createInvoice, async ({ body, member }) =>
    shown(house, member, await createInvoice(house, member, body)),
  ),
  handle(contract.updateDraft, async ({ params, body, member }) => {
    await updateDraft(house, member, params.id, body);
    return shown(house, member, params.id);
  }),
  handle(contract.deleteDraft, ({ params, member }) => throwDraftAway(house, member, params.id) as Promise<undefined>),
  handle(contract.sendDraft, async ({ params, member }) => {
    await sendDraft(house, member, params.id);
    return shown(house, member, params.id);
  }),
  handle(contract.withdrawInvoice, async ({ params, member }) => {
    await withdrawInvoice(house, member, params.id);
    return shown(house, member, params.id);
  }),
  handle(contract.payInvoice, async ({ params, member }) => {
    const standing = await payInvoice(house, member, params.id);
    return shown(house, member, params.id, standing);
  }),
  handle(contract.invoicePdf, async ({ params, member, reply }) => {
    const invoice = await shown(house, member, params.id);
    reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${invoice.number ?? "draft"}.pdf"`)
      .header("cache-control", "private, no-store");
    // What draws is large, and read when it is first asked for.
    const { drawInvoice } = await import("./pdf.ts");
    return drawInvoice(invoice);
  }),
  handle(contract.listAllInvoices, async ({ query, member }) => {
    const { rows, total } = await listSentInvoices(house.db, {
      status: query.status && inside(query.status),
      disputed: query.dispute === "open",
      page: query.page,
      limit: pageSize,
    });
    return {
      entries: rows.map((row) => invoiceView(house, row, member)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(contract.readAnyInvoice, ({ params, member }) => shownToStaff(house, member, params.id)),
  handle(contract.refundInvoice, async ({ params, body, member }) => {
    await refundInvoice(house, member, params.id, body.reason);
    return shownToStaff(house, member, params.id);
  }),
];

async function shown(house: House, member: Member, id: number, standing?: Standing) {
  const row = await readInvoiceOf(house.db, member, id);
  if (!row) throw notFound();
  return invoiceView(
    house,
    row,
    member,
    standing ?? (member.role === "customer" ? await standingOf(house.db, id) : null),
  );
}

async function shownToStaff(house: House, member: Member, id: number) {
  const row = await readSentInvoice(house.db, id);
  if (!row) throw notFound();
  return invoiceView(house, row, member);
}

const inside = (status: WireStatus): InvoiceStatus => (status === "Completed" ? "completed" : status);
