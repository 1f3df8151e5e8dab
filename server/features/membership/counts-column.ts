import { type SQL, sql } from "drizzle-orm";

/** SQL column: how many customers have a running membership. */
export const membershipsPaying: SQL<number> = sql`(
  select count(*)::int from memberships where status in ('active', 'trialing'))`;

/** SQL column: how many customers owe a renewal. */
export const membershipsInArrears: SQL<number> = sql`(
  select count(*)::int from memberships where status = 'past_due')`;
