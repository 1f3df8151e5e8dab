/** Set bits of the advisors of one rank each, 32 in a number: rank r is bit r & 31 of number r >> 5. */
export type Bits = Int32Array;

/** Enough to count to 255: more than a wish can name. */
const mostPlanes = 8;

/**
 * Counts for 32 advisors at once how many of several bits they have. The counts lie across the planes: the lowest binary
 * digit of all 32 in the first, the next digit in the second.
 */
export class Tally {
  readonly planes = new Int32Array(mostPlanes);
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
      let carry = row[word] as number;
      for (let plane = 0; carry !== 0; plane++) {
        const digit = planes[plane] as number;
        planes[plane] = digit ^ carry;
        carry &= digit;
      }
    }
  }
  /** The advisors who have at least so many. */
  atLeast(count: number): number {
    let more = 0;
    let same = -1;
    for (let plane = this.used - 1; plane >= 0; plane--) {
      const digit = this.planes[plane] as number;
      if ((count >> plane) & 1) same &= digit;
      else {
        more |= same & digit;
        same &= ~digit;
      }
    }
    return more | same;
  }
  /** How many one of the 32 has. */
  of(bit: number): number {
    let count = 0;
    for (let plane = 0; plane < this.used; plane++) count |= (((this.planes[plane] as number) >>> bit) & 1) << plane;
    return count;
  }
}
