import type { Day } from "@plumbline/contract/dates.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { londonDay } from "../../database/list-filters.ts";
import { preparedOn } from "../../database/prepared.ts";

const { placeholder } = sql;
const reads = preparedOn((db) =>
  db
    .select({ day: sql<Day>`day::text` })
    .from(
      sql`(select ${londonDay(sql`billed_at`)} as day from membership_bills where member_id = ${placeholder("id")}
        union select ${londonDay(sql`updated_at`)} from membership_payments where member_id = ${placeholder("id")}) days`,
    )
    .prepare("days_of_membership"),
);

/** The days on which a customer's membership was billed or given back. */
export async function daysOfMembership(db: Db, id: number): Promise<Day[]> {
  return (await reads(db).execute({ id })).map(({ day }) => day);
}
