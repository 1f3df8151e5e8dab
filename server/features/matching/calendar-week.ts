import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";

/** The Monday of the week in which a moment falls, in London. */
export function mondayOf(now: Date): Day {
  const today = dayInLondon(now);
  const sinceMonday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(today, -sinceMonday);
}
