import { and, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { type Db, isAmong } from "../../database/database.ts";
import { membershipBilling, memberships } from "./schema.ts";

/** A membership that is charged at the end of its period, `on`. */
export type Renewal = { memberId: number; plan: string | null; on: Date; amountPence: number };

type Asked = { now: Date; until: Date; annual: readonly string[]; limit: number };

/** Of the period that ends now nothing was charged: a coupon has paid for it, and may pay for the next one as well. */
const lastBillWasFree = sql`(select b.total_pence from membership_bills b where b.member_id = memberships.member_id
  order by b.billed_at desc limit 1) = 0`;

/**
 * The memberships of annual plans, by the ids of their prices, and those in free months that are charged until a moment and
 * were not announced to be; the soonest first.
 */
export async function renewalsUntil(db: Db, { now, until, annual, limit }: Asked): Promise<Renewal[]> {
  const { currentPeriodEnd: end, status, priceId, cancelAtPeriodEnd } = memberships;
  const rows = await db
    .select({
      memberId: memberships.memberId,
      plan: memberships.planName,
      on: end,
      amountPence: membershipBilling.nextPaymentPence,
    })
    .from(memberships)
    .innerJoin(membershipBilling, eq(membershipBilling.memberId, memberships.memberId))
    .where(
      and(
        inArray(status, ["active", "trialing"]).inlineParams(),
        gt(end, now),
        lte(end, until),
        eq(cancelAtPeriodEnd, false),
        or(isAmong(priceId, annual), eq(status, "trialing"), lastBillWasFree),
        gt(membershipBilling.nextPaymentPence, 0),
        lte(membershipBilling.nextPaymentAt, end),
        sql`${membershipBilling.renewalNoticeFor} is distinct from ${end}`,
      ),
    )
    .orderBy(end)
    .limit(limit);
  return rows.flatMap(({ on, amountPence, ...row }) => (on && amountPence ? [{ ...row, on, amountPence }] : []));
}

/** Records that the renewal at the end of a period is announced; true for exactly one process. */
export async function recordRenewalNotice(tx: Db, memberId: number, on: Date): Promise<boolean> {
  const recorded = await tx
    .update(membershipBilling)
    .set({ renewalNoticeFor: on })
    .where(
      and(
        eq(membershipBilling.memberId, memberId),
        sql`${membershipBilling.renewalNoticeFor} is distinct from ${on.toISOString()}::timestamptz`,
      ),
    )
    .returning({ memberId: membershipBilling.memberId });
  return recorded.length === 1;
}
