import { join } from "node:path";
import type { Candidate, Ranked, SearchCriteria } from "@plumbline/contract/matching/rules.ts";
import type { FastifyBaseLogger } from "fastify";
import { sessionsTopic } from "../../auth/topics.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Clock } from "../../clock.ts";
import type { Db } from "../../database/database.ts";
import { serviceUnavailable } from "../../http/problems.ts";
import type { Settings } from "../../settings.ts";
import { withTimeout } from "../../with-timeout.ts";
import { clearAbandoned, type IndexState, maxAge, readIndexFile, writeIndexFile } from "./index-file.ts";
import {
  type ChangePosition,
  changedAfter,
  countChanges,
  isKnownFile,
  noteFile,
  type Page,
  pageAfter,
  pageSize,
} from "./index-store.ts";
import { refreshListing } from "./listing.ts";
import { type Ranking, startRanking } from "./ranking.ts";
import { addRows } from "./row-text.ts";
import { matchRowsOf } from "./search-store.ts";
import { type Segment, SegmentBuilder } from "./segment.ts";
import type { MatchRow } from "./store.ts";
import { listingsTopic } from "./topics.ts";

/** This process's ranking of all listed advisors, kept in sync with the table match_rows. */
export type MatchIndex = {
  /** The best advisors. Throws serviceUnavailable when the index is not ready within `maxWait`. */
  best(wanted: SearchCriteria, limit: number): Promise<Ranked[]>;
  /** Resolves when all changes announced to this process before the call have been applied. */
  whenUpToDate(): Promise<void>;
  /** Reads the rows changed since the last read, in case messages between processes were lost. */
  catchUp(): Promise<void>;
  /** Resolves when searches are answered from the index. */
  whenReady(): Promise<void>;
  /** Writes the index to its file, unless that is of the last half hour: the next start reads it from there (ADR-051). */
  keep(): Promise<void>;
};

/** How long a search waits for the index, in milliseconds: as long as a request does for the start (server/http/starting.ts). */
const maxWait = 10_000;
/** A transaction that commits late writes rows with an earlier timestamp than those already read. In milliseconds. */
const commitSlack = 60_000;
/**
 * The same for what a file lacks, in milliseconds: those changes are not announced to this process, so it reaches back
 * further than the statements of a transaction can take together.
 */
const fileSlack = 600_000;
/** A file that is younger was written after this process's start, or shortly before it; in milliseconds. */
const minFileAge = 1_800_000;

type Dependencies = {
  db: Db;
  bus: Bus;
  clock: Clock;
  log: FastifyBaseLogger;
  settings: Pick<Settings, "dataDirectory">;
};

