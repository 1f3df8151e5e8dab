import { type SQL, sql } from "drizzle-orm";

/** SQL column: why e-mail to an address, which may be in any case, was refused; null while it was not. */
export const refusedReasonColumn = (email: SQL): SQL<string | null> => sql`(
  select r.reason from refused_addresses r where r.email = lower(${email}))`;
