import { totalOf } from "@plumbline/contract/engagements/rules.ts";
import { standingAfter } from "@plumbline/contract/invoices/agreed-total.ts";
import type { invoiceSteps, ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney, invoiceNumber, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { notFound } from "../../http/problems.ts";
import { findEngagementOf } from "../engagements/store.ts";
import { invoicesOfEngagement, type ProjectInvoice } from "./project-store.ts";

/** An engagement's invoices and their sums, for its two parties. Throws notFound for others. */
export async function invoicesFor(context: AppContext, member: Member, engagementId: number): Promise<ProjectInvoices> {
  const engagement = await findEngagementOf(context.db, member, engagementId);
  if (!engagement) throw notFound();
  const rows = await invoicesOfEngagement(context.db, engagementId);
  const sum = (which: (row: ProjectInvoice) => boolean) =>
    sumOf(
      rows
        .filter(which)
        .map(({ totalPence, dispute }) => totalPence - (disputeThatReturnedMoney(dispute)?.amountPence ?? 0)),
    );
  const agreedPence = totalOf(engagement);
  const { invoicedPence, leftPence, beyondPence } = standingAfter({
    agreedPence,
    invoicedPence: sum(({ status }) => status !== "void" && status !== "refunded"),
  });
  return {
    agreed: decimalOf(agreedPence),
    invoiced: decimalOf(invoicedPence),
    left: decimalOf(leftPence),
    beyond: decimalOf(beyondPence),
    paid: decimalOf(sum(({ status }) => status === "completed")),
    entries: rows.map((row) => ({
      id: row.id,
      number: invoiceNumber(row.number),
      status: wireStatusOf(row.status),
      total: decimalOf(row.totalPence),
      date: row.issuedOn,
      due_date: row.dueOn,
      dispute: row.dispute?.state ?? null,
      history: row.history.map(({ id, kind, actorId, createdAt }) => ({
        id,
        action: kind.slice("invoice.".length) as (typeof invoiceSteps)[number],
        by: actorId,
        created_at: isoOf(createdAt),
      })),
    })),
  };
}
