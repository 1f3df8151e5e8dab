import { type SQL, sql } from "drizzle-orm";

/** SQL column: whether a member has an engagement that was agreed. */
export const hasEngagement = (memberId: SQL): SQL<boolean> => sql`(
  exists (select from engagements e where e.advisor_id = ${memberId} and e.status in ('accepted', 'in_progress', 'completed'))
  or exists (select from engagements e where e.customer_id = ${memberId} and e.status in ('accepted', 'in_progress', 'completed')))`;
