// Every index into the numbers of a segment is below their length, which is the number of its advisors or of its words of 32.
// One function for each kind of array: compiled code for two kinds would look at the kind with every element.

export const intAt = (numbers: Int32Array, index: number): number =>
  // Of a typed array only what is beyond its end is undefined.
  numbers[index] as number;

export const byteAt = (numbers: Uint8Array, index: number): number =>
  // As above.
  numbers[index] as number;
