import { type SQL, sql } from "drizzle-orm";

/** SQL column: a closed account's data is erased, or is being erased, so that it is never opened again. */
export const erasedColumn = (memberId: SQL): SQL<boolean> => sql`exists (
  select from closures c
  where c.member_id = ${memberId} and c.reopened_at is null and coalesce(c.erasing_at, c.erased_at) is not null)`;
