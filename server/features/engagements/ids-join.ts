import { type SQL, sql } from "drizzle-orm";

/** The ids of a member's newest engagements, for a query of another feature (ADR-006). */
export const engagementIdsOf = (memberId: SQL): SQL => sql`
  (select e.id from engagements e where e.advisor_id = ${memberId} order by e.id desc limit 500)
  union all (select e.id from engagements e where e.customer_id = ${memberId} order by e.id desc limit 500)`;

/** How many engagements a member has. */
export const engagementCountColumn = (memberId: SQL): SQL<number> => sql`(
  (select count(*)::int from engagements e where e.advisor_id = ${memberId})
  + (select count(*)::int from engagements e where e.customer_id = ${memberId}))`;
