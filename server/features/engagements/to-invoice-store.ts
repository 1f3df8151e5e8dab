import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedSql } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { invoicedColumn } from "../invoices/invoiced-column.ts";

const toInvoice = preparedSql<{ count: number; pence: number }>(
  "engagements_to_invoice",
  sql`
    select count(*)::int as count, coalesce(sum(remaining), 0)::float8 as pence
    from (
      select e.total_pence - ${invoicedColumn(sql.raw("e.id"))} as remaining
      from engagements e where e.advisor_id = ${sql.placeholder("advisorId")} and e.status in ('accepted', 'in_progress')
    ) open where remaining > 0`,
);

/** What running engagements of an advisor agreed and no invoice has named yet, in pence, and in how many of them. */
export async function toInvoiceOf(db: Db, advisorId: number): Promise<{ count: number; pence: number }> {
  return oneRow(await toInvoice(db, { advisorId }));
}
