import type { Day } from "@plumbline/contract/dates.ts";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { hasSubscriptionAtProvider } from "../membership/running-column.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { erasedColumn } from "./erased-column.ts";
import { closures } from "./schema.ts";

export type ClosureRow = typeof closures.$inferSelect;

const inForce = isNull(closures.reopenedAt);

const reading = preparedOn((db) =>
  db
    .select({
      closure: closures,
      closedByName: nameColumn(sql`${closures.closedBy}`),
      erased: erasedColumn(sql`${closures.memberId}`),
    })
    .from(closures)
    .where(and(eq(closures.memberId, sql.placeholder("memberId")), inForce))
    .prepare("closure_of_member"),
);

/**
 * The closure that holds a member's account closed, with the name of whoever closed it and whether the data is erased, or is
 * being erased; null for an open account.
 */
export async function closureOf(db: Db, memberId: number) {
  const [row] = await reading(db).execute({ memberId });
  return row ?? null;
}

export async function insertClosure(tx: Db, row: typeof closures.$inferInsert): Promise<void> {
  await tx.insert(closures).values(row);
}

/** Ends a closure; false when the account's data is erased, or is being erased. */
export async function endClosure(tx: Db, id: number, by: number, now: Date): Promise<boolean> {
  const ended = await tx
    .update(closures)
    .set({ reopenedAt: now, reopenedBy: by })
    .where(and(eq(closures.id, id), inForce, isNull(closures.erasingAt), isNull(closures.erasedAt)))
    .returning({ id: closures.id });
  return ended.length === 1;
}

/** Accounts whose day has come, the oldest first, a few at a time. */
export async function closuresToErase(db: Db, today: Day): Promise<ClosureRow[]> {
  return db
    .select()
    .from(closures)
    .where(and(lte(closures.eraseOn, today), inForce, isNull(closures.erasedAt)))
    .orderBy(closures.eraseOn)
    .limit(100);
}

/** Members whose account is closed, and whose membership runs on, those to be erased soonest first. */
export async function closedWithMembership(db: Db): Promise<number[]> {
  const rows = await db
    .select({ memberId: closures.memberId })
    .from(closures)
    // With its table, because the condition's own table has a column of the same name.
    .where(and(inForce, isNull(closures.erasedAt), hasSubscriptionAtProvider(sql.raw("closures.member_id"))))
    .orderBy(closures.eraseOn)
    .limit(200);
  return rows.map(({ memberId }) => memberId);
}

/** Records that the data is being erased; false when the closure has ended meanwhile. */
export async function recordErasing(tx: Db, id: number, now: Date): Promise<boolean> {
  const begun = await tx
    .update(closures)
    .set({ erasingAt: now })
    .where(and(eq(closures.id, id), inForce, isNull(closures.erasedAt)))
    .returning({ id: closures.id });
  return begun.length === 1;
}

/** Records that the data is erased, the member's own words about it included; false when that was done or undone. */
export async function recordErased(tx: Db, id: number, now: Date): Promise<boolean> {
  const erased = await tx
    .update(closures)
    .set({ erasedAt: now, reason: null })
    .where(and(eq(closures.id, id), inForce, isNull(closures.erasedAt)))
    .returning({ id: closures.id });
  return erased.length === 1;
}

/** The data is erased on a later day. */
export async function postponeErasure(db: Db, id: number, day: Day): Promise<void> {
  await db
    .update(closures)
    .set({ eraseOn: day })
    .where(and(eq(closures.id, id), isNull(closures.erasedAt)));
}
