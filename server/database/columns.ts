import { sql } from "drizzle-orm";
import { customType, integer, timestamp } from "drizzle-orm/pg-core";

// Money is in whole pence, quantities in whole hundredths, times in UTC, days are London calendar days (decision 13).
export const moment = (name: string) => timestamp(name, { withTimezone: true });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const created = () => moment("created_at").notNull().defaultNow();
export const ids = (name: string) => integer(name).array().notNull().default(sql`'{}'`);
