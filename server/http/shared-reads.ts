import type { Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { exactUpTo, openRecent } from "../database/recent.ts";

/** How long sums over many rows are remembered, in milliseconds: hardly longer than from a change to the next page. */
const rememberedFor = 2000;

/** Runs `read` under a key, or joins a read of the same key that has not started yet. */
export type SharedReads<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Collapses identical reads (ADR-020): at most one read per key runs at a time, and those that arrive meanwhile share the
 * next one. A read never joins one that started before it, so it sees everything that was committed before it. Several
 * tabs that refresh on the same event, or a client that repeats a request, cost one query and one serialisation.
 */
export function openSharedReads<Result>(): SharedReads<Result> {
  const keys = new Map<string, { running: Promise<unknown>; next: Promise<Result> | null }>();
  const start = (key: string, read: () => Promise<Result>): Promise<Result> => {
    const running = read();
    const entry = { running, next: null };
    keys.set(key, entry);
    const done = () => {
      if (keys.get(key) === entry && entry.next === null) keys.delete(key);
    };
    running.then(done, done);
    return running;
  };
  return (key, read) => {
    const entry = keys.get(key);
    if (!entry) return start(key, read);
    const startNext = () => start(key, read);
    entry.next ??= entry.running.then(startNext, startNext);
    return entry.next;
  };
}

/**
 * Shares sums that are the same for all who may read them. One over more than a thousand rows was read in the last two
 * seconds, a smaller one for the call (ADR-021). `rowsOf` returns how many rows a sum is over.
 */
export function openSharedSums<Sums>(rowsOf: (sums: Sums) => number): SharedReads<Sums> {
  const share = openSharedReads<Sums>();
  const recent = openRecent<Sums>(rememberedFor);
  return (key, read) =>
    share(key, async () => {
      const known = recent.get(key);
      if (known !== undefined) return known;
      const readAt = performance.now();
      const sums = await read();
      if (rowsOf(sums) > exactUpTo) recent.set(key, sums, readAt);
      return sums;
    });
}

/** Makes a function that reads sums from a database into one that shares equal reads (`openSharedSums`). */
export function sharedSums<Asked, Sums>(
  read: (db: Db, asked: Asked) => Promise<Sums>,
  rowsOf: (sums: Sums) => number,
): (db: Db, asked: Asked) => Promise<Sums> {
  const shared = preparedOn(() => openSharedSums(rowsOf));
  return (db, asked) => shared(db)(JSON.stringify(asked), () => read(db, asked));
}