/** Subscribes to changes at once; the index is read from its file or the table at the first use. */
export function openMatchIndex(context: Dependencies, limits = { maxWait }): MatchIndex {
  const folder = join(context.settings.dataDirectory, "match-index");
  let ranking: Ranking | null = null;
  let loading: Promise<Ranking> | null = null;
  let keeping: Promise<void> | null = null;
  /** Until when the table's changes are in the index. */
  let readUntil = new Date(0);
  /** The same for the state that this process has last read from the file or written to it. */
  let keptUntil = new Date(0);
  const pending = new Set<Promise<unknown>>();
  /** Whose rows have changed while the index is read. */
  const announced = new Set<number>();

  const load = async (): Promise<Ranking> => {
    const now = context.clock.now();
    const kept = await readKept(now);
    const index = startRanking(kept?.segment ?? (await readTable(context.db)));
    if (kept) {
      for (const [id, row] of kept.changes) row ? index.put(row) : index.remove(id);
      await readChanges(context.db, earlier(kept.readUntil, fileSlack), index);
      keptUntil = kept.readUntil;
    }
    readUntil = now;
    while (announced.size > 0) {
      const ids = [...announced].slice(0, pageSize);
      for (const id of ids) announced.delete(id);
      apply(index, await matchRowsOf(context.db, ids));
    }
    ranking = index;
    context.log.info({ from: kept ? "file" : "table" }, "the match index is ready");
    return index;
  };
  const readKept = async (now: Date): Promise<IndexState | null> => {
    const kept = await readIndexFile(folder, now, (id) => isKnownFile(context.db, id));
    if (kept === null) return null;
    if ("refused" in kept) return refuse(kept.refused);
    return (await hasChangedMuch(context.db, kept)) ? refuse("too much has changed since") : kept;
  };
  const refuse = (reason: string) => {
    context.log.warn({ reason }, "the file of the match index is not used: the table is read instead");
    return null;
  };
  const loaded = async (): Promise<Ranking> => {
    if (ranking) return ranking;
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };

  const track = (work: () => Promise<unknown>) => {
    const task: Promise<unknown> = work()
      .catch((error) => context.log.warn({ err: error }, "the match index missed a change; it will catch up"))
      .finally(() => pending.delete(task));
    pending.add(task);
  };
  context.bus.subscribe(listingsTopic, (ids) => {
    const to = ranking;
    if (to) track(async () => apply(to, await matchRowsOf(context.db, ids)));
    else if (loading) for (const id of ids) announced.add(id);
  });
  // Sent whenever a member's flags change: approved, complete, payable, suspended, saved.
  context.bus.subscribe(sessionsTopic, (memberId) => track(() => refreshListing(context, [memberId])));

  const catchUp = async () => {
    const index = await loaded();
    const now = context.clock.now();
    // After the clock was set back, timestamps cannot tell what has changed: everything is read again.
    await readChanges(context.db, now < readUntil ? new Date(0) : earlier(readUntil, commitSlack), index);
    readUntil = now;
  };
  // Before the first search there is nothing to catch up: the table is read then.
  context.bus.onGap(() => (ranking || loading) && catchUp());

  // A changed member first refreshes their row, which announces a second change.
  const whenUpToDate = async () => {
    for (let step = 0; step < 2; step++) if (pending.size > 0) await Promise.all(pending);
  };

  const write = async () => {
    const index = await loaded();
    const now = context.clock.now();
    if (keptUntil <= now && keptUntil > earlier(now, minFileAge)) return;
    await clearAbandoned(folder, now);
    const state = { ...index.state(), readUntil };
    await writeIndexFile(folder, state, (id) => noteFile(context.db, id, now, earlier(now, maxAge)));
    keptUntil = state.readUntil;
  };
  return {
    best: async (wanted, limit) => {
      const index = ranking ?? (await withTimeout(loaded(), limits.maxWait, serviceUnavailable));
      await whenUpToDate();
      return index.best(wanted, limit).found;
    },
    whenUpToDate,
    catchUp,
    whenReady: async () => void (await loaded()),
    keep: () => {
      keeping ??= write().finally(() => {
        keeping = null;
      });
      return keeping;
    },
  };
}

/** To read each changed row costs five times as much as to read it with its page of the table. */
async function hasChangedMuch(db: Db, { segment, readUntil }: IndexState): Promise<boolean> {
  const most = Math.max(pageSize, Math.round(segment.ids.length / 10));
  return (await countChanges(db, earlier(readUntil, fileSlack), most)) >= most;
}

const earlier = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds);

/** All listed advisors, page by page: each at the moment of its page, and what changes meanwhile is announced or caught up. */
async function readTable(db: Db): Promise<Segment> {
  const builder = new SegmentBuilder();
  let next: Promise<Page> | null = pageAfter(db, 0);
  for (let after = 0; next; ) {
    const { count, last, rows }: Page = await next;
    next = count < pageSize ? null : pageAfter(db, last);
    // When a page cannot be read, those who wait for later pages get its error.
    next?.catch(() => {});
    // The database packs the next page while this one is read, and requests are answered in between.
    await new Promise(setImmediate);
    addRows(rows, after, builder);
    after = last;
  }
  return builder.done();
}

/** Applies to the index the rows changed since a moment. */
async function readChanges(db: Db, since: Date, to: Ranking): Promise<void> {
  for (let position: ChangePosition | undefined = { at: since.toISOString(), memberId: 0 }; position; ) {
    const rows = await changedAfter(db, position);
    apply(to, rows);
    position = rows.length < pageSize ? undefined : rows.at(-1);
  }
}

type IndexedRow = Pick<
  MatchRow,
  "memberId" | "listed" | "quality" | "expertiseAreaIds" | "industryIds" | "companySizeIds"
>;

function apply(to: Ranking, rows: readonly IndexedRow[]): void {
  for (const row of rows) {
    if (row.listed) to.put(candidateFrom(row));
    else to.remove(row.memberId);
  }
}

export function candidateFrom({
  memberId,
  expertiseAreaIds,
  industryIds,
  companySizeIds,
  quality,
}: Omit<IndexedRow, "listed">): Candidate {
  return { id: memberId, expertiseAreaIds, industryIds, companySizeIds, quality };
}
