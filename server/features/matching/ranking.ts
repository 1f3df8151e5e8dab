import {
  better,
  type Candidate,
  expertisePoints,
  industryPoints,
  pointsOf,
  type Ranked,
  scoreOf,
  sizePoints,
  type Wanted,
} from "@plumbline/contract/matching/rules.ts";
import { byRank, knows, merged, type Segment, SegmentBuilder } from "./segment.ts";
import { type Bits, Tally } from "./tally.ts";

/**
 * The advisors in quality order, kept in memory by every process. A question reads them from the best end, 32 at a time,
 * and stops as soon as nobody further down can still get in. The scores are those of the rules: the test compares it
 * with a plain scan.
 */
export type Ranking = {
  /** Adds an advisor, or replaces what was known of them. */
  put(row: Candidate): void;
  remove(id: number): void;
  /** The best for what is wanted, best first; `read` is how many were looked at. */
  best(wanted: Wanted, most: number): { found: Ranked[]; read: number };
  /** Resolves when the segment is not being merged with what is newer. */
  settled(): Promise<void>;
};

/** Rows merged before others get their turn. */
const turn = 500;

export function openRanking(rows: Iterable<Candidate>): Ranking {
  const builder = new SegmentBuilder();
  for (const row of [...rows].sort(byRank)) builder.add(row);
  return startRanking(builder.done());
}

export function startRanking(first: Segment): Ranking {
  let segment = first;
  // Changes since the segment was built; null is somebody who left. Looked at one by one until they are many.
  const fresh = new Map<number, Candidate | null>();
  let merging: Promise<void> | null = null;
  const change = (id: number, row: Candidate | null) => {
    fresh.set(id, row);
    if (!merging && fresh.size > Math.max(500, segment.ids.length / 500)) merging = merge();
  };
  const merge = async () => {
    const taken = new Map(fresh);
    const builder = new SegmentBuilder();
    let added = 0;
    for (const row of merged(segment, taken)) {
      builder.add(row);
      if (++added % turn === 0) await new Promise(setImmediate);
    }
    segment = builder.done();
    for (const [id, row] of taken) if (fresh.get(id) === row) fresh.delete(id);
    merging = null;
  };
  return {
    put: (row) => {
      if (fresh.has(row.id) || !knows(segment, row)) change(row.id, row);
    },
    remove: (id) => change(id, null),
    best: (wanted, most) => search(segment, fresh, wanted, most),
    settled: async () => {
      while (merging) await merging;
    },
  };
}

function search(segment: Segment, fresh: ReadonlyMap<number, Candidate | null>, wanted: Wanted, count: number) {
  const top = new Top(count);
  let read = 0;
  for (const row of fresh.values()) {
    if (!row) continue;
    read += 1;
    const points = pointsOf(wanted, row);
    if (points) top.offer(row.id, scoreOf(points));
  }

  const { ids, quality, marks } = segment;
  const nobody: Bits = new Int32Array((ids.length + 31) >> 5);
  const areas = wanted.expertiseAreaIds;
  const tally = new Tally(areas.map((id) => marks.expertiseAreaIds.get(id) ?? nobody));
  const inIndustry = marks.industryIds.get(wanted.industryId) ?? nobody;
  const ofSize = marks.companySizeIds.get(wanted.companySizeId) ?? nobody;
  const ofNextSizes = wanted.nextSizeIds.map((id) => marks.companySizeIds.get(id) ?? nobody);
  const earned = [0, ...areas].map((_, covered) => expertisePoints(covered, areas.length));
  const full = earned.at(-1) as number;
  /** How many areas it takes to earn so many points. */
  const areasFor = Array.from({ length: full + 1 }, (_, points) =>
    earned.findIndex((each, n) => n > 0 && each >= points),
  );
  // Whoever covers an area is of one of these kinds, the first worth most.
  const kinds = [true, false].flatMap((known) =>
    (["same", "next", "other"] as const).map((nearest) => ({
      known,
      nearest,
      points: industryPoints(known) + sizePoints(nearest),
      /** Areas that it takes to get in. */
      least: 1,
    })),
  );
  const most = (kinds[0] as (typeof kinds)[number]).points + full;

  let missing = 0;
  let hopeful = kinds;
  for (let word = 0; word < nobody.length; word++) {
    const first = word << 5;
    const bestQuality = quality[first] as number;
    if (!top.admits(ids[first] as number, bestQuality + most)) break;
    read += 32;
    if (missing !== top.least - bestQuality) {
      missing = top.least - bestQuality;
      hopeful = kinds.filter(({ points }) => points + full >= missing);
      for (const kind of hopeful) kind.least = areasFor[Math.max(0, missing - kind.points)] as number;
    }
    const same = ofSize[word] as number;
    let next = 0;
    for (const each of ofNextSizes) next |= each[word] as number;
    next &= ~same;
    let counted = false;
    for (const { known, nearest, points, least } of hopeful) {
      const nearby = nearest === "same" ? same : nearest === "next" ? next : ~(same | next);
      const among = nearby & (known ? (inIndustry[word] as number) : ~(inIndustry[word] as number));
      if (among === 0) continue;
      if (!counted) tally.count(word);
      counted = true;
      for (let left = among & tally.atLeast(least); left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const id = ids[first + bit] as number;
        const score = (earned[tally.of(bit)] as number) + points + (quality[first + bit] as number);
        if (!fresh.has(id)) top.offer(id, score);
      }
    }
  }
  return { found: top.found, read };
}

/** The best so far, best first. */
class Top {
  readonly found: Ranked[] = [];
  readonly most: number;
  constructor(most: number) {
    this.most = most;
  }
  /** The score below which nobody gets in any more. */
  get least(): number {
    return this.found[this.most - 1]?.score ?? 0;
  }
  /** Could somebody with at most this score still get in? Ranks run by quality and then id, so the answer stays no. */
  admits(id: number, score: number): boolean {
    const last = this.found[this.most - 1];
    return last === undefined || score > last.score || (score === last.score && id < last.id);
  }
  offer(id: number, score: number): void {
    if (!this.admits(id, score)) return;
    const at = this.found.findIndex((each) => better({ id, score }, each) < 0);
    this.found.splice(at < 0 ? this.found.length : at, 0, { id, score });
    if (this.found.length > this.most) this.found.pop();
  }
}
