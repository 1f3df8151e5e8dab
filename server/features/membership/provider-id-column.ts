import { type SQL, sql } from "drizzle-orm";

/** The members to whom an id of the card provider belongs, and in a word what the id names. */
export const membershipsByProviderId = (id: SQL): SQL => sql`
  select 'member' as kind, m.member_id as id, 'Customer at the provider' as what from memberships m
  where m.provider_customer_id = ${id}
  union all
  select 'member', m.member_id, 'Subscription' from memberships m where m.subscription_id = ${id}
  union all
  select 'member', b.member_id, 'Membership bill' from membership_bills b where b.id = ${id}
  union all
  select 'member', p.member_id, 'Membership payment' from membership_payments p where p.intent_id = ${id}
  union all
  select 'member', p.member_id, 'Membership charge' from membership_payments p where p.charge_id = ${id}`;
