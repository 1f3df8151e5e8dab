import { invoiceSteps } from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { disputeColumn, type ShownDispute } from "./dispute-store.ts";

export type ProjectInvoice = {
  id: number;
  number: number;
  status: InvoiceStatus;
  totalPence: number;
  issuedOn: string;
  dueOn: string;
  dispute: ShownDispute | null;
  /** The latest last. */
  history: { id: number; kind: string; actorId: number | null; createdAt: string }[];
};

const kinds = sql.raw(invoiceSteps.map((step) => `'invoice.${step}'`).join(", "));

/** The sent invoices of an engagement with what happened to them, newest first, at most 200. */
export async function invoicesOfEngagement(db: Db, engagementId: number): Promise<ProjectInvoice[]> {
  const { rows } = await db.execute<{ it: ProjectInvoice }>(sql`
    select json_build_object('id', i.id, 'number', i.number, 'status', i.status, 'totalPence', i.total_pence,
      'issuedOn', i.issued_on, 'dueOn', i.due_on, 'dispute', ${disputeColumn(sql.raw("i.id"))}, 'history', array(
        select json_build_object('id', e.id, 'kind', e.kind, 'actorId', e.actor_id, 'createdAt', e.created_at)
        from events e where e.subject = 'invoice' and e.subject_id = i.id and e.kind in (${kinds}) order by e.id)) it
    from invoices i where i.engagement_id = ${engagementId} and i.status <> 'draft' order by i.id desc limit 200`);
  return rows.map(({ it }) => it);
}
