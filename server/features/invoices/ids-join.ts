import { type SQL, sql } from "drizzle-orm";

/** The ids of a member's newest invoices, for a query of another feature (ADR-006). */
export const invoiceIdsOf = (memberId: SQL): SQL => sql`
  (select i.id from invoices i where i.advisor_id = ${memberId} order by i.id desc limit 500)
  union all (select i.id from invoices i where i.customer_id = ${memberId} order by i.id desc limit 500)`;
