/** A horizontally scrolling strip: its position, its end, and the width of a slide. */
export type ScrollState = { at: number; end: number; step: number };

/** Browsers round scroll positions. */
const tolerance = 4;

/** The position after one step forward (1) or back (-1); beyond either end it continues at the other. */
export function scrolledTo({ at, end, step }: ScrollState, direction: number): number {
  if (direction > 0) return at >= end - tolerance ? 0 : at + step;
  return at <= tolerance ? end : at - step;
}
