/** Days are "YYYY-MM-DD" in Europe/London, moments are ISO strings in UTC. */
export type Day = string;

/** The first and the last day that a form accepts (decision 48). */
export const earliestDay: Day = "1900-01-01";
export const latestDay: Day = "2199-12-31";

const zone = "Europe/London";
const dayParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const short = new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "2-digit", month: "2-digit", year: "numeric" });
const long = new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "long", year: "numeric" });
const longMonth = new Intl.DateTimeFormat("en-GB", { timeZone: zone, month: "long", year: "numeric" });
const moment = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
const hours = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });

const hour = 3_600_000;
let cached = { hour: Number.NaN, day: "" };

/** The calendar day in London at a moment (decision 21 compares start dates with it). */
export function dayInLondon(now: Date): Day {
  // Cached for one hour: midnight in London always falls on a full hour, and most calls are about the present.
  const hoursSinceEpoch = Math.floor(now.getTime() / hour);
  if (hoursSinceEpoch !== cached.hour) cached = { hour: hoursSinceEpoch, day: dayParts.format(now) };
  return cached.day;
}

/** The hour of the day in London at a moment, 0 to 23. */
export function hourInLondon(now: Date): number {
  return Number(hours.format(now));
}

/** The day of "2026-11-24" or of a full ISO timestamp (in London); null for other text and for days that do not exist. */
export function dayOf(text: string): Day | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(text.trim());
  if (!day) return null;
  if (day[4]) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? null : dayInLondon(at);
  }
  const at = new Date(`${text}T12:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text.trim() ? null : text.trim();
}

/** The day `days` later; negative numbers go back. */
export function addDays(day: Day, days: number): Day {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whole days from one day to another, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}

/** How much of start..end has passed, as a percentage from 0 to 100; both days count in full (row E-21). */
export function elapsedPercent(start: Day, end: Day, now: Date): number {
  const from = Date.parse(`${start}T00:00:00Z`);
  const to = Date.parse(`${end}T00:00:00Z`) + 86_400_000;
  return Math.min(100, Math.max(0, Math.round(((now.getTime() - from) / (to - from)) * 100)));
}

const at = (value: string) => new Date(value.length === 10 ? `${value}T12:00:00Z` : value);

/** "21/11/2026", for tables and chat (row W-04). */
export function formatShort(value: string): string {
  return short.format(at(value));
}

/** "November 2026", from "2026-11". */
export function formatMonth(month: string): string {
  return longMonth.format(at(`${month}-15`));
}

/** "21 November 2026", for running text. */
export function formatLong(value: string): string {
  return long.format(at(value));
}

/** "21 November, 16:04", for timelines. */
export function formatMoment(value: string): string {
  return moment.format(at(value)).replace(" at ", ", ");
}
