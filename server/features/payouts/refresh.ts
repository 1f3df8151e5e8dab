import Stripe from "stripe";
import { sessionsChanged } from "../../auth/members.ts";
import { untilRecorded } from "../../cards/until-recorded.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import type { PayoutEventKind } from "./events.ts";
import { deleteAccount, findPayoutAccount, type PayoutAccountRow, writeAccount } from "./store.ts";

/**
 * Asks the provider for a payout account's state and records it: row, `stripe_setup` and event in one transaction.
 * Actions, webhooks and jobs all end here, so that their order and repetition do not matter. Null when no account is
 * connected.
 */
export async function refreshPayoutAccount(context: AppContext, memberId: number): Promise<PayoutAccountRow | null> {
  return untilRecorded(async () => {
    const seen = await findPayoutAccount(context.db, memberId);
    if (!seen) return null;
    const account = await readAccount(context, seen.accountId);
    const recorded = account ? await recordAccount(context, seen, account) : await recordLeft(context, seen);
    return recorded ? findPayoutAccount(context.db, memberId) : undefined;
  });
}

/** Null when the account has been disconnected from the platform. */
async function readAccount(context: AppContext, accountId: string): Promise<Stripe.Account | null> {
  try {
    return await context.cards.stripe.accounts.retrieve(accountId);
  } catch (error) {
    const left = error instanceof Stripe.errors.StripePermissionError;
    if (left || (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)) return null;
    throw error;
  }
}

async function recordAccount(context: AppContext, seen: PayoutAccountRow, account: Stripe.Account): Promise<boolean> {
  const payable = account.capabilities?.transfers === "active" && account.payouts_enabled === true;
  const requirements = account.requirements?.currently_due ?? [];
  const same = payable === seen.payable && requirements.join() === seen.requirements.join();
  return inTransaction(context, seen.memberId, payable, async (tx, now) => {
    if (!(await writeAccount(tx, seen, { payable, requirements }, now))) return null;
    if (same) return "nothing";
    if (payable) return "payouts.ready";
    return seen.payable ? "payouts.paused" : "payouts.incomplete";
  });
}

async function recordLeft(context: AppContext, seen: PayoutAccountRow): Promise<boolean> {
  return inTransaction(context, seen.memberId, false, async (tx) =>
    (await deleteAccount(tx, seen)) ? "payouts.disconnected" : null,
  );
}

/**
 * `write` returns the kind of event to record, or null when another writer was quicker; the member's flag is updated in
 * the same transaction.
 */
async function inTransaction(
  context: AppContext,
  memberId: number,
  payable: boolean,
  write: (tx: Db, now: Date) => Promise<PayoutEventKind | "nothing" | null>,
): Promise<boolean> {
  const now = context.clock.now();
  const done = await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    const outcome = await write(tx, now);
    if (!member || outcome === null) return null;
    if (member.stripeSetup !== payable) await updateMember(tx, memberId, { stripeSetup: payable });
    if (outcome !== "nothing") await append(tx, { kind: outcome, actorId: null, subjectId: memberId }, now);
    return { changed: member.stripeSetup !== payable };
  });
  if (done?.changed) sessionsChanged(context, memberId);
  return done !== null;
}
