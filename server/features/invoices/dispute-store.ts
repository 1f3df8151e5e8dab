import type { DisputeState } from "@plumbline/contract/invoices/rules.ts";
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { waitingCountsColumn, withCounts } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { payerColumn } from "../membership/payment-join.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { disputes, invoices } from "./schema.ts";

type DisputeRow = typeof disputes.$inferSelect;

/** A dispute as JSON: timestamps are strings. */
export type ShownDispute = {
  id: number;
  providerId: string;
  state: DisputeState;
  amountPence: number;
  reason: string;
  respondBy: string | null;
  openedAt: string;
  closedAt: string | null;
  answeredAt: string | null;
};

export async function findDispute(db: Db, providerId: string): Promise<DisputeRow | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.providerId, providerId));
  return row ?? null;
}

/** With the invoice that it is about, or with the member who made the payment, for one of a membership. */
export async function findDisputeById(
  db: Db,
  id: number,
): Promise<(DisputeRow & { payerId: number | null; invoice: typeof invoices.$inferSelect | null }) | null> {
  const [row] = await byId(db).execute({ id });
  return row ?? null;
}

const byId = preparedOn((db) =>
  db
    .select({
      ...getTableColumns(disputes),
      payerId: payerColumn(sql.raw("disputes.membership_payment_id")),
      invoice: invoices,
    })
    .from(disputes)
    .leftJoin(invoices, eq(invoices.id, disputes.invoiceId))
    .where(eq(disputes.id, sql.placeholder("id")))
    .prepare("dispute_by_id"),
);

/** The id of the newest dispute of an invoice; null when there is none. */
export async function findInvoiceDispute(db: Db, invoiceId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.invoiceId, invoiceId))
    .orderBy(desc(disputes.id))
    .limit(1);
  return row?.id ?? null;
}

/** Notes when our answer reached the bank. */
export async function markAnswered(tx: Db, id: number, at: Date): Promise<void> {
  await tx.update(disputes).set({ answeredAt: at }).where(eq(disputes.id, id));
}

/** Inserts a dispute or updates the known one. */
export async function upsertDispute(tx: Db, { providerId, ...values }: typeof disputes.$inferInsert): Promise<void> {
  await tx
    .insert(disputes)
    .values({ providerId, ...values })
    .onConflictDoUpdate({ target: disputes.providerId, set: values });
}

/** The state of an invoice's most relevant dispute; null when its payment was never disputed. */
export async function findDisputeState(db: Db, invoiceId: number): Promise<DisputeState | null> {
  const [row] = await stateOf(db).execute({ invoiceId });
  return row?.dispute?.state ?? null;
}

const stateOf = preparedOn((db) =>
  db
    .select({ dispute: disputeColumn(sql`${sql.placeholder("invoiceId")}::int`) })
    .from(sql`(values (1)) as one`)
    .prepare("dispute_of_invoice"),
);

const payer = sql`coalesce((select i.customer_id from invoices i where i.id = disputes.invoice_id), ${payerColumn(sql.raw("disputes.membership_payment_id"))})`;
/** Only as long as the bank takes an answer: after that there is nothing to do. */
const unanswered = sql`state in ('open', 'inquiry') and respond_by >= ${sql.placeholder("now")}::timestamptz`;
const firstUnanswered = preparedOn((db) => {
  const counted = db
    .select({ overdue: sql`false`.as("overdue") })
    .from(disputes)
    .where(unanswered);
  return db
    .select({
      id: disputes.id,
      state: disputes.state,
      amountPence: disputes.amountPence,
      respondBy: sql<Date>`${disputes.respondBy}`.mapWith(disputes.respondBy),
      openedAt: disputes.openedAt,
      customer: nameColumn(payer),
      counts: waitingCountsColumn(counted),
    })
    .from(disputes)
    .where(unanswered)
    .orderBy(asc(disputes.respondBy))
    .limit(sql.placeholder("limit"))
    .prepare("first_unanswered_disputes");
});

/**
 * The disputes and inquiries that have to be answered first, with the customer's name, and how many there are. Those that the
 * bank takes no answer for any more are left out.
 */
export const firstUnansweredDisputes = async (db: Db, now: Date, limit: number) =>
  withCounts(await firstUnanswered(db).execute({ now: now.toISOString(), limit }));

/** The ids of undecided disputes that nobody has answered, whose day comes until a moment and of which no reminder was sent. */
export async function disputesToRemindOf(db: Db, now: Date, until: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(
      and(
        sql`${disputes.state} in ('open', 'inquiry')`,
        gt(disputes.respondBy, now),
        lte(disputes.respondBy, until),
        isNull(disputes.remindedAt),
      ),
    )
    .orderBy(asc(disputes.respondBy))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Records that the team is reminded of an answer; true for exactly one process. */
export async function recordDisputeReminder(tx: Db, id: number, now: Date): Promise<boolean> {
  const recorded = await tx
    .update(disputes)
    .set({ remindedAt: now })
    .where(and(eq(disputes.id, id), isNotNull(disputes.respondBy), isNull(disputes.remindedAt)))
    .returning({ id: disputes.id });
  return recorded.length === 1;
}

/** SQL column: an invoice's dispute; of several the open one, else a lost one, else an inquiry, else the newest. */
export function disputeColumn(invoiceId: SQL): SQL<ShownDispute | null> {
  return shownDispute(sql`d.invoice_id = ${invoiceId}`);
}

/** SQL column: the state of an invoice's dispute; only a paid invoice can have one. */
export function disputeStateColumn(invoiceId: SQL): SQL<DisputeState | null> {
  return sql`case when invoices.paid_at is not null then (
    select d.state from disputes d where d.invoice_id = ${invoiceId} order by ${disputePriority} limit 1) end`;
}

/** SQL column: the same for a payment of a membership. */
export function membershipDisputeColumn(paymentId: SQL): SQL<ShownDispute | null> {
  return shownDispute(sql`d.membership_payment_id = ${paymentId}`);
}

const disputePriority = sql.raw("d.state <> 'open', d.state <> 'lost', d.state <> 'inquiry', d.id desc");

function shownDispute(which: SQL): SQL<ShownDispute | null> {
  return sql`(
    select json_build_object('id', d.id, 'providerId', d.provider_id, 'state', d.state, 'amountPence', d.amount_pence,
      'reason', d.reason, 'respondBy', d.respond_by, 'openedAt', d.opened_at, 'closedAt', d.closed_at,
      'answeredAt', d.answered_at)
    from disputes d where ${which}
    order by ${disputePriority} limit 1)`;
}

/** SQL condition: whether an invoice has a dispute in this state; `state` is inlined so that the partial index is used. */
export function hasDispute(invoiceId: SQL, state: DisputeState): SQL {
  return sql`exists (select 1 from disputes d where d.invoice_id = ${invoiceId} and d.state = ${sql.raw(`'${state}'`)})`;
}

/**
 * SQL condition: whether an invoice has an open dispute, for lists of them: it starts with the few open disputes, where an
 * EXISTS may be checked for invoice after invoice.
 */
export const isDisputed = (invoiceId: SQL): SQL =>
  sql`${invoiceId} = any(array(select d.invoice_id from disputes d where d.state = 'open'))`;

/** SQL condition: whether a membership's payment has an undecided dispute or inquiry; for lists as well. */
export const isDisputedMembershipPayment = (paymentId: SQL): SQL =>
  sql`${paymentId} = any(array(select d.membership_payment_id from disputes d where d.state in ('open', 'inquiry')))`;
