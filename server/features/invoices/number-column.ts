import { type SQL, sql } from "drizzle-orm";

/** SQL column: an invoice's number as it is written, "INV-0041"; `invoiceNumber` of contract/invoices/rules.ts. */
export function invoiceNumberColumn(number: SQL): SQL<string> {
  return sql`'INV-' || lpad(${number}::text, greatest(4, length(${number}::text)), '0')`;
}
