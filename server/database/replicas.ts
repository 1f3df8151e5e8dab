import { fromKeys } from "@plumbline/contract/records.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "../bus/bus.ts";
import { RowId, topic } from "../bus/topic.ts";
import type { Database } from "./database.ts";
import { databaseAnswer } from "./errors.ts";
import { openPositions } from "./positions.ts";
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
  changeCommitted(memberId: number): Promise<void>;
  /** To be called before members are notified of something that has committed. */
  changesVisibleTo(memberIds: readonly number[]): void;
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
const changeTopic = topic<number>("wrote", RowId);

// In milliseconds.
/** How often replicas are asked how far they are while somebody waits for them to catch up, and otherwise. */
const pollSoon = 50;
const pollSometimes = 1000;
/** A replica that is further behind is not in use. */
const maxLag = 5000;

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
  const positions = openPositions(database, bus);
  let usable: Replica[] = [];

  async function poll(): Promise<void> {
    await positions.record();
    await Promise.all(all.map((replica) => replica.poll()));
    const before = usable.length;
    usable = all.filter(
      ({ position, lastPosition }) =>
        position !== null && position >= positions.discardedUpTo() && positions.lagAt(lastPosition) <= maxLag,
    );
    const changed = `${usable.length} of ${all.length} replicas are in use`;
    if (usable.length < before) log.warn(changed);
    if (usable.length > before) log.info(changed);
    positions.discard({
      reached: usable.length > 0 ? Math.min(...usable.map(({ lastPosition }) => lastPosition)) : null,
      reachedByAll: Math.min(...all.map(({ lastPosition }) => lastPosition)),
    });
  }

  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let polling: Promise<void> | null = null;
  let closed = false;
  const pollIn = (delay: number) => {
    const at = performance.now() + delay;
    if (closed || polling || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      polling = poll()
        // The primary does not answer; every call reports that by itself.
        .catch(() => {})
        .finally(() => {
          polling = null;
          pollIn(usable.length > 0 && positions.areAwaited() ? pollSoon : pollSometimes);
        });
    }, delay);
    timer.unref();
  };
  pollIn(0);

  const changesVisibleTo = (memberIds: readonly number[]) => {
    positions.expectFor(memberIds);
    pollIn(pollSoon);
  };
  bus.subscribe(changeTopic, (memberId) => changesVisibleTo([memberId]));
  bus.onGap(() => pollIn(pollSoon));

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
      const isHeard = memberId === null || ((await bus.isUpToDate()) && positions.areRecordedAfterGaps());
      if (!isHeard) return count("primary_bus");
      if (memberId !== null && positions.isAwaitedBy(memberId)) return count("primary_own_changes");
      const needed = positions.neededBy(memberId);
      // What leads to a replica may lead to another server since the last poll.
      const able = usable.filter(({ position }) => position !== null && position >= needed);
      const chosen = able[next++ % able.length];
      return chosen ? count("replica", chosen) : count("primary_own_changes");
    },
    changeCommitted: async (memberId) => {
      bus.publish(changeTopic, memberId);
      await bus.flush();
    },
    changesVisibleTo,
    lag: () => Math.max(...all.map(({ lastPosition }) => positions.lagAt(lastPosition))) / 1000,
    inUse: () => usable.length,
    counts,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await polling;
      await Promise.all(all.map((replica) => replica.close()));
    },
  };
}
