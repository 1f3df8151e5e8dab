import type { DisputeState } from "@plumbline/contract/invoices/rules.ts";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { disputes } from "../../schema.ts";

type DisputeRow = typeof disputes.$inferSelect;

/** What pages show of a dispute, as JSON gives it. */
export type ShownDispute = {
  providerId: string;
  state: DisputeState;
  amountPence: number;
  reason: string;
  respondBy: string | null;
  openedAt: string;
  closedAt: string | null;
};

export async function findDispute(db: Db, providerId: string): Promise<DisputeRow | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.providerId, providerId));
  return row ?? null;
}

/** Writes a dispute as it is now, whether or not it is known. */
export async function keepDispute(tx: Db, { providerId, ...values }: typeof disputes.$inferInsert): Promise<void> {
  await tx
    .insert(disputes)
    .values({ providerId, ...values })
    .onConflictDoUpdate({ target: disputes.providerId, set: values });
}

/** How the dispute that matters for an invoice stands; null when its payment was never disputed. */
export async function standingDispute(db: Db, invoiceId: number): Promise<DisputeState | null> {
  const { rows } = await db.execute<{ dispute: ShownDispute | null }>(
    sql`select ${disputeColumn(sql`${invoiceId}::int`)} dispute`,
  );
  return rows[0]?.dispute?.state ?? null;
}

/** The dispute of an invoice, as a column: of several the one that is open, else one that was lost, else an inquiry, else the newest. */
export function disputeColumn(invoiceId: SQL): SQL<ShownDispute | null> {
  return shownDispute(sql`d.invoice_id = ${invoiceId}`);
}

/** The same for a payment of a membership. */
export function membershipDisputeColumn(paymentId: SQL): SQL<ShownDispute | null> {
  return shownDispute(sql`d.membership_payment_id = ${paymentId}`);
}

const foremost = sql.raw("d.state <> 'open', d.state <> 'lost', d.state <> 'inquiry', d.id desc");

function shownDispute(which: SQL): SQL<ShownDispute | null> {
  return sql`(
    select json_build_object('providerId', d.provider_id, 'state', d.state, 'amountPence', d.amount_pence,
      'reason', d.reason, 'respondBy', d.respond_by, 'openedAt', d.opened_at, 'closedAt', d.closed_at)
    from disputes d where ${which}
    order by ${foremost} limit 1)`;
}

/** Whether a payment of an invoice has a dispute that stands so, as a condition; `state` is written out for its index. */
export function hasDispute(invoiceId: SQL, state: DisputeState): SQL {
  return sql`exists (select 1 from disputes d where d.invoice_id = ${invoiceId} and d.state = ${sql.raw(`'${state}'`)})`;
}

/** Whether a payment of a membership is disputed or asked about, and that is undecided. */
export function hasMembershipDispute(paymentId: SQL): SQL {
  return sql`exists (select 1 from disputes d where d.membership_payment_id = ${paymentId} and d.state in ('open', 'inquiry'))`;
}
