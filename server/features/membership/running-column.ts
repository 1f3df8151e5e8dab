import { type SQL, sql } from "drizzle-orm";

/**
 * SQL condition: the provider has a subscription of this member that it has not ended for good, as last recorded: it charges
 * for it, or may. Takes an expression for the member's id, with its table.
 */
export const hasSubscriptionAtProvider = (memberId: SQL): SQL<boolean> => sql`exists (
  select from memberships m where m.member_id = ${memberId} and m.status not in ('canceled', 'incomplete_expired'))`;
