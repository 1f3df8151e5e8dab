import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

/**
 * SQL: `archives`, whether PostgreSQL archives its log (ADR-049), and `fails_since`, the moment since which it cannot; null
 * while it can.
 */
export const archivingQuery = `
  select current_setting('archive_mode') <> 'off' as archives,
    case when last_failed_time > coalesce(last_archived_time, '-infinity')
      then coalesce(last_archived_time, stats_reset, last_failed_time) end as fails_since
  from pg_stat_archiver`;

/** Since when PostgreSQL has not been able to archive its log; null while it can, and where it archives none. */
export async function archivingFailsSince(db: Db): Promise<Date | null> {
  const { rows } = await db.execute<{ archives: boolean; fails_since: string | Date | null }>(sql.raw(archivingQuery));
  const [row] = rows;
  return row?.archives && row.fails_since ? new Date(row.fails_since) : null;
}
