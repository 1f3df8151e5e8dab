import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";

/** Bills that are paid here, by the provider's ids. */
export async function billsByIds(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; pence: number }>(sql`
    select id, total_pence::float8 as pence from membership_bills where id = any(${sql.param(ids)}) and status = 'paid'`);
  return new Map(rows.map(({ id, pence }) => [id, pence]));
}

export async function knownCustomers(db: Db, customers: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select provider_customer_id as id from memberships where provider_customer_id = any(${sql.param(customers)})`);
  return new Set(rows.map(({ id }) => id));
}
