import { type SQL, sql } from "drizzle-orm";
import { appeals } from "./schema.ts";

/** SQL column: when an appeal lifted the decision about a member that a report led to, or null. */
export const liftedAtColumn = (memberId: SQL, reportId: SQL): SQL<Date | null> =>
  sql<Date | null>`(
    select a.decided_at from sanctions s join appeals a on a.sanction_id = s.id
    where s.member_id = ${memberId} and s.report_id = ${reportId} and a.outcome = 'lifted')`.mapWith(appeals.decidedAt);
