import { totalOf } from "@plumbline/contract/engagements/rules.ts";
import { standingAfter } from "@plumbline/contract/invoices/agreed-total.ts";
import type { invoiceSteps, ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { invoiceNumber, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { notFound } from "../../http/problems.ts";
import type { PastEvent } from "../../outbox/events-column.ts";
import { findEngagementOf } from "../engagements/store.ts";
import { termsFor } from "./actions.ts";
import { invoiceEvents } from "./events.ts";
import { invoicesOfEngagement, type ProjectInvoice } from "./project-store.ts";
import { findVatRegistration } from "./vat-store.ts";
import { otherInvoiceView, refundedPenceOf } from "./view.ts";

/** An engagement's invoices and their sums, for its two parties. Throws notFound for others. */
export async function invoicesFor(context: AppContext, member: Member, engagementId: number): Promise<ProjectInvoices> {
  const engagement = await findEngagementOf(context.db, member, engagementId);
  if (!engagement) throw notFound();
  const [book, { rows, sums }, registration] = await Promise.all([
    context.moneyTerms.book(context.db),
    invoicesOfEngagement(context.db, engagementId),
    findVatRegistration(context.db, engagement.advisorId),
  ]);
  const { commission, ...terms } = termsFor(book, engagement, context.clock.now());
  const agreedPence = totalOf(engagement);
  // An engagement is agreed without VAT, and so are the sums.
  const { invoicedPence, leftPence, beyondPence } = standingAfter({ agreedPence, invoicedPence: sums.invoiced });
  return {
    agreed: decimalOf(agreedPence),
    invoiced: decimalOf(invoicedPence),
    left: decimalOf(leftPence),
    beyond: decimalOf(beyondPence),
    paid: decimalOf(sums.paid),
    claimed: decimalOf(sums.claimed),
    ...(registration || sums.hasVat ? { plus_vat: true } : {}),
    ...(member.role === "advisor" ? { terms: { commission_percent: commission, ...terms } } : {}),
    entries: rows.map((row) => ({
      id: row.id,
      number: invoiceNumber(row.number),
      status: wireStatusOf(row.status),
      total: decimalOf(row.totalPence),
      refunded: decimalOf(refundedPenceOf(row)),
      date: row.issuedOn,
      due_date: row.dueOn,
      dispute: row.dispute?.state ?? null,
      claim_for: row.claimFor && otherInvoiceView(row.claimFor),
      history: row.history.map((step) => stepView(row, step)),
    })),
  };
}

/** A step with what it moved: a refund and a dispute their own amount, all others the whole invoice. */
function stepView({ totalPence }: ProjectInvoice, { id, kind, actorId, data, createdAt }: PastEvent) {
  // project-store.ts reads the kinds of these steps and no others.
  const action = kind.slice("invoice.".length) as (typeof invoiceSteps)[number];
  const payload = invoiceEvents[`invoice.${action}`].data.parse(data);
  const pence = ("amountPence" in payload ? payload.amountPence : undefined) ?? totalPence;
  return { id, action, amount: decimalOf(pence), by: actorId, created_at: isoOf(createdAt) };
}
