import type { Clock } from "../clock.ts";
import type { AppContext } from "../context.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A clock that knows how to be earlier in its own way. */
type StoryClock = Clock & { earlier(days: number): StoryClock };
const tellsStories = (clock: Clock): clock is StoryClock => "earlier" in clock;

/** The same context with an earlier clock, for histories in the past. */
export function daysAgo(context: AppContext, days: number): AppContext {
  const { clock } = context;
  const earlier = tellsStories(clock)
    ? clock.earlier(days)
    : { now: () => new Date(clock.now().getTime() - days * day) };
  return { ...context, clock: earlier };
}

/**
 * The same context with a clock that only shows working hours: what a story dates falls on weekdays between half past
 * eight and half past four, in the same order, and a day to three days earlier than asked.
 */
export function inWorkingHours(context: AppContext): AppContext {
  return { ...context, clock: workingHours(context.clock) };
}

function workingHours(clock: Clock): StoryClock {
  return {
    now: () => toWorkingHours(clock.now()),
    earlier: (days) => workingHours({ now: () => new Date(clock.now().getTime() - days * day) }),
  };
}

const opens = 8.5 * hour;
const open = 8 * hour;
/** After closing time on Friday, which is where a weekend goes. */
const overtime = hour / 4;

function toWorkingHours(moment: Date): Date {
  const before = moment.getTime() - day;
  const midnight = Math.floor(before / day) * day;
  const elapsed = (before - midnight) / day;
  const weekday = new Date(midnight).getUTCDay();
  const weekend = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  if (weekend === 0) return new Date(midnight + opens + elapsed * open);
  return new Date(midnight - weekend * day + opens + open + (weekend - 1 + elapsed) * overtime);
}
