import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { memberships } from "./schema.ts";

const counts = preparedOn((db) => ({
  paying: db
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(sql`status in ('active', 'trialing')`)
    .prepare("memberships_paying"),
  late: db
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(sql`status = 'past_due'`)
    .prepare("memberships_in_arrears"),
}));

/** How many customers have a running membership, and how many owe a renewal. */
export async function membershipCounts(db: Db): Promise<{ paying: number; inArrears: number }> {
  const [[paying], [late]] = await Promise.all([counts(db).paying.execute(), counts(db).late.execute()]);
  return { paying: paying?.count ?? 0, inArrears: late?.count ?? 0 };
}
