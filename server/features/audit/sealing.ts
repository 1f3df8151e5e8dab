import type { AppContext } from "../../context.ts";
import { wakeFor } from "../../database/wake-ups.ts";
import type { Loop } from "../../outbox/loop.ts";
import { openLoop } from "../../outbox/loop.ts";
import { firstHash, hashOf } from "./chain.ts";
import { eventsToSeal, hasEventsToSeal, insertEntries, lockSealing, type SealingOrder } from "./sealing-store.ts";
import { auditHead } from "./store.ts";

/** How many events are sealed in one transaction. */
const batch = 200;

/**
 * Takes the events that belong into the audit into it, after their commit and in the order of their ids; false when
 * none waits. One transaction at a time does so, and the position is the primary key, so that the chain never forks
 * (ADR-028). The demo, whose stories are written one after the other, takes them in the order of their moments (row
 * G-13).
 */
export async function sealEvents(
  context: Pick<AppContext, "db" | "clock">,
  order: SealingOrder = "id",
): Promise<boolean> {
  if (!(await hasEventsToSeal(context.db))) return false;
  return context.db.transaction(async (tx) => {
    await lockSealing(tx);
    const events = await eventsToSeal(tx, batch, order);
    if (events.length === 0) return false;
    const head = await auditHead(tx);
    const sealedAt = context.clock.now();
    let [id, hash] = [head?.id ?? 0, head?.hash ?? firstHash];
    const entries = events.map((event) => {
      id += 1;
      const sealed = { ...event, id, sealedAt };
      hash = hashOf(hash, sealed);
      return { ...sealed, hash };
    });
    await insertEntries(tx, entries);
    // Delivery has skipped these events where it looked while they were locked here.
    wakeFor(tx, "events");
    return true;
  });
}

/** Seals all that waits in the order of its moments, as one sealing: after another one those of the past would look put in. */
export async function sealHistory({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = clock.now();
  while (await sealEvents({ db, clock: { now: () => now } }, "moment"));
}

/** Seals whenever events were committed, in whichever process. */
export const openSealing = (context: AppContext): Loop =>
  openLoop(
    context,
    "events",
    () => sealEvents(context),
    async () => {},
  );
