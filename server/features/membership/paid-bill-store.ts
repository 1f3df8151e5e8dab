import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";

/** Bills that are paid here, by the provider's ids. */
export async function billsByIds(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; pence: number }>(sql`
    select id, total_pence::float8 as pence from membership_bills where id = any(${sql.param(ids)}) and status = 'paid'`);
  return new Map(rows.map(({ id, pence }) => [id, pence]));
}

/** Those of these customers at the provider who are ours, each with the subscription that is their membership. */
export async function subscriptionsOfCustomers(
  db: Db,
  customers: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await db.execute<{ id: string; subscription: string | null }>(sql`
    select provider_customer_id as id, subscription_id as subscription
    from memberships where provider_customer_id = any(${sql.param(customers)})`);
  return new Map(rows.map(({ id, subscription }) => [id, subscription]));
}
