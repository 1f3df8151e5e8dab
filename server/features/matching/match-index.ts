import type { Candidate, Ranked, Wanted } from "@plumbline/contract/matching/rules.ts";
import type { House } from "../../house.ts";
import { listingChanged, refreshListing } from "./listing.ts";
import { type Ranking, startRanking } from "./ranking.ts";
import { matchRowsOf } from "./search-store.ts";
import { SegmentBuilder } from "./segment.ts";
import { changedSince, eachRanked, type MatchRow } from "./store.ts";

/** This process's ranking of all listed advisors, kept in step with the table. */
export type MatchIndex = {
  best(wanted: Wanted, most: number): Promise<Ranked[]>;
  /** Resolves when what this process was told before has been worked in: the news, and the rows that changed by it. */
  told(): Promise<void>;
  /** Reads what has changed since the last look: for messages between processes that were lost. */
  catchUp(): Promise<void>;
};

const page = 1000;
/** Rows of a transaction that was slow to commit carry an older moment than those we have seen. */
const slack = 60_000;

const indexes = new WeakMap<House["bus"], MatchIndex>();

/** One index per house, read at its start or at the first question. */
export function matchIndexOf(house: House): MatchIndex {
  const known = indexes.get(house.bus) ?? openMatchIndex(house);
  indexes.set(house.bus, known);
  return known;
}

function openMatchIndex(house: House): MatchIndex {
  let ranking: Promise<Ranking> | null = null;
  let seen = new Date(0);
  const underWay = new Set<Promise<unknown>>();

  const load = async () => {
    seen = house.clock.now();
    const builder = new SegmentBuilder();
    await eachRanked(house.db, (rows) => {
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
  const follow = (work: () => Promise<unknown>) => {
    const going: Promise<unknown> = work()
      .catch((error) => house.log.warn({ err: error }, "the match index missed a change; it will catch up"))
      .finally(() => underWay.delete(going));
    underWay.add(going);
  };
  house.bus.subscribe(listingChanged, (ids: readonly number[]) => {
    const loading = ranking;
    if (loading) follow(async () => apply(await loading, await matchRowsOf(house.db, ids)));
  });
  // Sent whenever a member's flags change: approved, complete, payable, suspended, saved.
  house.bus.subscribe("sessions", (memberId: number) => follow(() => refreshListing(house, [memberId])));

  const catchUp = async () => {
    const ready = await loaded();
    const since = new Date(seen.getTime() - slack);
    const now = house.clock.now();
    for (let after = 0; ; ) {
      const rows = await changedSince(house.db, since, after, page);
      apply(ready, rows);
      if (rows.length < page) break;
      after = (rows.at(-1) as MatchRow).memberId;
    }
    seen = now;
  };
  // Nobody has asked yet: what is read at the first question is right.
  house.bus.onGap(() => ranking && catchUp());

  const told = async () => {
    for (let step = 0; step < 2; step++) if (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    best: async (wanted, most) => {
      const ready = await loaded();
      await told();
      return ready.best(wanted, most).found;
    },
    told,
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
