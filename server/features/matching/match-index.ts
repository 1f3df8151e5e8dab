import type { Candidate, Ranked, SearchCriteria } from "@plumbline/contract/matching/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import type { FastifyBaseLogger } from "fastify";
import { sessionsTopic } from "../../auth/topics.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Clock } from "../../clock.ts";
import type { Db } from "../../database/database.ts";
import { refreshListing } from "./listing.ts";
import { type Ranking, startRanking } from "./ranking.ts";
import { matchRowsOf } from "./search-store.ts";
import { SegmentBuilder } from "./segment.ts";
import { changedSince, eachRanked, type MatchRow } from "./store.ts";
import { listingsTopic } from "./topics.ts";

/** This process's ranking of all listed advisors, kept in sync with the table match_rows. */
export type MatchIndex = {
  best(wanted: SearchCriteria, limit: number): Promise<Ranked[]>;
  /** Resolves when all changes announced to this process before the call have been applied. */
  whenUpToDate(): Promise<void>;
  /** Reads the rows changed since the last read, in case messages between processes were lost. */
  catchUp(): Promise<void>;
};

const pageSize = 1000;
/** A transaction that commits late writes rows with an earlier timestamp than those already read. In milliseconds. */
const commitSlack = 60_000;

type Dependencies = { db: Db; bus: Bus; clock: Clock; log: FastifyBaseLogger };

/** Subscribes to changes at once; the table is read at the first search. */
export function openMatchIndex(context: Dependencies): MatchIndex {
  let ranking: Promise<Ranking> | null = null;
  let readUntil = new Date(0);
  const pending = new Set<Promise<unknown>>();

  const load = async () => {
    readUntil = context.clock.now();
    const builder = new SegmentBuilder();
    await eachRanked(context.db, (rows) => {
      for (const row of rows) builder.add(row);
    });
    return startRanking(builder.done());
  };
  const loaded = () => {
    ranking ??= load().catch((error) => {
      ranking = null;
      throw error;
    });
    return ranking;
  };
  const apply = (to: Ranking, rows: readonly MatchRow[]) => {
    for (const row of rows) {
      if (row.listed) to.put(candidateFrom(row));
      else to.remove(row.memberId);
    }
  };
  const track = (work: () => Promise<unknown>) => {
    const task: Promise<unknown> = work()
      .catch((error) => context.log.warn({ err: error }, "the match index missed a change; it will catch up"))
      .finally(() => pending.delete(task));
    pending.add(task);
  };
  context.bus.subscribe(listingsTopic, (ids) => {
    const loading = ranking;
    if (loading) track(async () => apply(await loading, await matchRowsOf(context.db, ids)));
  });
  // Sent whenever a member's flags change: approved, complete, payable, suspended, saved.
  context.bus.subscribe(sessionsTopic, (memberId) => track(() => refreshListing(context, [memberId])));

  const catchUp = async () => {
    const ready = await loaded();
    const now = context.clock.now();
    // After the clock was set back, timestamps cannot tell what has changed: everything is read again.
    const since = now < readUntil ? new Date(0) : new Date(readUntil.getTime() - commitSlack);
    for (let after = 0; ; ) {
      const rows = await changedSince(context.db, since, after, pageSize);
      apply(ready, rows);
      if (rows.length < pageSize) break;
      after = present(rows.at(-1)).memberId;
    }
    readUntil = now;
  };
  // Before the first search there is nothing to catch up: the table is read then.
  context.bus.onGap(() => ranking && catchUp());

  // A changed member first refreshes their row, which announces a second change.
  const whenUpToDate = async () => {
    for (let step = 0; step < 2; step++) if (pending.size > 0) await Promise.all(pending);
  };
  return {
    best: async (wanted, limit) => {
      const ready = await loaded();
      await whenUpToDate();
      return ready.best(wanted, limit).found;
    },
    whenUpToDate,
    catchUp,
  };
}

export function candidateFrom({
  memberId,
  expertiseAreaIds,
  industryIds,
  companySizeIds,
  quality,
}: MatchRow): Candidate {
  return { id: memberId, expertiseAreaIds, industryIds, companySizeIds, quality };
}
