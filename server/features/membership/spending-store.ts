import type { Day } from "@plumbline/contract/dates.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { londonDay } from "../../database/list-filters.ts";
import { preparedSql } from "../../database/prepared.ts";
import { bankReturnedOfMembershipColumn } from "../invoices/returned-column.ts";

export type PaidBill = { day: Day; number: string | null; pence: number };

const given = sql.placeholder;
const dayBilled = londonDay(sql`b.billed_at`);

const paidBills = preparedSql<PaidBill>(
  "membership_bills_paid",
  sql`
    select ${dayBilled}::text as day, b.number,
      greatest(0, b.total_pence - coalesce((
        select sum(p.refunded_pence + ${bankReturnedOfMembershipColumn("p")}) from membership_payments p
        where p.member_id = b.member_id and p.bill_id = b.id), 0))::float8 as pence
    from membership_bills b
    where b.member_id = ${given("memberId")} and b.status = 'paid' and b.total_pence > 0
      and ${dayBilled} between ${given("from")}::date and ${given("to")}::date
    order by b.billed_at, b.id limit 200`,
);

/**
 * The membership's bills that a member paid in a period of London's days, oldest first, less what we refunded and what their
 * bank gave back.
 */
export function paidBillsOf(db: Db, memberId: number, days: { from: Day; to: Day }): Promise<PaidBill[]> {
  return paidBills(db, { memberId, ...days });
}
