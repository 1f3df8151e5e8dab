import { type Candidate, weights } from "@plumbline/contract/matching/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import type { Bits } from "./bit-sliced-counter.ts";
import { intAt } from "./numbers.ts";

export const traits = ["expertiseAreaIds", "industryIds", "companySizeIds"] as const;
type Trait = (typeof traits)[number];
type Marks = Record<Trait, Map<number, Bits>>;

/** The advisors of one quality: `count` ranks from `first` on, by id. `first` is a multiple of 32. */
export type Block = { quality: number; first: number; count: number };

/**
 * A bitmap index of advisors by rank, in one block for each quality, the best first. Every area, industry and business size
 * has a bitmap with one bit per advisor; a million advisors take some twelve megabytes. Each block begins with a word of its
 * own in the bitmaps: the ranks between two blocks have the id 0 and no bit.
 */
export type Segment = { ids: Int32Array; blocks: readonly Block[]; marks: Marks; none: Bits };

/** The highest quality; the lowest is 0. */
export const maxQuality = weights.record.of;

/** The blocks for the given numbers of advisors of each quality, and how many ranks they take. */
export function layOut(counts: readonly number[]): { blocks: Block[]; ranks: number } {
  const blocks: Block[] = [];
  let ranks = 0;
  for (let quality = maxQuality; quality >= 0; quality--) {
    const count = counts[quality] ?? 0;
    if (count > 0) blocks.push({ quality, first: ranks, count });
    ranks += ((count + 31) >> 5) << 5;
  }
  return { blocks, ranks };
}

/** The order of a segment's rows. */
export function byRank(one: Candidate, other: Candidate): number {
  return other.quality - one.quality || one.id - other.id;
}

/** Builds a segment from rows of which those of one quality come in the order of their ids: nothing is sorted. */
export class SegmentBuilder {
  private readonly parts = Array.from({ length: maxQuality + 1 }, () => new BlockBuilder());

  /** The part that takes a row of this quality. Throws for one that no advisor can have. */
  of(quality: number): BlockBuilder {
    return present(this.parts[quality], "a quality of the track record");
  }

  add(row: Candidate): void {
    const part = this.of(row.quality);
    part.begin(row.id);
    for (const trait of traits) for (const id of row[trait]) part.mark(trait, id);
  }

  done(): Segment {
    const { blocks, ranks } = layOut(this.parts.map(({ count }) => count));
    const ids = new Int32Array(ranks);
    const marks: Marks = { expertiseAreaIds: new Map(), industryIds: new Map(), companySizeIds: new Map() };
    for (const { quality, first } of blocks) {
      const part = this.of(quality);
      ids.set(part.ids.subarray(0, part.count), first);
      for (const trait of traits)
        for (const [id, from] of part.marks[trait]) {
          const bits = marks[trait].get(id) ?? new Int32Array(ranks >> 5);
          marks[trait].set(id, bits);
          bits.set(from.subarray(0, (part.count + 31) >> 5), first >> 5);
        }
    }
    return { ids, blocks, marks, none: new Int32Array(ranks >> 5) };
  }
}

/** The rows of one quality, as they come. */
class BlockBuilder {
  ids: Int32Array = new Int32Array(32);
  count = 0;
  readonly marks: Marks = fromKeys(traits, () => new Map());

  /** Begins the next advisor's row; `mark` is for the last one begun. */
  begin(id: number): void {
    if (this.count === this.ids.length) this.ids = resized(this.ids, 2 * this.count);
    this.ids[this.count++] = id;
  }

  mark(trait: Trait, id: number): void {
    const rank = this.count - 1;
    const known = this.marks[trait].get(id);
    const bits = known && rank >> 5 < known.length ? known : resized(known ?? noBits, this.ids.length >> 5);
    if (bits !== known) this.marks[trait].set(id, bits);
    bits[rank >> 5] = intAt(bits, rank >> 5) | (1 << rank);
  }
}

const noBits: Bits = new Int32Array(0);

function resized(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}

function rowAt({ ids, marks }: Segment, quality: number, rank: number): Candidate {
  const marked = (trait: Trait) =>
    [...marks[trait]].filter(([, bits]) => (intAt(bits, rank >> 5) >>> rank) & 1).map(([id]) => id);
  return {
    id: intAt(ids, rank),
    quality,
    expertiseAreaIds: marked("expertiseAreaIds"),
    industryIds: marked("industryIds"),
    companySizeIds: marked("companySizeIds"),
  };
}

/** Whether a segment already has an advisor's row unchanged. */
export function contains({ ids, blocks, marks }: Segment, row: Candidate): boolean {
  const block = blocks.find(({ quality }) => quality === row.quality);
  if (!block) return false;
  const end = block.first + block.count;
  let [low, high] = [block.first, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (intAt(ids, middle) < row.id) low = middle + 1;
    else high = middle;
  }
  if (low === end || ids[low] !== row.id) return false;
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
  for (const { quality, first, count } of segment.blocks)
    for (let rank = first; rank < first + count; rank++) {
      if (newer.has(intAt(segment.ids, rank))) continue;
      const row = rowAt(segment, quality, rank);
      for (let one = nextBefore(row); one; one = nextBefore(row)) {
        next += 1;
        yield one;
      }
      yield row;
    }
  yield* changed.slice(next);
}
