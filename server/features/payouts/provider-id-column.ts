import { type SQL, sql } from "drizzle-orm";

/** The advisor to whom an account at the card provider belongs. */
export const accountsByProviderId = (id: SQL): SQL => sql`
  select 'member' as kind, a.member_id as id, 'Payout account' as what from payout_accounts a where a.account_id = ${id}`;
