import type { House } from "../../house.ts";
import { conflict, Problem } from "../../platform/problems.ts";
import { refreshMembership, type Standing } from "./refresh.ts";
import { type AttemptRow, findOpenAttempt, holdAttempt, openAttempts, settleAttempt, startAttempt } from "./store.ts";

// Step one of house rule 8: what is about to be charged is written down, and its id is the key of the provider's calls.

/** Attempts that this process is carrying through right now. */
const underWay = new WeakMap<House["database"], Set<number>>();
/** Whoever carries an attempt through says so this often, in milliseconds; one that nobody speaks for was left. */
const beat = 5000;

const busy = "We are still working on your last request. Please wait a moment, then look again.";

/**
 * Runs `pay` as the member's one attempt: a second press meanwhile is a conflict. `pay` settles it; a refusal of ours
 * ends it; when anything else is thrown, nobody knows what happened, and it stays open for the sweep to find out.
 */
export async function attempt<T>(
  house: House,
  memberId: number,
  priceId: string,
  pay: (attemptId: number) => Promise<T>,
): Promise<T> {
  const left = await findOpenAttempt(house.db, memberId);
  if (left && !(await reconcile(house, left))) throw conflict(busy);
  const id = await startAttempt(house.db, memberId, priceId, house.clock.now());
  if (id === null) throw conflict(busy);
  const mine = underWay.get(house.database) ?? new Set();
  underWay.set(house.database, mine.add(id));
  const beating = setInterval(() => void holdAttempt(house.db, id, house.clock.now()).catch(() => {}), beat);
  try {
    return await pay(id);
  } catch (error) {
    if (error instanceof Problem) await settleAttempt(house.db, id, "failed");
    throw error;
  } finally {
    clearInterval(beating);
    mine.delete(id);
  }
}

/** Runs a verb that buys nothing in the same single file, and leaves nothing open: it may simply be pressed again. */
export function inTurn<T>(house: House, memberId: number, work: () => Promise<T>): Promise<T> {
  return attempt(house, memberId, "", async (id) => {
    try {
      return await work();
    } finally {
      await settleAttempt(house.db, id, "succeeded");
    }
  });
}

/**
 * Finds out what became of an attempt that a stopped process left open. False while it may still be under way. What the
 * provider knows is the truth: the attempt bought its plan or it did not, and a membership it made is recorded either way.
 */
export async function reconcile(house: House, { id, memberId, priceId, heldUntil }: AttemptRow): Promise<boolean> {
  if (underWay.get(house.database)?.has(id)) return false;
  // The embedded database has one process: what is not under way here is not under way.
  if (house.database.kind !== "embedded" && heldUntil > house.clock.now()) return false;
  const standing = await refreshMembership(house, memberId);
  await settleAttempt(house.db, id, bought(standing, priceId) ? "succeeded" : "failed");
  return true;
}

function bought(standing: Standing | null, priceId: string): boolean {
  return standing?.live === true && standing.row.priceId === priceId;
}

/** The sweep over all of them. */
export async function reconcileAttempts(house: House): Promise<void> {
  for (const left of await openAttempts(house.db))
    await reconcile(house, left).catch((error) =>
      house.log.warn({ err: error, attempt: left.id }, "the card provider did not say what became of a purchase"),
    );
}
