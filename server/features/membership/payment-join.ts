import { type SQL, sql } from "drizzle-orm";

// What the queries of other features may use of the payments of memberships (ADR-006).

/** The member who made a payment, as a column of a query that names the payment by its id. */
export const payerColumn = (paymentId: SQL): SQL<number | null> =>
  sql`(select mp.member_id from membership_payments mp where mp.id = ${paymentId})`;

/** The ids of a member's newest payments. */
export const paymentsOfMember = (memberId: SQL, most: number): SQL =>
  sql`select mp.id from membership_payments mp where mp.member_id = ${memberId}
    order by mp.id desc limit ${sql.raw(String(most))}`;
