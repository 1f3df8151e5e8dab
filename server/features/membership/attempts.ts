import type { Attempt } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { conflict, Problem } from "../../http/problems.ts";
import { refreshAfterChange } from "./billing.ts";
import type { MembershipSnapshot } from "./refresh.ts";
import {
  type AttemptRow,
  extendLease,
  findOpenAttempt,
  findOpenPurchases,
  settleAttempt,
  startAttempt,
} from "./store.ts";

// Step one of rule 8: the attempt is recorded before the provider is called, and its id is the idempotency key.

/** How often a process extends its lease on an attempt, in milliseconds; an attempt without a lease was abandoned. */
const heartbeatInterval = 5000;

/**
 * For how long a purchase that the provider does not know may still be on its way to it, in milliseconds: a new one beside
 * it would be charged too. We tell the member two minutes.
 */
const mayStillArrive = 90_000;

const busyText = "We are still working on your last request. Please wait a moment, then look again.";

/**
 * Runs `pay` as the member's only attempt: a concurrent one is a conflict. `pay` settles the attempt; a Problem that it
 * throws closes it as failed; after any other error the outcome is unknown, and the attempt stays open for the sweep.
 */
export async function withAttempt<T>(
  context: AppContext,
  memberId: number,
  priceId: string,
  pay: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const left = await findOpenAttempt(context.db, memberId);
  if (left && !(await reconcile(context, left))) throw conflict(busyText);
  const attempt = await startAttempt(context.db, memberId, priceId, context.clock.now());
  if (!attempt) throw conflict(busyText);
  const { id } = attempt;
  const { purchases } = context.inProgress;
  purchases.add(id);
  const heartbeat = setInterval(() => void extendLease(context.db, id).catch(() => {}), heartbeatInterval);
  try {
    return await pay(attempt);
  } catch (error) {
    if (error instanceof Problem) await settleAttempt(context.db, id, "failed");
    throw error;
  } finally {
    clearInterval(heartbeat);
    purchases.delete(id);
  }
}

/** Runs an action that charges nothing under the same lock, and always closes its attempt: it can simply be repeated. */
export function oneAtATime<T>(context: AppContext, memberId: number, work: () => Promise<T>): Promise<T> {
  return withAttempt(context, memberId, "", async ({ id }) => {
    try {
      return await work();
    } finally {
      await settleAttempt(context.db, id, "succeeded");
    }
  });
}

/**
 * Settles an attempt that a stopped process left open, by the provider's state: the plan was bought or it was not. False
 * while the attempt may still be in progress.
 */
async function reconcile(context: AppContext, attempt: AttemptRow): Promise<boolean> {
  const { id, memberId, priceId, isHeld, createdAt } = attempt;
  if (context.inProgress.purchases.has(id)) return false;
  // With the embedded database there is only this process, so an attempt that is not in progress here is abandoned.
  if (context.database.kind !== "embedded" && isHeld) return false;
  const bought = isBought(await refreshAfterChange(context, memberId), priceId);
  // An action that charges nothing can simply be repeated.
  const isPurchase = priceId !== "";
  if (!bought && isPurchase && Math.abs(context.clock.now().getTime() - createdAt.getTime()) < mayStillArrive)
    return false;
  await settleAttempt(context.db, id, bought ? "succeeded" : "failed");
  return true;
}

function isBought(membership: MembershipSnapshot | null, priceId: string): boolean {
  return membership?.live === true && membership.row.priceId === priceId;
}

/** Settles all abandoned attempts. */
export async function reconcileAttempts(context: AppContext): Promise<void> {
  for (const left of await findOpenPurchases(context.db))
    await reconcile(context, left).catch((error) =>
      context.log.warn({ err: error, attempt: left.id }, "the card provider did not say what became of a purchase"),
    );
}
