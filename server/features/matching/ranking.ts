import {
  type Candidate,
  compareRanked,
  expertisePoints,
  industryPoints,
  pointsOf,
  type Ranked,
  type SearchCriteria,
  scoreOf,
  sizePoints,
} from "@plumbline/contract/matching/rules.ts";
import { BitSlicedCounter } from "./bit-sliced-counter.ts";
import { intAt } from "./numbers.ts";
import { byRank, contains, merged, type Segment, SegmentBuilder } from "./segment.ts";

/**
 * The advisors in order of quality, in each process's memory. A search reads them from the best, 32 at a time, and stops as
 * soon as no remaining advisor can enter the result. The scores equal those of contract/matching/rules.ts: the test
 * compares the search with a plain scan.
 */
export type Ranking = {
  /** Adds an advisor or replaces their row. */
  put(row: Candidate): void;
  remove(id: number): void;
  /** The advisors with the highest scores, best first; `read` is how many rows were examined. */
  best(wanted: SearchCriteria, limit: number): { found: Ranked[]; read: number };
  /** The segment, which never changes, and a copy of the changes since it was built. */
  state(): { segment: Segment; changes: ReadonlyMap<number, Candidate | null> };
  /** Resolves when no merge is running. */
  settled(): Promise<void>;
};

/** How many rows are merged before the event loop may run other work. */
const rowsPerTurn = 500;

export function openRanking(rows: Iterable<Candidate>): Ranking {
  const builder = new SegmentBuilder();
  for (const row of [...rows].sort(byRank)) builder.add(row);
  return startRanking(builder.done());
}

export function startRanking(first: Segment): Ranking {
  let segment = first;
  // Changes since the segment was built, null for a removal; searched row by row until there are enough to merge.
  const changes = new Map<number, Candidate | null>();
  let merging: Promise<void> | null = null;
  const change = (id: number, row: Candidate | null) => {
    changes.set(id, row);
    if (!merging && changes.size > Math.max(500, segment.ids.length / 500)) merging = merge();
  };
  const merge = async () => {
    const taken = new Map(changes);
    const builder = new SegmentBuilder();
    let added = 0;
    for (const row of merged(segment, taken)) {
      builder.add(row);
      if (++added % rowsPerTurn === 0) await new Promise(setImmediate);
    }
    segment = builder.done();
    for (const [id, row] of taken) if (changes.get(id) === row) changes.delete(id);
    merging = null;
  };
  return {
    put: (row) => {
      if (changes.has(row.id) || !contains(segment, row)) change(row.id, row);
    },
    remove: (id) => change(id, null),
    best: (wanted, limit) => search(segment, changes, wanted, limit),
    state: () => ({ segment, changes: new Map(changes) }),
    settled: async () => {
      while (merging) await merging;
    },
  };
}

function search(
  segment: Segment,
  changes: ReadonlyMap<number, Candidate | null>,
  wanted: SearchCriteria,
  limit: number,
) {
  const top = new Top(limit);
  let read = 0;
  for (const row of changes.values()) {
    if (!row) continue;
    read += 1;
    const points = pointsOf(wanted, row);
    if (points) top.offer(row.id, scoreOf(points));
  }

  const { ids, blocks, marks, none } = segment;
  const areas = wanted.expertiseAreaIds;
  const counter = new BitSlicedCounter(areas.map((id) => marks.expertiseAreaIds.get(id) ?? none));
  const inIndustry = marks.industryIds.get(wanted.industryId) ?? none;
  const ofSize = marks.companySizeIds.get(wanted.companySizeId) ?? none;
  const ofNextSizes = wanted.nextSizeIds.map((id) => marks.companySizeIds.get(id) ?? none);
  const pointsByCovered = Int32Array.from([0, ...areas], (_, covered) => expertisePoints(covered, areas.length));
  const full = intAt(pointsByCovered, areas.length);
  /** The smallest number of covered areas that earns at least `points`. */
  const areasFor = Int32Array.from({ length: full + 1 }, (_, points) =>
    pointsByCovered.findIndex((each, n) => n > 0 && each >= points),
  );
  // Every advisor who covers an area belongs to one of these groups; the first is worth most.
  const kinds = [true, false].flatMap((known) =>
    (["same", "next", "other"] as const).map((nearest) => ({
      known,
      nearest,
      points: industryPoints(known) + sizePoints(nearest),
      /** How many areas an advisor of this group must cover to enter the result. */
      minCovered: 1,
    })),
  );
  const maxPoints = industryPoints(true) + sizePoints("same") + full;

  /** Offers those of the word at `rank` whose bits are set. */
  const offerEach = (bits: number, rank: number, points: number) => {
    for (let left = bits; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      const id = intAt(ids, rank + bit);
      if (!changes.has(id)) top.offer(id, intAt(pointsByCovered, counter.of(bit)) + points);
    }
  };

  let missing = 0;
  let reachable = kinds;
  for (const { quality, first, count } of blocks) {
    const end = first + count;
    for (let rank = first; rank < end; rank += 32) {
      // Then no advisor in a later block could enter either.
      if (!top.admits(intAt(ids, rank), quality + maxPoints)) break;
      read += Math.min(32, end - rank);
      if (missing !== top.least - quality) {
        missing = top.least - quality;
        reachable = kinds.filter(({ points }) => points + full >= missing);
        for (const kind of reachable) kind.minCovered = intAt(areasFor, Math.max(0, missing - kind.points));
      }
      const word = rank >> 5;
      const same = intAt(ofSize, word);
      let next = 0;
      for (const each of ofNextSizes) next |= intAt(each, word);
      next &= ~same;
      let counted = false;
      for (const { known, nearest, points, minCovered } of reachable) {
        const nearby = nearest === "same" ? same : nearest === "next" ? next : ~(same | next);
        const among = nearby & (known ? intAt(inIndustry, word) : ~intAt(inIndustry, word));
        if (among === 0) continue;
        if (!counted) counter.count(word);
        counted = true;
        // Bits after a block's last advisor are never set here, because only advisors cover an area.
        offerEach(among & counter.atLeast(minCovered), rank, points + quality);
      }
    }
  }
  return { found: top.found, read };
}

/** The best results so far, best first. */
class Top {
  readonly found: Ranked[] = [];
  readonly limit: number;
  constructor(limit: number) {
    this.limit = limit;
  }
  /** The lowest score of a full result; 0 before it is full. */
  get least(): number {
    return this.found[this.limit - 1]?.score ?? 0;
  }
  /**
   * Whether an advisor with at most this score could enter; rows come by quality and id, so once false it stays false.
   */
  admits(id: number, score: number): boolean {
    const last = this.found[this.limit - 1];
    return last === undefined || score > last.score || (score === last.score && id < last.id);
  }
  offer(id: number, score: number): void {
    if (!this.admits(id, score)) return;
    const at = this.found.findIndex((each) => compareRanked({ id, score }, each) < 0);
    this.found.splice(at < 0 ? this.found.length : at, 0, { id, score });
    if (this.found.length > this.limit) this.found.pop();
  }
}
