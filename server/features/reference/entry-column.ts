import { type SQL, sql } from "drizzle-orm";
import type { Entry } from "./store.ts";

// What the queries of other features may use of the reference data (ADR-006).

/** An entry as one JSON column of a query that names it; null for none. */
export function entryColumn(id: SQL): SQL<Entry | null> {
  return sql`(select json_build_object('id', r.id, 'name', r.name) from reference_entries r where r.id = ${id})`;
}

/** An entry's name, as a column of a query that names the entry. */
export function entryNameColumn(id: SQL): SQL<string | null> {
  return sql`(select r.name from reference_entries r where r.id = ${id})`;
}
