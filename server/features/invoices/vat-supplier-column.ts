import { type SQL, sql } from "drizzle-orm";
import type { VatSupplier } from "./schema.ts";

/**
 * SQL column of a query on `invoices`: the advisor's registration as of now, which a draft shows. A sent invoice has its
 * own in `parties`, so that lists, which are mostly of sent ones, look nothing up.
 */
export const vatSupplierColumn: SQL<VatSupplier | null> = sql`case when invoices.status = 'draft' then (
    select json_build_object('number', v.number, 'name', v.name, 'address', v.address) from vat_registrations v
    where v.member_id = invoices.advisor_id and v.ended_at is null) end`;
