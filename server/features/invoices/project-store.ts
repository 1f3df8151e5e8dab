import { invoiceSteps } from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { type SQL, sql } from "drizzle-orm";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { type PastEvent, stepsColumn } from "../../outbox/events-column.ts";
import { claimForColumn, type OtherInvoice } from "./claim-store.ts";
import { disputeColumn, type ShownDispute } from "./dispute-store.ts";
import { invoicedColumn, leftWithoutVatColumn } from "./invoiced-column.ts";

export type ProjectInvoice = {
  id: number;
  number: number;
  status: InvoiceStatus;
  totalPence: number;
  refundedPence: number;
  issuedOn: string;
  dueOn: string;
  dispute: ShownDispute | null;
  claimFor: OtherInvoice | null;
  /** Oldest first. */
  history: PastEvent[];
};

/** In pence, without VAT and without what was given back. */
export type ProjectSums = { invoiced: number; paid: number; claimed: number; hasVat: boolean };

const kinds = invoiceSteps.map((step) => `invoice.${step}`);

const sumLeft = (which: SQL) => sql`coalesce(sum(${leftWithoutVatColumn}) filter (where ${which}), 0)::float8`;
const invoiceId = sql.raw("invoices.id");
const listOf = preparedById(
  (db) =>
    db
      .select({
        engagementId: sql<number>`asked.id`,
        all: sql<ProjectInvoice[]>`(select coalesce(json_agg(it), '[]') from (
          select json_build_object('id', invoices.id, 'number', number, 'status', status, 'totalPence', total_pence,
            'refundedPence', refunded_pence,
            'issuedOn', issued_on, 'dueOn', due_on,
            'dispute', ${disputeColumn(invoiceId)}, 'claimFor', ${claimForColumn},
            'history', ${stepsColumn("invoice", kinds, invoiceId)}) as it
          from invoices where engagement_id = asked.id and status <> 'draft' order by invoices.id desc limit 200) them)`,
        // Of all, also of those beyond the list's end.
        sums: sql<ProjectSums>`(select json_build_object(
            'invoiced', ${invoicedColumn(sql.raw("asked.id"))}::float8,
            'paid', ${sumLeft(sql`i.status = 'completed' and i.claim_for_id is null`)},
            'claimed', ${sumLeft(sql`i.status in ('sent', 'processing', 'completed') and i.claim_for_id is not null`)},
            'hasVat', coalesce(bool_or(i.vat_pence > 0), false))
          from invoices i where i.engagement_id = asked.id and i.status <> 'draft')`,
      })
      .from(sql`unnest(${arrayParameter("ids", "int")}) as asked (id)`)
      .prepare("invoices_of_engagements"),
  ({ engagementId }) => engagementId,
);

/** The sent invoices of an engagement with their events, newest first, at most 200, and the sums of all of them. */
export async function invoicesOfEngagement(
  db: Db,
  engagementId: number,
): Promise<{ rows: ProjectInvoice[]; sums: ProjectSums }> {
  const { all, sums } = existing(await listOf(db, engagementId));
  return { rows: all, sums };
}
