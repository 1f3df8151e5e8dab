import { fromKeys } from "@plumbline/contract/records.ts";
import { sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "../bus/bus.ts";
import { topic } from "../bus/topic.ts";
import type { Database } from "./database.ts";
import { databaseAnswer } from "./errors.ts";
import { openReplica, type Replica } from "./replica.ts";

/** Which replica may answer which reader (ADR-050). */
export type Replicas = {
  readonly all: readonly Replica[];
  /**
   * A replica that has everything this reader has written or been told of; null when the primary has to answer. Visitors,
   * who have no id, may be answered by any that is in use.
   */
  forReader(memberId: number | null): Promise<Replica | null>;
  /** To be called after a member's change has committed: resolves once the other processes can know of it. */
  wrote(memberId: number): Promise<void>;
  /** To be called before members are notified of something that has committed. */
  tell(memberIds: readonly number[]): void;
  /** How long ago the primary wrote what the slowest replica has not replayed yet, in seconds. */
  lag(): number;
  /** How many replicas are in use. */
  inUse(): number;
  /** How many reads that may be stale were answered by whom, and how many statements a replica failed to answer. */
  readonly counts: Readonly<Record<Answering, number>>;
  close(): Promise<void>;
};

/**
 * Who answers: a replica, or the primary because the reader's changes are on no replica yet, because none is in use, or
 * because others' changes may be unknown.
 */
export const answering = [
  "replica",
  "primary_own_changes",
  "primary_no_replica",
  "primary_bus",
  "failed_on_replica",
] as const;
type Answering = (typeof answering)[number];

/** A member has changed something. Whatever the member reads next has it, in every process. */
const wroteTopic = topic<number>("wrote");

// In milliseconds.
/** How often replicas are asked how far they are while somebody waits for them to catch up, and otherwise. */
const lookSoon = 50;
const lookSometimes = 1000;
/** A replica that is further behind is not in use. */
const maxLag = 5000;
/** How many positions of the primary are remembered, one a second, to tell how old a replica's state is. */
const maxSamples = 3600;

/**
 * Opens the replicas at `urls`. A member who has changed something or was told of something reads from the primary until the
 * replicas are known to have replayed what the primary had written by then.
 */
export function openReplicas(
  urls: readonly string[],
  { database, bus, log }: { database: Database; bus: Bus; log: FastifyBaseLogger },
): Replicas {
  const counts = fromKeys(answering, () => 0);
  const onFailure = (error: unknown) => {
    counts.failed_on_replica += 1;
    // One that is gone is reported once, when it goes out of use.
    if (databaseAnswer(error)) log.warn({ err: error }, "a read failed on a replica and was asked of the primary");
  };
  const all = urls.map((url) => openReplica(url, database, onFailure));
  let usable: Replica[] = [];

  /** Members whose changes lie behind a position that is not known yet, and the positions of the others. */
  let unplaced = new Set<number>();
  let placing: ReadonlySet<number> = new Set();
  const positions = new Map<number, number>();
  /**
   * The same for everybody, since a gap of the bus may have hidden anybody's change; and how many gaps it accounts for.
   */
  let everybody = 0;
  let gapsPlaced = -1;
  /** Up to here positions are forgotten, so that a replica which is less far is not in use. */
  let forgotten = 0;

  let latest = 0;
  const samples: { position: number; at: number }[] = [];
  const flushed = database.db
    .select({ position: sql<number>`(pg_current_wal_flush_lsn() - '0/0')::float8` })
    .from(sql`(values (1)) as one`)
    .prepare("flushed_position");

  const lagOf = ({ lastPosition }: Replica, now: number): number => {
    const ahead = samples.find(({ position }) => position > lastPosition);
    return ahead ? now - ahead.at : 0;
  };

  async function place(): Promise<void> {
    placing = unplaced;
    unplaced = new Set();
    const gaps = bus.gapCount();
    try {
      const [{ position } = { position: 0 }] = await flushed.execute();
      const now = performance.now();
      if (position < latest) {
        // Another primary, whose log is shorter: the positions of the old one cannot be compared with it.
        samples.length = 0;
        positions.clear();
        forgotten = 0;
        everybody = position;
      }
      latest = position;
      const last = samples.at(-1);
      if (!last || (position > last.position && now - last.at >= lookSometimes)) samples.push({ position, at: now });
      if (samples.length > maxSamples) samples.shift();
      for (const id of placing) positions.set(id, position);
      // Whatever a gap has hidden was committed before it.
      if (gaps !== gapsPlaced) everybody = position;
      gapsPlaced = gaps;
    } catch (error) {
      for (const id of placing) unplaced.add(id);
      throw error;
    } finally {
      placing = new Set();
    }
  }

  function forget(): void {
    // A replica that is out of use has no guarantee: it is used again once it has reached the primary's position of
    // now.
    const reached = usable.length > 0 ? Math.min(...usable.map(({ lastPosition }) => lastPosition)) : latest;
    for (const [id, position] of positions) if (position <= reached) positions.delete(id);
    forgotten = Math.max(forgotten, reached);
    const reachedByAll = Math.min(...all.map(({ lastPosition }) => lastPosition));
    while (samples[1] && samples[1].position <= reachedByAll) samples.shift();
  }

  async function look(): Promise<void> {
    await place();
    await Promise.all(all.map((replica) => replica.look()));
    const now = performance.now();
    const before = usable.length;
    usable = all.filter((each) => each.position !== null && each.position >= forgotten && lagOf(each, now) <= maxLag);
    const changed = `${usable.length} of ${all.length} replicas are in use`;
    if (usable.length < before) log.warn(changed);
    if (usable.length > before) log.info(changed);
    forget();
  }

  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let closed = false;
  const lookIn = (delay: number) => {
    const at = performance.now() + delay;
    if (closed || looking || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      looking = look()
        // The primary does not answer; every call reports that by itself.
        .catch(() => {})
        .finally(() => {
          looking = null;
          const isAwaited = usable.length > 0 && (unplaced.size > 0 || positions.size > 0);
          lookIn(isAwaited ? lookSoon : lookSometimes);
        });
    }, delay);
    timer.unref();
  };
  lookIn(0);

  const tell = (memberIds: readonly number[]) => {
    for (const id of memberIds) unplaced.add(id);
    lookIn(lookSoon);
  };
  bus.subscribe(wroteTopic, (memberId) => tell([memberId]));
  bus.onGap(() => lookIn(lookSoon));

  const has = ({ position }: Replica, memberId: number | null): boolean => {
    const own = memberId === null ? 0 : (positions.get(memberId) ?? 0);
    // What leads to it may lead to another server since the last look.
    return position !== null && position >= Math.max(everybody, own, forgotten);
  };
  let next = 0;
  const count = (answering: Answering, replica: Replica | null = null) => {
    counts[answering] += 1;
    return replica;
  };
  return {
    all,
    forReader: async (memberId) => {
      if (usable.length === 0) return count("primary_no_replica");
      // A change that was answered by another process has been announced before its answer.
      const isHeard = memberId === null || ((await bus.isUpToDate()) && bus.gapCount() === gapsPlaced);
      if (!isHeard) return count("primary_bus");
      if (memberId !== null && (unplaced.has(memberId) || placing.has(memberId))) return count("primary_own_changes");
      const able = usable.filter((replica) => has(replica, memberId));
      const chosen = able[next++ % able.length];
      return chosen ? count("replica", chosen) : count("primary_own_changes");
    },
    wrote: async (memberId) => {
      bus.publish(wroteTopic, memberId);
      await bus.flush();
    },
    tell,
    lag: () => Math.max(...all.map((replica) => lagOf(replica, performance.now()))) / 1000,
    inUse: () => usable.length,
    counts,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(all.map((replica) => replica.close()));
    },
  };
}
