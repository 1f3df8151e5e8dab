import { type SQL, sql } from "drizzle-orm";

/** SQL column: whether a member has paid an invoice, or was paid one. */
export const hasPaidOrEarned = (memberId: SQL): SQL<boolean> => sql`(
  exists (select from invoices i where i.advisor_id = ${memberId} and i.paid_at is not null)
  or exists (select from invoices i where i.customer_id = ${memberId} and i.paid_at is not null))`;

const firstPaid = (own: "advisor_id" | "customer_id", memberId: SQL) => sql`(
  select min(i.paid_at) from invoices i where i.${sql.raw(own)} = ${memberId} and i.status = 'completed')`;

/** SQL column: when a member first paid an invoice, or was paid one, that was not given back as a whole; null before. */
export const firstPaidColumn = (memberId: SQL): SQL<Date | null> =>
  sql`least(${firstPaid("advisor_id", memberId)}, ${firstPaid("customer_id", memberId)})`;
