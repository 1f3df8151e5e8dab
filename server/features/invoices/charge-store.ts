import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";

/** A payment of an invoice as we have it, in pence; `intentId` is the provider's. */
export type OurCharge = {
  intentId: string;
  invoiceId: number;
  amount: number;
  fee: number;
  transferred: number;
  refunded: number;
  /** A refund of it is under way, so that the sides may differ for a moment. */
  unsettled: boolean;
};

const columns = sql.raw(`p.intent_id as "intentId", p.invoice_id as "invoiceId", p.amount_pence::float8 as amount,
  (p.fee_pence - coalesce(r.fee, 0))::float8 as fee,
  (p.amount_pence - p.fee_pence - coalesce(r.advisor, 0))::float8 as transferred,
  coalesce(r.done, 0)::float8 as refunded, coalesce(r.asked, false) as unsettled`);
const given = sql.raw(`left join lateral (
  select sum(fee_pence) filter (where state in ('done', 'failed')) as fee,
    sum(advisor_pence) filter (where state in ('done', 'failed')) as advisor,
    sum(amount_pence) filter (where state = 'done') as done, bool_or(state = 'asked') as asked
  from refunds where refunds.invoice_id = p.invoice_id and refunds.payment_id = p.id) r on true`);

/** The payments of invoices of these intents, whatever their status. */
export async function chargesOfIntents(db: Db, intents: readonly string[]): Promise<OurCharge[]> {
  const { rows } = await db.execute<OurCharge>(
    sql`select ${columns} from payments p ${given} where p.intent_id = any(${sql.param(intents)})`,
  );
  return rows;
}

/** The payments of invoices that were paid since a moment, a page of them by the invoice's id. */
export async function chargesPaidSince(db: Db, since: Date, after: number): Promise<OurCharge[]> {
  const { rows } = await db.execute<OurCharge>(sql`
    select ${columns} from (
      select id from invoices i where i.paid_at is not null and i.paid_at >= ${since.toISOString()} and i.id > ${after}
      order by i.id limit 1000) i
    join lateral (select * from payments where payments.invoice_id = i.id and status in ('succeeded', 'refunded')
      and refund_id is null order by payments.id limit 1) p on true ${given} order by i.id`);
  return rows;
}
