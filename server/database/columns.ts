import { sql } from "drizzle-orm";
import { customType, integer, timestamp } from "drizzle-orm/pg-core";

// Money is in whole pence, quantities in whole hundredths, times in UTC, days are London calendar days (decision 13).
/** A point in time in UTC; null is allowed unless the caller says otherwise. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** When the row was inserted, by the database's clock. */
export const created = () => moment("created_at").notNull().defaultNow();
/** A list of ids of another table, empty by default. PostgreSQL checks no foreign key in it. */
export const ids = (name: string) => integer(name).array().notNull().default(sql`'{}'`);
