/** The source of the current time, so that tests can move it. Times are UTC. */
export type Clock = { now(): Date };

export const wallClock: Clock = { now: () => new Date() };

/** The wall clock plus an offset that tests increase with `advance`, in milliseconds. */
export function movableClock(): Clock & { advance(milliseconds: number): void } {
  let shift = 0;
  return {
    now: () => new Date(Date.now() + shift),
    advance: (milliseconds) => {
      shift += milliseconds;
    },
  };
}
