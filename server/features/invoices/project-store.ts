import { invoiceSteps } from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { sql } from "drizzle-orm";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { type PastEvent, stepsColumn } from "../../outbox/events-column.ts";
import { claimForColumn, type OtherInvoice } from "./claim-store.ts";
import { disputeColumn, type ShownDispute } from "./dispute-store.ts";
import { bankReturnedColumn } from "./returned-column.ts";

export type ProjectInvoice = {
  id: number;
  number: number;
  status: InvoiceStatus;
  totalPence: number;
  vatPence: number;
  refundedPence: number;
  bankReturnedPence: number;
  issuedOn: string;
  dueOn: string;
  dispute: ShownDispute | null;
  claimFor: OtherInvoice | null;
  /** Oldest first. */
  history: PastEvent[];
};

const kinds = invoiceSteps.map((step) => `invoice.${step}`);

const invoiceId = sql.raw("invoices.id");
const listOf = preparedById(
  (db) =>
    db
      .select({
        engagementId: sql<number>`asked.id`,
        all: sql<ProjectInvoice[]>`(select coalesce(json_agg(it), '[]') from (
          select json_build_object('id', invoices.id, 'number', number, 'status', status, 'totalPence', total_pence,
            'vatPence', vat_pence, 'refundedPence', refunded_pence, 'bankReturnedPence', ${bankReturnedColumn("invoices")},
            'issuedOn', issued_on, 'dueOn', due_on,
            'dispute', ${disputeColumn(invoiceId)}, 'claimFor', ${claimForColumn},
            'history', ${stepsColumn("invoice", kinds, invoiceId)}) as it
          from invoices where engagement_id = asked.id and status <> 'draft' order by invoices.id desc limit 200) them)`,
      })
      .from(sql`unnest(${arrayParameter("ids", "int")}) as asked (id)`)
      .prepare("invoices_of_engagements"),
  ({ engagementId }) => engagementId,
);

/** The sent invoices of an engagement with their events, newest first, at most 200. */
export async function invoicesOfEngagement(db: Db, engagementId: number): Promise<ProjectInvoice[]> {
  return (await listOf(db, engagementId))?.all ?? [];
}
