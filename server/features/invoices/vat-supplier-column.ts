import { type SQL, sql } from "drizzle-orm";
import type { VatSupplier } from "./schema.ts";

/** SQL column: the advisor's registration as of now, as it is printed on their invoices. */
export function vatSupplierColumn(advisorId: SQL): SQL<VatSupplier | null> {
  return sql`(
    select json_build_object('number', v.number, 'name', v.name, 'address', v.address) from vat_registrations v
    where v.member_id = ${advisorId} and v.ended_at is null)`;
}
