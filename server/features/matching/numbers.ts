/**
 * Every index into the numbers of a segment is below their length, which is the number of its ranks or of its words of 32.
 */
export const intAt = (numbers: Int32Array, index: number): number =>
  // Of a typed array only what is beyond its end is undefined.
  numbers[index] as number;
