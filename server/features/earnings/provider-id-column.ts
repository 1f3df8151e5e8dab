import { type SQL, sql } from "drizzle-orm";

/** What an advisor's balance holds under an id of the card provider: a movement, its charge, a payout. */
export const earningsByProviderId = (id: SQL): SQL => sql`
  select 'invoice' as kind, e.invoice_id as id, 'Movement of the balance' as what from earnings e where e.id = ${id}
  union all
  select 'invoice', e.invoice_id, 'Charge' from earnings e where e.source = ${id}
  union all
  select 'member', p.member_id, 'Payout' from payouts p where p.provider_id = ${id}`;
