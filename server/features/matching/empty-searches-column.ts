import { type SQL, sql } from "drizzle-orm";

/** SQL column: how many searches that found nobody were sent to us within two moments (decision 34). */
export const emptySearchesColumn = (from: SQL, to: SQL): SQL<number> => sql`(
  select count(*)::int from advisor_requests r where r.created_at >= ${from} and r.created_at < ${to})`;
