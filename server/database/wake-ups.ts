import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** The tables whose new rows a delivery loop waits for. */
export type AwaitedTable = "events" | "mails";
type Wake = (table: AwaitedTable) => void;

const wakes = Symbol("wakes delivery loops");
/** A connection or a transaction, which this module cannot name without importing what imports it. */
type Waking = object & { [wakes]?: Wake };

/** The shortest time between two announcements of a process, in milliseconds: one covers all commits since the last. */
const pause = 20;

/**
 * Wakes the delivery loops of all processes for new rows of `table`: after the commit when `db` is a transaction, else
 * now. A process that ends in between wakes nobody; the loops also look every few seconds (outbox/loop.ts).
 */
export function wakeFor(db: Waking, table: AwaitedTable): void {
  db[wakes]?.(table);
}

/** Lets `wakeFor` call `wake` for this connection or transaction. */
export function passWakesTo(db: Waking, wake: Wake): void {
  db[wakes] = wake;
}

/**
 * Tells `announce` the tables, one call at a time. The commits themselves do not notify, because PostgreSQL lets
 * transactions that do commit only one after another, each with its own wait for the disk.
 */
export function openWakeUps(announce: (tables: AwaitedTable[]) => Promise<unknown>): Wake {
  const tables = new Set<AwaitedTable>();
  // One announcement serves several callers, so it belongs to the context of none of them.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let announcing = false;
  const announceAll = async () => {
    try {
      while (tables.size > 0) {
        const announced = [...tables];
        tables.clear();
        await announce(announced);
        await wait(pause, undefined, { ref: false });
      }
    } finally {
      // In the same turn as the last look at the tables, so that none that is added then is missed.
      announcing = false;
    }
  };
  return (table) => {
    tables.add(table);
    if (announcing) return;
    announcing = true;
    // The loops find the rows themselves when the database is back.
    inOwnContext(announceAll).catch(() => {});
  };
}
