import type { Placeholder } from "drizzle-orm";
import { type SQL, sql } from "drizzle-orm";

/** Customers and advisors by their ids with the moments of their application, for another feature's query (ADR-006). */
export const applicationsOf = (ids: SQL): SQL => sql`(
  select m.id, m.role, m.created_at as applied_at, greatest(m.created_at, m.verified_at) as ready_at, m.decided_at,
    case when m.decision = 'approved' then m.decided_at end as approved_at
  from members m where m.id = any(${ids}) and m.role <> 'staff')`;

/** The ids of the next customers and advisors after one, at most `limit`. */
export const memberIdsAfter = (id: SQL | Placeholder, limit: SQL | Placeholder): SQL => sql`(
  select m.id from members m where m.id > ${id} and m.role <> 'staff' order by m.id limit ${limit})`;

/** The moment at which the first of all applied; null before. */
export const firstApplication: SQL<Date | null> = sql`(
  select m.created_at from members m where m.role <> 'staff' order by m.created_at, m.id limit 1)`;
