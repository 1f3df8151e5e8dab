import { and, desc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { type Db, isAmong } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { membershipDisputeColumn } from "../invoices/dispute-store.ts";
import { lastSeen, membershipBilling, membershipBills, membershipPayments } from "./schema.ts";

export type BillingRow = typeof membershipBilling.$inferSelect;
export type BillRow = typeof membershipBills.$inferSelect;
/** The provider's answer about a customer's card and next payment. */
export type BillingFacts = Pick<BillingRow, "card" | "nextPaymentPence" | "nextPaymentAt">;

const readsOf = preparedOn((db) => ({
  billing: db
    .select()
    .from(membershipBilling)
    .where(eq(membershipBilling.memberId, sql.placeholder("memberId")))
    .prepare("membership_billing_of_member"),
  bills: db
    .select({
      ...getTableColumns(membershipBills),
      paidPence: membershipPayments.amountPence,
      refundedPence: membershipPayments.refundedPence,
      dispute: membershipDisputeColumn(sql.raw("membership_payments.id")),
    })
    .from(membershipBills)
    .leftJoin(
      membershipPayments,
      and(eq(membershipPayments.memberId, membershipBills.memberId), eq(membershipPayments.billId, membershipBills.id)),
    )
    .where(eq(membershipBills.memberId, sql.placeholder("memberId")))
    // Several bills of one second follow their numbers.
    .orderBy(desc(membershipBills.billedAt), desc(membershipBills.number), desc(membershipBills.id))
    .limit(sql.placeholder("limit"))
    .prepare("membership_bills_of_member"),
}));

/** The customer's card and next payment as last reported by the provider; null for a member whom it does not know. */
export async function findBilling(db: Db, memberId: number): Promise<BillingRow | null> {
  return (await readsOf(db).billing.execute({ memberId }))[0] ?? null;
}

/** A member's newest `limit` bills, each with what was refunded or disputed of it. */
export async function listBillsOf(db: Db, memberId: number, limit: number) {
  return readsOf(db).bills.execute({ memberId, limit });
}
export type ShownBill = Awaited<ReturnType<typeof listBillsOf>>[number];

/**
 * Writes the provider's answer over the row that was read before asking (`seen`, null for none). False when another process
 * wrote in between, whose answer may be newer; providerSeenAt increases with every write, so that this is detected.
 */
export async function writeBilling(
  tx: Db,
  memberId: number,
  seen: BillingRow | null,
  facts: BillingFacts,
  now: Date,
): Promise<boolean> {
  const before = seen?.providerSeenAt ?? null;
  const values = { ...facts, providerSeenAt: new Date(Math.max(now.getTime(), (before?.getTime() ?? 0) + 1)) };
  const unchanged = before ? eq(membershipBilling.providerSeenAt, before) : isNull(membershipBilling.providerSeenAt);
  const written = await (seen
    ? tx
        .update(membershipBilling)
        .set(values)
        .where(and(eq(membershipBilling.memberId, memberId), unchanged))
        .returning({ memberId: membershipBilling.memberId })
    : tx
        .insert(membershipBilling)
        .values({ memberId, ...values })
        .onConflictDoNothing()
        .returning({ memberId: membershipBilling.memberId }));
  return written.length === 1;
}

/** Records the card of a write's answer; an answer that was asked for before is then too old to be recorded. */
export async function storeCard(db: Db, memberId: number, card: BillingRow["card"], now: Date): Promise<void> {
  await db
    .insert(membershipBilling)
    .values({ memberId, card, providerSeenAt: now })
    .onConflictDoUpdate({
      target: membershipBilling.memberId,
      set: {
        card,
        providerSeenAt: sql`greatest(excluded.provider_seen_at, ${membershipBilling.providerSeenAt} + interval '1 millisecond')`,
      },
      // Until the provider has reported everything, bills included, the age of the rest is unknown.
      setWhere: sql`${membershipBilling.providerSeenAt} is not null`,
    });
}

const { id: _id, memberId: _memberId, ...changing } = getTableColumns(membershipBills);
const fromInsert = Object.fromEntries(
  Object.entries(changing).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** The ids of those among some bills that are known to be paid. */
export async function knownPaid(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: membershipBills.id })
    .from(membershipBills)
    .where(and(isAmong(membershipBills.id, ids), eq(membershipBills.status, "paid")));
  return new Set(rows.map(({ id }) => id));
}

/** Inserts bills and updates the known ones; whether any of them is new or differs. */
export async function upsertBills(tx: Db, bills: readonly BillRow[]): Promise<boolean> {
  if (bills.length === 0) return false;
  const changed = await tx
    .insert(membershipBills)
    .values([...bills])
    .onConflictDoUpdate({
      target: membershipBills.id,
      set: fromInsert,
      setWhere: sql`(membership_bills.*) is distinct from (excluded.*)`,
    })
    .returning({ id: membershipBills.id });
  return changed.length > 0;
}

/** Members whose billing was not read since `before`: those of whom it was never read first, then the oldest. */
export async function staleCustomers(db: Db, before: Date): Promise<number[]> {
  const seen = lastSeen(membershipBilling.providerSeenAt);
  const rows = await db
    .select({ memberId: membershipBilling.memberId })
    .from(membershipBilling)
    .where(lt(seen, before.toISOString()))
    .orderBy(seen)
    .limit(50);
  return rows.map(({ memberId }) => memberId);
}
