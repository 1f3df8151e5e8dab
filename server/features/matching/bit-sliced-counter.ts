import { intAt } from "./numbers.ts";

/** A bitmap over ranks, 32 to a number: rank r is bit r & 31 of number r >> 5. */
export type Bits = Int32Array;

/** Enough to count to 255, more areas than a search can name. */
const maxPlanes = 8;

/**
 * Counts for 32 advisors at once in how many of several bitmaps each is set. The counts are bit-sliced: the first plane
 * holds the lowest binary digit of all 32 counts, the second the next digit.
 */
export class BitSlicedCounter {
  readonly planes = new Int32Array(maxPlanes);
  readonly used: number;
  readonly rows: readonly Bits[];
  constructor(rows: readonly Bits[]) {
    this.rows = rows;
    this.used = 32 - Math.clz32(rows.length);
  }
  count(word: number): void {
    const { planes, rows } = this;
    for (let plane = 0; plane < this.used; plane++) planes[plane] = 0;
    for (const row of rows) {
      let carry = intAt(row, word);
      for (let plane = 0; carry !== 0; plane++) {
        const digit = intAt(planes, plane);
        planes[plane] = digit ^ carry;
        carry &= digit;
      }
    }
  }
  /** The bits of the advisors whose count is at least `count`. */
  atLeast(count: number): number {
    let more = 0;
    let same = -1;
    for (let plane = this.used - 1; plane >= 0; plane--) {
      const digit = intAt(this.planes, plane);
      if ((count >> plane) & 1) same &= digit;
      else {
        more |= same & digit;
        same &= ~digit;
      }
    }
    return more | same;
  }
  /** The count of one of the 32 advisors. */
  of(bit: number): number {
    let count = 0;
    for (let plane = 0; plane < this.used; plane++) count |= ((intAt(this.planes, plane) >>> bit) & 1) << plane;
    return count;
  }
}
