import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { oneRow } from "../../database/rows.ts";
import { payments } from "./schema.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** The state of an invoice's payment, for the payer. */
export type PaymentState = {
  status: PaymentRow["status"];
  message: string | null;
  /** With it the browser authenticates the payment at the provider; never stored, never logged. */
  clientSecret: string | null;
};

const isOpen = inArray(payments.status, ["started", "requires_action"]).inlineParams();
const isSuccessful = eq(payments.status, "succeeded").inlineParams();

const inserting = preparedInsert(payments, "insert_payment", (insert) => insert.returning());

export async function insertPayment(tx: Db, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  return oneRow(await inserting(tx, payment));
}

export async function findPayment(db: Db, id: number): Promise<PaymentRow | null> {
  const [row] = await readsOf(db).one.execute({ id });
  return row ?? null;
}

const readsOf = preparedOn((db) => ({
  one: db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder("id")))
    .prepare("payment_by_id"),
  successful: db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, sql.placeholder("invoiceId")), isSuccessful))
    .prepare("successful_payment_of_invoice"),
  open: db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, sql.placeholder("invoiceId")), isOpen))
    .prepare("open_payment_of_invoice"),
}));

export async function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row ?? null;
}

/** The attempt in progress, if any; the index payments_one_alive allows only one. */
export async function findOpenPayment(db: Db, invoiceId: number): Promise<PaymentRow | null> {
  const [row] = await readsOf(db).open.execute({ invoiceId });
  return row ?? null;
}

/** The attempt that paid the invoice. */
export async function findSuccessfulPayment(db: Db, invoiceId: number): Promise<PaymentRow | null> {
  const [row] = await readsOf(db).successful.execute({ invoiceId });
  return row ?? null;
}

/** The state of the latest attempt to pay an invoice; null when there was none. */
export async function latestPaymentState(db: Db, invoiceId: number): Promise<PaymentState | null> {
  const found = await latest(db, invoiceId);
  return found ? { status: found.status, message: found.message, clientSecret: null } : null;
}

const latest = preparedById(
  (db) =>
    db
      .selectDistinctOn([payments.invoiceId], {
        invoiceId: payments.invoiceId,
        status: payments.status,
        message: payments.failure,
      })
      .from(payments)
      .where(sql`${payments.invoiceId} = any(${arrayParameter("ids", "int")})`)
      .orderBy(payments.invoiceId, desc(payments.id))
      .prepare("latest_payments"),
  ({ invoiceId }) => invoiceId,
);

const storingIntent = preparedUpdate(payments, "store_intent", (update) =>
  update.where(and(eq(payments.id, sql.placeholder("which")), isNull(payments.intentId))),
);

/** Stores the id of the provider's payment intent, from which the outcome is read from then on. */
export async function storeIntent(db: Db, id: number, intentId: string): Promise<void> {
  await storingIntent(db, { which: id }, { intentId });
}

const moving = preparedUpdate(payments, "move_payment", (update) =>
  update
    .where(
      and(eq(payments.id, sql.placeholder("which")), sql`${payments.status} = any(${arrayParameter("from", "text")})`),
    )
    .returning({ id: payments.id }),
);

/** Writes only if the payment is still in one of these statuses; false when another request was faster. */
export async function movePayment(
  tx: Db,
  id: number,
  from: readonly PaymentRow["status"][],
  values: Partial<PaymentRow>,
): Promise<boolean> {
  return (await moving(tx, { which: id, from }, values)).length === 1;
}

/** Attempts without a recorded outcome, those that may have charged first. */
export async function openPayments(db: Db): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(isOpen)
    .orderBy(sql`case ${payments.status} when 'started' then 0 else 1 end`, asc(payments.id))
    .limit(2000);
}
