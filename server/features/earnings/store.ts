import type { PayoutSchedule } from "@plumbline/contract/earnings/rules.ts";
import { and, asc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { type Db, isAmong } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { hasPayoutAccount } from "../payouts/has-account-column.ts";
import type { KnownPayout, Movement } from "./provider.ts";
import { earningReadings, earnings, payouts } from "./schema.ts";

export type PayoutRow = typeof payouts.$inferSelect;
type EarningRow = typeof earnings.$inferSelect;

/** What is known of an advisor's earnings, which decides what to ask for next. */
export type KnownSoFar = {
  /** When the last reading began that was completed; null before the first one. */
  readAt: Date | null;
  newestMovement: Date | null;
  oldestNotPaidOut: Date | null;
  newestPayout: Date | null;
};

export async function knownSoFar(db: Db, memberId: number): Promise<KnownSoFar> {
  const moment = (value: string | null) => (value ? new Date(value) : null);
  const { rows } = await db.execute<Record<keyof KnownSoFar, string | null>>(sql`
    select (select nullif(asked_at, 'epoch') from earning_readings where member_id = ${memberId}) "readAt",
      (select max(moved_at) from earnings where member_id = ${memberId}) "newestMovement",
      (select min(moved_at) from earnings where member_id = ${memberId} and state <> 'paid_out') "oldestNotPaidOut",
      (select max(created_at) from payouts where member_id = ${memberId}) "newestPayout"`);
  const row = oneRow(rows);
  return {
    readAt: moment(row.readAt),
    newestMovement: moment(row.newestMovement),
    oldestNotPaidOut: moment(row.oldestNotPaidOut),
    newestPayout: moment(row.newestPayout),
  };
}

/** What is known to have moved for an invoice, by the provider's ids. */
export async function knownSources(db: Db, invoiceId: number): Promise<string[]> {
  const rows = await db.select({ source: earnings.source }).from(earnings).where(eq(earnings.invoiceId, invoiceId));
  return rows.map(({ source }) => source);
}

/**
 * Inserts movements of an invoice; known ones stay as they are. The contents of later payouts are read again, because
 * the provider may have reported a payout before its movements.
 */
export async function insertMovements(
  tx: Db,
  of: { memberId: number; invoiceId: number },
  movements: readonly Movement[],
): Promise<void> {
  const inserted = await tx
    .insert(earnings)
    .values(movements.map((movement) => ({ ...movement, ...of, state: "waiting" as const })))
    .onConflictDoNothing()
    .returning({ movedAt: earnings.movedAt });
  if (inserted.length === 0) return;
  const earliest = new Date(Math.min(...inserted.map(({ movedAt }) => movedAt.getTime())));
  await tx
    .update(payouts)
    .set({ contentsKnown: false })
    .where(and(eq(payouts.memberId, of.memberId), gte(payouts.createdAt, earliest)));
}

/**
 * Writes down that the provider was asked, and locks the advisor's reading until the transaction ends; false when an
 * answer that was asked for later is already recorded. `open` keeps the advisor among those who are asked about again.
 */
export async function recordReading(
  tx: Db,
  reading: { memberId: number; askedAt: Date; schedule: PayoutSchedule | null },
): Promise<boolean> {
  const { askedAt, schedule } = reading;
  const written = await tx
    .insert(earningReadings)
    .values({ ...reading, open: true })
    .onConflictDoUpdate({
      target: earningReadings.memberId,
      set: { askedAt, schedule },
      setWhere: sql`${earningReadings.askedAt} <= ${askedAt.toISOString()}`,
    })
    .returning({ memberId: earningReadings.memberId });
  return written.length === 1;
}

/** Whether anything of an advisor's may still change: money that is not paid out, or a payout since a moment. */
export async function writeOpen(tx: Db, memberId: number, recent: Date): Promise<void> {
  await tx
    .update(earningReadings)
    .set({
      open: sql`exists (select from earnings e where e.member_id = ${memberId} and e.state <> 'paid_out')
        or exists (select from payouts p where p.member_id = ${memberId} and p.created_at > ${recent.toISOString()})`,
    })
    .where(eq(earningReadings.memberId, memberId));
}

/** The known payouts among the provider's, by their ids there. */
export async function findPayouts(db: Db, providerIds: readonly string[]): Promise<Map<string, PayoutRow>> {
  if (providerIds.length === 0) return new Map();
  const rows = await db.select().from(payouts).where(isAmong(payouts.providerId, providerIds));
  return new Map(rows.map((row) => [row.providerId, row]));
}

export async function upsertPayout(
  tx: Db,
  memberId: number,
  { reconciled: _, ...payout }: KnownPayout,
): Promise<PayoutRow> {
  const { status, arrivesOn, failure } = payout;
  return oneRow(
    await tx
      .insert(payouts)
      .values({ ...payout, memberId })
      .onConflictDoUpdate({ target: payouts.providerId, set: { status, arrivesOn, failure } })
      .returning(),
  );
}

/** Records what a payout includes: movements, and earlier payouts of the member whose money it carries. */
export async function writeContents(
  tx: Db,
  { id, memberId }: PayoutRow,
  { movements, sentBack }: { movements: readonly string[]; sentBack: readonly string[] },
): Promise<void> {
  if (movements.length > 0)
    await tx
      .update(earnings)
      .set({ payoutId: id })
      .where(and(isAmong(earnings.id, movements), eq(earnings.memberId, memberId)));
  if (sentBack.length > 0) {
    const returned = tx
      .select({ id: payouts.id })
      .from(payouts)
      .where(and(isAmong(payouts.providerId, sentBack), eq(payouts.memberId, memberId)));
    // What those had carried of still earlier ones goes on with them.
    await tx
      .update(payouts)
      .set({ carriedBy: id })
      .where(or(inArray(payouts.id, returned), inArray(payouts.carriedBy, returned)));
  }
  await tx.update(payouts).set({ contentsKnown: true }).where(eq(payouts.id, id));
}

/** Sets the state of all movements that a payout carries at last: its own, and those of payouts whose money it carries. */
export async function writeStates(
  tx: Db,
  payoutId: number,
  values: Pick<EarningRow, "state" | "paidOutOn">,
): Promise<void> {
  const carried = await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.carriedBy, payoutId));
  const ids = [payoutId, ...carried.map(({ id }) => id)];
  await tx.update(earnings).set(values).where(isAmong(earnings.payoutId, ids));
}

