import { type SQL, sql } from "drizzle-orm";

/**
 * SQL column: pence of the payment of an invoice that the customer's bank has given back in a dispute, beside what we
 * refunded. `invoice` is the table's name in the query, or its alias.
 */
export function bankReturnedColumn(invoice: string): SQL<number> {
  const table = sql.raw(invoice);
  return sql`(case when ${table}.paid_at is null then 0 else coalesce((select sum(d.amount_pence) from disputes d
    where d.invoice_id = ${table}.id and d.state = 'lost'), 0) end)::float8`;
}

/** SQL column: the same of a membership's payment. */
export function bankReturnedOfMembershipColumn(payment: string): SQL<number> {
  return sql`coalesce((select sum(d.amount_pence) from disputes d
    where d.membership_payment_id = ${sql.raw(payment)}.id and d.state = 'lost'), 0)`;
}

/** SQL column: all that came back to the customer of an invoice, in pence; `givenBackPence` of view.ts, row by row. */
export function givenBackColumn(invoice: string): SQL<number> {
  const table = sql.raw(invoice);
  return sql`least(${table}.total_pence, ${table}.refunded_pence + ${bankReturnedColumn(invoice)})`;
}
