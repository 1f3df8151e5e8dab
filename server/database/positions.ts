import { sql } from "drizzle-orm";
import type { Bus } from "../bus/bus.ts";
import type { Database } from "./database.ts";

/** How often a position of the primary is remembered, in milliseconds, and how many are, to tell how old a replica's state is. */
const sampleInterval = 1000;
const maxSamples = 3600;

/** Up to which positions in the primary's log a replica must have replayed it, to answer which member (ADR-050). */
export type Positions = {
  /** These members have changes whose position is still to be recorded. */
  expectFor(memberIds: readonly number[]): void;
  /** Asks the primary for its position and records it for those who await one. */
  record(): Promise<void>;
  /** Whether a member's position is not recorded yet. */
  isAwaitedBy(memberId: number): boolean;
  /** Whether positions are to be recorded, or to be reached by a replica. */
  areAwaited(): boolean;
  /** Whether nothing that a gap of the bus may have hidden is missing. */
  areRecordedAfterGaps(): boolean;
  /** How far a replica must be to answer a reader. */
  neededBy(memberId: number | null): number;
  /** Positions up to here are not known any more, so that a replica which is less far is not in use. */
  discardedUpTo(): number;
  /** Discards what replicas have reached: `reached` by all that are in use, null when none is. */
  discard(by: { reached: number | null; reachedByAll: number }): void;
  /** How long ago the primary wrote the first that comes after a position, in milliseconds. */
  lagAt(position: number): number;
};

export function openPositions(database: Database, bus: Bus): Positions {
  /** Members whose changes lie before a position that is not known yet, and the positions of the others. */
  let awaitingPosition = new Set<number>();
  let beingRecorded: ReadonlySet<number> = new Set();
  const positions = new Map<number, number>();
  /** The same for everybody, since a gap of the bus may have hidden anybody's change; and how many gaps it accounts for. */
  let positionOfAll = 0;
  let gapsRecorded = -1;
  let discardedUpTo = 0;

  let latest = 0;
  const samples: { position: number; at: number }[] = [];
  const flushed = database.db
    .select({ position: sql<number>`(pg_current_wal_flush_lsn() - '0/0')::float8` })
    .from(sql`(values (1)) as one`)
    .prepare("flushed_position");

  return {
    expectFor: (memberIds) => {
      for (const id of memberIds) awaitingPosition.add(id);
    },
    record: async () => {
      beingRecorded = awaitingPosition;
      awaitingPosition = new Set();
      const gaps = bus.gapCount();
      try {
        const [{ position } = { position: 0 }] = await flushed.execute();
        const now = performance.now();
        if (position < latest) {
          // Another primary, whose log is shorter: the positions of the old one cannot be compared with it.
          samples.length = 0;
          positions.clear();
          discardedUpTo = 0;
          positionOfAll = position;
        }
        latest = position;
        const last = samples.at(-1);
        if (!last || (position > last.position && now - last.at >= sampleInterval)) samples.push({ position, at: now });
        if (samples.length > maxSamples) samples.shift();
        for (const id of beingRecorded) positions.set(id, position);
        // Whatever a gap has hidden was committed before it.
        if (gaps !== gapsRecorded) positionOfAll = position;
        gapsRecorded = gaps;
      } catch (error) {
        for (const id of beingRecorded) awaitingPosition.add(id);
        throw error;
      } finally {
        beingRecorded = new Set();
      }
    },
    isAwaitedBy: (memberId) => awaitingPosition.has(memberId) || beingRecorded.has(memberId),
    areAwaited: () => awaitingPosition.size > 0 || positions.size > 0,
    areRecordedAfterGaps: () => bus.gapCount() === gapsRecorded,
    neededBy: (memberId) => {
      const own = memberId === null ? 0 : (positions.get(memberId) ?? 0);
      return Math.max(positionOfAll, own, discardedUpTo);
    },
    discardedUpTo: () => discardedUpTo,
    // A replica that is out of use has no guarantee: it is used again once it has reached the primary's position of now.
    discard: ({ reached, reachedByAll }) => {
      const upTo = reached ?? latest;
      for (const [id, position] of positions) if (position <= upTo) positions.delete(id);
      discardedUpTo = Math.max(discardedUpTo, upTo);
      while (samples[1] && samples[1].position <= reachedByAll) samples.shift();
    },
    lagAt: (position) => {
      const ahead = samples.find((sample) => sample.position > position);
      return ahead ? performance.now() - ahead.at : 0;
    },
  };
}