/**
 * Members whose earnings may have changed and were not asked about since `before`, the longest first. Without those who
 * have no account any more, of whom nothing can be asked.
 */
export async function staleReadings(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ memberId: earningReadings.memberId })
    .from(earningReadings)
    .where(and(sql`open`, lt(earningReadings.askedAt, before), hasPayoutAccount(sql`${earningReadings.memberId}`)))
    .orderBy(asc(earningReadings.askedAt))
    .limit(50);
  return rows.map(({ memberId }) => memberId);
}

/** Names the condition of the index too, which PostgreSQL uses for no query without it. */
export const waits = sql`state <> 'paid_out' and state = 'waiting'`;

const waitingOf = preparedOn((db) =>
  db
    .select({ pence: sql<number>`coalesce(sum(${earnings.netPence}), 0)::float8` })
    .from(earnings)
    .where(and(eq(earnings.memberId, sql.placeholder("memberId")), waits))
    .prepare("waiting_in_balance"),
);

/** What waits in an advisor's balance at the provider, as far as it is known, in pence; below 0 it is owed. */
export async function waitingInBalance(db: Db, memberId: number): Promise<number> {
  return oneRow(await waitingOf(db).execute({ memberId })).pence;
}

export type MadePayout = { memberId: number; providerId: string; amount: number };

/** The payouts since a moment that were not sent back, the newest 5000. */
export async function payoutsMadeSince(db: Db, since: Date): Promise<MadePayout[]> {
  const { rows } = await db.execute<MadePayout>(sql`
    select member_id as "memberId", provider_id as "providerId", amount_pence::float8 as amount from payouts
    where created_at >= ${since.toISOString()} and status not in ('failed', 'canceled')
    order by created_at desc, id desc limit 5000`);
  return rows;
}
