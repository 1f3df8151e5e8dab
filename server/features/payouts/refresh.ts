import Stripe from "stripe";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { sessionsChanged } from "../../platform/members.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import { findPayoutAccount, forgetAccount, type PayoutAccountRow, writeAccount } from "./store.ts";

/**
 * Asks the provider how a payout account stands and records it: row, `stripe_setup` and event in one transaction. The
 * verbs, the webhooks and the pages all end here, so that it does not matter which of them comes first or twice. Null when
 * nothing is connected, or is no longer.
 */
export async function refreshPayoutAccount(house: House, memberId: number): Promise<PayoutAccountRow | null> {
  for (;;) {
    const seen = await findPayoutAccount(house.db, memberId);
    if (!seen) return null;
    const account = await readAccount(house, seen.accountId);
    // Somebody wrote while we asked: theirs may be the newer answer, so ask again.
    if (account ? await recordAccount(house, seen, account) : await recordLeft(house, seen))
      return findPayoutAccount(house.db, memberId);
  }
}

/** Null when the account has left the platform. */
async function readAccount(house: House, accountId: string): Promise<Stripe.Account | null> {
  try {
    return await house.cards.stripe.accounts.retrieve(accountId);
  } catch (error) {
    const left = error instanceof Stripe.errors.StripePermissionError;
    if (left || (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)) return null;
    throw error;
  }
}

async function recordAccount(house: House, seen: PayoutAccountRow, account: Stripe.Account): Promise<boolean> {
  const payable = account.capabilities?.transfers === "active" && account.payouts_enabled === true;
  const requirements = account.requirements?.currently_due ?? [];
  const same = payable === seen.payable && requirements.join() === seen.requirements.join();
  return inTransaction(house, seen.memberId, payable, async (tx, now) => {
    if (!(await writeAccount(tx, seen, { payable, requirements }, now))) return null;
    if (same) return "nothing";
    if (payable) return "payouts.ready";
    return seen.payable ? "payouts.paused" : "payouts.incomplete";
  });
}

async function recordLeft(house: House, { memberId, accountId }: PayoutAccountRow): Promise<boolean> {
  return inTransaction(house, memberId, false, async (tx) =>
    (await forgetAccount(tx, memberId, accountId)) ? "payouts.disconnected" : null,
  );
}

export type PayoutEvent = "payouts.ready" | "payouts.paused" | "payouts.incomplete" | "payouts.disconnected";

/** `write` names what happened, or gives null when somebody was quicker; the flag follows in the same transaction. */
async function inTransaction(
  house: House,
  memberId: number,
  payable: boolean,
  write: (tx: Db, now: Date) => Promise<PayoutEvent | "nothing" | null>,
): Promise<boolean> {
  const now = house.clock.now();
  const done = await house.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    const happened = await write(tx, now);
    if (!member || happened === null) return null;
    if (member.stripeSetup !== payable) await updateMember(tx, memberId, { stripeSetup: payable });
    if (happened !== "nothing")
      await append(tx, { kind: happened, actorId: null, subject: "member", subjectId: memberId }, now);
    return { changed: member.stripeSetup !== payable };
  });
  if (done?.changed) sessionsChanged(house, memberId);
  return done !== null;
}
