import { dayMs } from "@plumbline/contract/dates.ts";
import { earningState } from "@plumbline/contract/earnings/rules.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { append } from "../../outbox/outbox.ts";
import { findPaymentByIntent } from "../invoices/payment-store.ts";
import { findInvoice } from "../invoices/store.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import {
  contentsOf,
  type KnownPayout,
  type KnownTransfer,
  type Movement,
  movementsFrom,
  payoutsOf,
  scheduleOf,
  transfersTo,
} from "./provider.ts";
import {
  findPayouts,
  insertMovements,
  knownSoFar,
  knownSources,
  recordReading,
  upsertPayout,
  writeContents,
  writeOpen,
  writeStates,
} from "./store.ts";

/**
 * How far back the provider is asked for transfers: before the last completed reading, because the newest known one may
 * have become known by its webhook while older ones did not; and before that one, should our clock have been ahead.
 */
const transferOverlap = 3 * dayMs;
/** For how long, in milliseconds, a payout that was reported as paid may still be sent back by the bank. */
const payoutMayFail = 14 * dayMs;

/**
 * Asks the card provider for an advisor's payments and payouts and records them. Webhooks and the hourly job all end here,
 * so that their order and repetition do not matter; calls that come together share one reading (ADR-019).
 */
export async function refreshEarnings(context: AppContext, memberId: number): Promise<void> {
  await context.inProgress.reads(`earnings ${memberId}`, () => readEarnings(context, memberId));
}

async function readEarnings(context: AppContext, memberId: number): Promise<void> {
  const account = await findPayoutAccount(context.db, memberId);
  if (!account) return;
  const askedAt = context.clock.now();
  const { readAt, newestMovement } = await knownSoFar(context.db, memberId);
  const known = readAt && newestMovement && (readAt < newestMovement ? readAt : newestMovement);
  const since = known && earlier(known, transferOverlap);
  for await (const transfer of transfersTo(context, account.accountId, since))
    await recordTransfer(context, account.accountId, transfer);
  const schedule = await scheduleOf(context, account.accountId);
  const payouts = await newPayouts(context, memberId, account.accountId);
  await context.db.transaction(async (tx) => {
    // A later call has already recorded its answer, which may be newer.
    if (!(await recordReading(tx, { memberId, askedAt, schedule }))) return;
    for (const payout of payouts) await recordPayout(tx, memberId, payout, askedAt);
    await writeOpen(tx, memberId, earlier(askedAt, payoutMayFail));
  });
}

/** Records what a transfer has moved in its advisor's balance, if it paid an invoice of this installation. */
export async function recordTransfer(
  context: AppContext,
  accountId: string,
  { intentId, sources }: KnownTransfer,
): Promise<void> {
  const payment = intentId ? await findPaymentByIntent(context.db, intentId) : null;
  if (!payment) return;
  const known = await knownSources(context.db, payment.invoiceId);
  const movements: Movement[] = [];
  for (const source of sources.filter((each) => !known.includes(each)))
    movements.push(...(await movementsFrom(context, accountId, source)));
  if (movements.length === 0) return;
  const { id: invoiceId, advisorId: memberId } = existing(await findInvoice(context.db, payment.invoiceId));
  await context.db.transaction((tx) => insertMovements(tx, { memberId, invoiceId }, movements));
}

type ReadPayout = { payout: KnownPayout; contents: Awaited<ReturnType<typeof contentsOf>> | null };

/** The payouts that may be new or may have changed, oldest first, with what they include where that is not known yet. */
async function newPayouts(context: AppContext, memberId: number, accountId: string): Promise<ReadPayout[]> {
  const { oldestNotPaidOut, newestPayout } = await knownSoFar(context.db, memberId);
  const from = [oldestNotPaidOut, newestPayout && earlier(newestPayout, payoutMayFail)].filter((at) => at !== null);
  // No payment of ours has ever reached the account, so that its payouts carry none.
  if (from.length === 0) return [];
  const all = await payoutsOf(context, accountId, new Date(Math.min(...from.map((at) => at.getTime()))));
  const known = await findPayouts(
    context.db,
    all.map(({ providerId }) => providerId),
  );
  const read: ReadPayout[] = [];
  for (const payout of all) {
    const before = known.get(payout.providerId);
    const asks = payout.reconciled && !before?.contentsKnown;
    if (before && !asks && before.status === payout.status && before.arrivesOn === payout.arrivesOn) continue;
    read.push({ payout, contents: asks ? await contentsOf(context, accountId, payout.providerId) : null });
  }
  return read;
}

async function recordPayout(tx: Db, memberId: number, { payout, contents }: ReadPayout, now: Date): Promise<void> {
  const before = (await findPayouts(tx, [payout.providerId])).get(payout.providerId);
  const row = await upsertPayout(tx, memberId, payout);
  if (contents) await writeContents(tx, row, contents);
  // The money of a payout that was sent back has the state of the later payout that carries it.
  if (row.carriedBy === null) {
    const state = earningState(row.status);
    await writeStates(tx, row.id, { state, paidOutOn: state === "paid_out" ? row.arrivesOn : null });
  }
  if (row.status !== "failed" || before?.status === "failed") return;
  const data = { payout: row.providerId, amountPence: row.amountPence, failure: row.failure };
  await append(tx, { kind: "earnings.payout_failed", actorId: null, subjectId: memberId, data }, now);
}

const earlier = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds);
