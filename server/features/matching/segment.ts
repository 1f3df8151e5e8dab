import type { Candidate } from "@plumbline/contract/matching/rules.ts";
import type { Bits } from "./bit-sliced-counter.ts";
import { byteAt, intAt } from "./numbers.ts";

const traits = ["expertiseAreaIds", "industryIds", "companySizeIds"] as const;
type Marks = Record<(typeof traits)[number], Map<number, Bits>>;

/**
 * A bitmap index of advisors by rank: 0 is the best quality, ties by id. Every area, industry and business size has a bitmap
 * with one bit per advisor; a million advisors take some twelve megabytes.
 */
export type Segment = { ids: Int32Array; quality: Uint8Array; marks: Marks };

/** The order of a segment's rows, and of those that its builder is given. */
export function byRank(one: Candidate, other: Candidate): number {
  return other.quality - one.quality || one.id - other.id;
}

/** Builds a segment from rows added in the order of `byRank`. */
export class SegmentBuilder {
  private ids = new Int32Array(1024);
  private quality = new Uint8Array(1024);
  private marks: Marks = { expertiseAreaIds: new Map(), industryIds: new Map(), companySizeIds: new Map() };
  private length = 0;

  add(row: Candidate): void {
    const rank = this.length++;
    if (rank === this.ids.length) this.resize(2 * rank);
    this.ids[rank] = row.id;
    this.quality[rank] = row.quality;
    for (const trait of traits)
      for (const id of row[trait]) {
        const bits = this.marks[trait].get(id) ?? new Int32Array(this.ids.length >> 5);
        this.marks[trait].set(id, bits);
        bits[rank >> 5] = intAt(bits, rank >> 5) | (1 << rank);
      }
  }

  done(): Segment {
    this.resize(this.length);
    return { ids: this.ids, quality: this.quality, marks: this.marks };
  }

  private resize(length: number): void {
    this.ids = resized(this.ids, new Int32Array(length));
    this.quality = resized(this.quality, new Uint8Array(length));
    for (const marks of Object.values(this.marks))
      for (const [id, bits] of marks) marks.set(id, resized(bits, new Int32Array((length + 31) >> 5)));
  }
}

function resized<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from.subarray(0, to.length));
  return to;
}

function rowAt({ ids, quality, marks }: Segment, rank: number): Candidate {
  const marked = (trait: (typeof traits)[number]) =>
    [...marks[trait]].filter(([, bits]) => (intAt(bits, rank >> 5) >>> rank) & 1).map(([id]) => id);
  return {
    id: intAt(ids, rank),
    quality: byteAt(quality, rank),
    expertiseAreaIds: marked("expertiseAreaIds"),
    industryIds: marked("industryIds"),
    companySizeIds: marked("companySizeIds"),
  };
}

/** Whether a segment already has an advisor's row unchanged. */
export function contains({ ids, quality, marks }: Segment, row: Candidate): boolean {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const better = byteAt(quality, middle) - row.quality || row.id - intAt(ids, middle);
    if (better > 0) low = middle + 1;
    else high = middle;
  }
  if (ids[low] !== row.id || quality[low] !== row.quality) return false;
  return traits.every(
    (trait) =>
      [...marks[trait]].every(
        ([id, bits]) => Boolean((intAt(bits, low >> 5) >>> low) & 1) === row[trait].includes(id),
      ) && row[trait].every((id) => marks[trait].has(id)),
  );
}

/** The rows of a segment with changes applied, in the order of `byRank`; null removes a row. */
export function* merged(segment: Segment, newer: ReadonlyMap<number, Candidate | null>): Generator<Candidate> {
  const changed = [...newer.values()].filter((row) => row !== null).sort(byRank);
  let next = 0;
  const nextBefore = (row: Candidate) => {
    const first = changed[next];
    return first && byRank(first, row) < 0 ? first : null;
  };
  for (let rank = 0; rank < segment.ids.length; rank++) {
    if (newer.has(intAt(segment.ids, rank))) continue;
    const row = rowAt(segment, rank);
    for (let first = nextBefore(row); first; first = nextBefore(row)) {
      next += 1;
      yield first;
    }
    yield row;
  }
  yield* changed.slice(next);
}
