import { type SQL, sql } from "drizzle-orm";
import { firstEventColumn } from "../../outbox/event-moment-columns.ts";

const agreed = (own: "advisor_id" | "customer_id", memberId: SQL) => sql`(
  select min(${firstEventColumn("engagement", sql.raw("work.id"), ["engagement.accepted"])}) from engagements work
  where work.${sql.raw(own)} = ${memberId} and work.status in ('accepted', 'in_progress', 'completed'))`;

/** SQL column: when the first engagement of a member was agreed; null before. */
export const firstAgreedColumn = (memberId: SQL): SQL<Date | null> =>
  sql`least(${agreed("advisor_id", memberId)}, ${agreed("customer_id", memberId)})`;
