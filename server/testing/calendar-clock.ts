import { dayMs, hourInLondon } from "@plumbline/contract/dates.ts";
import { type Clock, movableClock } from "../clock.ts";

/**
 * A movable clock that also goes by days of London's calendar. Two of them a year are an hour longer or shorter, so that
 * 24 hours later it may still be the same day, or the day after the next.
 */
export function calendarClock() {
  const clock = movableClock();
  return {
    ...clock,
    /** Moves to the same time of day in London so many days later. */
    advanceDays: (days: number): void => {
      const now = clock.now();
      clock.advance(daysLater(now, days).getTime() - now.getTime());
    },
    // With this, `daysAgo` of the demo's builders counts days of the calendar too.
    earlier: (days: number) => earlierBy(clock, days),
  };
}

function earlierBy(clock: Clock, days: number): Clock & { earlier(days: number): ReturnType<typeof earlierBy> } {
  const then = { now: () => daysLater(clock.now(), -days) };
  return { ...then, earlier: (more) => earlierBy(then, more) };
}

/** The same time of day in London so many days later; part of a day is that part of 24 hours. */
export function daysLater(moment: Date, days: number): Date {
  const later = moment.getTime() + days * dayMs;
  const whole = new Date(later - (days % 1) * dayMs);
  // 23 is an hour before 0.
  const ahead = ((hourInLondon(whole) - hourInLondon(moment) + 36) % 24) - 12;
  return new Date(later - ahead * 3_600_000);
}
