import type { Day } from "@plumbline/contract/dates.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { londonDay } from "../../database/list-filters.ts";
import { preparedOn } from "../../database/prepared.ts";
import { invoices } from "./schema.ts";

const { placeholder } = sql;
const reads = preparedOn((db) => ({
  arrears: db
    .select({
      pence: sql<number>`coalesce(sum(${invoices.totalPence}), 0)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(invoices)
    .where(
      sql`status in ('sent', 'processing') and ${invoices.dueOn} >= ${placeholder("from")}
        and ${invoices.dueOn} <= ${placeholder("to")} and ${invoices.dueOn} < ${placeholder("today")}`,
    )
    .prepare("arrears_of_days"),
  days: db
    .select({ day: sql<Day>`day::text` })
    .from(
      sql`(select due_on as day from invoices where id = ${placeholder("id")}
        union select ${londonDay(sql`paid_at`)} from invoices where id = ${placeholder("id")}
        union select ${londonDay(sql`settled_at`)} from refunds where invoice_id = ${placeholder("id")}
        union select ${londonDay(sql`opened_at`)} from disputes where invoice_id = ${placeholder("id")}
        union select ${londonDay(sql`closed_at`)} from disputes where invoice_id = ${placeholder("id")}) days`,
    )
    .where(sql`day is not null`)
    .prepare("days_of_invoice"),
}));

/** What was due within the days, before today, and is unpaid. */
export async function arrearsOfDays(db: Db, days: { from: Day; to: Day; today: Day }) {
  const [row] = await reads(db).arrears.execute(days);
  return row ?? { pence: 0, count: 0 };
}

/** The days on which an invoice was due, paid, given back or disputed. */
export async function daysOfInvoice(db: Db, id: number): Promise<Day[]> {
  return (await reads(db).days.execute({ id })).map(({ day }) => day);
}
