import { sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";

/** How many calls wait for a lock in a database on a server. */
export async function waitingCalls(db: Db): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
