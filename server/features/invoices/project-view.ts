import type { invoiceSteps, ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { givenBackIn, invoiceNumber, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import type { House } from "../../house.ts";
import { isoOf } from "../../platform/database.ts";
import type { Member } from "../../platform/members.ts";
import { notFound } from "../../platform/problems.ts";
import { findEngagementOf } from "../engagements/store.ts";
import { invoicesOfEngagement, type ProjectInvoice } from "./project-store.ts";

/** What has been invoiced on an engagement, for its two parties. Throws notFound for anybody else. */
export async function invoicesFor(house: House, member: Member, engagementId: number): Promise<ProjectInvoices> {
  if (!(await findEngagementOf(house.db, member, engagementId))) throw notFound();
  const rows = await invoicesOfEngagement(house.db, engagementId);
  const sum = (which: (row: ProjectInvoice) => boolean) =>
    decimalOf(
      sumOf(rows.filter(which).map(({ totalPence, dispute }) => totalPence - (givenBackIn(dispute)?.amountPence ?? 0))),
    );
  return {
    invoiced: sum(({ status }) => status !== "void" && status !== "refunded"),
    paid: sum(({ status }) => status === "completed"),
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
