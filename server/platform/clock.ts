/** Where time comes from, so that tests can move it. Moments are UTC. */
export type Clock = { now(): Date };

export const wallClock: Clock = { now: () => new Date() };

/** A clock that runs with the wall clock, shifted by what tests advance it, in milliseconds. */
export function movableClock(): Clock & { advance(milliseconds: number): void } {
  let shift = 0;
  return {
    now: () => new Date(Date.now() + shift),
    advance: (milliseconds) => {
      shift += milliseconds;
    },
  };
}
