import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether an account at the card provider is connected to a member. */
export const hasPayoutAccount = (memberId: SQL): SQL<boolean> =>
  sql`exists (select from payout_accounts a where a.member_id = ${memberId})`;
