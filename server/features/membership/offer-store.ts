import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { membershipBills, memberships, offerChanges } from "./schema.ts";

export type OfferChangeRow = typeof offerChanges.$inferSelect;

/** What a change of a plan is about. */
export const targetOf = (priceId: string) => `price ${priceId}`;

/** Null when another change that was not refused is about the same. */
export async function startChange(tx: Db, row: typeof offerChanges.$inferInsert): Promise<OfferChangeRow | null> {
  const [made] = await tx.insert(offerChanges).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

/** The change of `target` that was not refused, with the name of who asked for it; null when there is none. */
export async function changeAbout(db: Db, target: string) {
  const [row] = await db
    .select({ it: offerChanges, by: nameColumn(sql.raw("offer_changes.staff_id")) })
    .from(offerChanges)
    .where(and(eq(offerChanges.target, target), ne(offerChanges.state, "refused").inlineParams()));
  return row ?? null;
}

/**
 * Those of the targets whose plan a change ends or has ended, as far as it was not refused: the stored plans may not show it
 * yet.
 */
export const endedTargets = (db: Db, targets: readonly string[]): Promise<Set<string | null>> =>
  changedTargets(db, targets, sql`${offerChanges.change} ->> 'kind' = 'end_plan'`);

/** Those of these prices that staff have ended, or have replaced by another one: the provider's dashboard may offer one again. */
export async function pricesEndedHere(db: Db, priceIds: readonly string[]): Promise<Set<string>> {
  const ended = await changedTargets(
    db,
    priceIds.map(targetOf),
    sql`${offerChanges.change} ->> 'kind' in ('end_plan', 'change_price') and ${offerChanges.state} = 'done'`,
  );
  return new Set(priceIds.filter((id) => ended.has(targetOf(id))));
}

/** Those of the targets that a change is about which was not refused, which its index is over, and for which `also` holds. */
async function changedTargets(db: Db, targets: readonly string[], also: SQL): Promise<Set<string | null>> {
  const rows = await db
    .select({ target: offerChanges.target })
    .from(offerChanges)
    .where(and(inArray(offerChanges.target, [...targets]), ne(offerChanges.state, "refused").inlineParams(), also));
  return new Set(rows.map(({ target }) => target));
}

/** Ends a change that was started; true for exactly one caller, who then appends the event. */
export async function settleChange(
  tx: Db,
  id: number,
  outcome: Pick<OfferChangeRow, "state" | "failure">,
): Promise<boolean> {
  const rows = await tx
    .update(offerChanges)
    .set(outcome)
    .where(and(eq(offerChanges.id, id), eq(offerChanges.state, "started").inlineParams()))
    .returning({ id: offerChanges.id });
  return rows.length === 1;
}

export async function openChanges(db: Db): Promise<OfferChangeRow[]> {
  return db
    .select()
    .from(offerChanges)
    .where(eq(offerChanges.state, "started").inlineParams())
    .orderBy(offerChanges.id)
    .limit(50);
}

const reads = preparedOn((db) => ({
  newest: db
    .select({ it: offerChanges, by: nameColumn(sql.raw("offer_changes.staff_id")) })
    .from(offerChanges)
    .orderBy(desc(offerChanges.id))
    .limit(20)
    .prepare("offer_changes_newest"),
  subscribers: db
    .select({ priceId: memberships.priceId, count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(sql`status in ('active', 'trialing', 'past_due')`)
    .groupBy(memberships.priceId)
    .prepare("members_by_price"),
  income: db
    .select({ priceId: membershipBills.priceId, pence: sql<number>`sum(total_pence)::float8` })
    .from(membershipBills)
    .where(sql`status = 'paid' and total_pence > 0 and billed_at >= ${sql.placeholder("since")}`)
    .groupBy(membershipBills.priceId)
    .prepare("membership_income_by_price"),
  discounts: db
    .select({
      code: membershipBills.couponCode,
      given: sql<number>`sum(discount_pence)::float8`,
      income: sql<number>`sum(total_pence)::float8`,
    })
    .from(membershipBills)
    .where(sql`status = 'paid' and discount_pence > 0 and billed_at >= ${sql.placeholder("since")}`)
    .groupBy(membershipBills.couponCode)
    .prepare("membership_discounts_by_code"),
}));

/** The newest changes, the members by the price that they have, and what bills since a moment brought and gave. */
export async function offerFigures(db: Db, since: Date) {
  const [changes, subscribers, income, discounts] = await Promise.all([
    reads(db).newest.execute(),
    reads(db).subscribers.execute(),
    reads(db).income.execute({ since }),
    reads(db).discounts.execute({ since }),
  ]);
  return { changes, subscribers, income, discounts };
}
