import { invoiceSteps } from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { type PastEvent, stepsColumn } from "../../outbox/events-column.ts";
import { claimForColumn, type OtherInvoice } from "./claim-store.ts";
import { disputeColumn, type ShownDispute } from "./dispute-store.ts";
import { invoices } from "./schema.ts";

export type ProjectInvoice = {
  id: number;
  number: number;
  status: InvoiceStatus;
  totalPence: number;
  vatPence: number;
  refundedPence: number;
  issuedOn: string;
  dueOn: string;
  dispute: ShownDispute | null;
  claimFor: OtherInvoice | null;
  /** Oldest first. */
  history: Omit<PastEvent, "data">[];
};

const kinds = invoiceSteps.map((step) => `invoice.${step}`);

const invoiceId = sql.raw("invoices.id");
const listOf = preparedOn((db) =>
  db
    .select({
      it: sql<ProjectInvoice>`json_build_object('id', invoices.id, 'number', number, 'status', status,
        'totalPence', total_pence, 'vatPence', vat_pence, 'refundedPence', refunded_pence, 'issuedOn', issued_on, 'dueOn', due_on, 'dispute', ${disputeColumn(invoiceId)},
        'claimFor', ${claimForColumn},
        'history', ${stepsColumn("invoice", kinds, invoiceId)})`,
    })
    .from(invoices)
    .where(and(eq(invoices.engagementId, sql.placeholder("engagementId")), sql`${invoices.status} <> 'draft'`))
    .orderBy(desc(invoices.id))
    .limit(200)
    .prepare("invoices_of_engagement"),
);

/** The sent invoices of an engagement with their events, newest first, at most 200. */
export async function invoicesOfEngagement(db: Db, engagementId: number): Promise<ProjectInvoice[]> {
  const rows = await listOf(db).execute({ engagementId });
  return rows.map(({ it }) => it);
}
