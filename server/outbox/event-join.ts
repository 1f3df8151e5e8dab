import { type AnyColumn, eq, getTableColumns } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { events } from "./schema.ts";

/** The columns of an event that other queries may use (ADR-006). */
export const eventColumns = getTableColumns(events);

/** Joins the event that a query names by id. */
export function eventJoin<Query extends PgSelect>(query: Query, eventId: AnyColumn) {
  return query.innerJoin(events, eq(events.id, eventId));
}
