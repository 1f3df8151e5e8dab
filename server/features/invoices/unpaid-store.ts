import type { Day } from "@plumbline/contract/dates.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { invoices } from "./schema.ts";

const unpaidOf = preparedOn((db) =>
  db
    .select({
      count: sql<number>`count(*)::int`,
      yoursPence: sql<number>`coalesce(sum(total_pence - coalesce(fee_pence, 0)), 0)::float8`,
      due: sql<Day | null>`min(due_on)::text`,
    })
    .from(invoices)
    .where(and(eq(invoices.advisorId, sql.placeholder("advisorId")), sql`status in ('sent', 'processing')`))
    .prepare("invoices_unpaid_sum"),
);

/** An advisor's share of their invoices that were sent and not paid yet, in pence, and the first day that is due. */
export async function unpaidSumOf(db: Db, advisorId: number) {
  return oneRow(await unpaidOf(db).execute({ advisorId }));
}
