/** Days are "YYYY-MM-DD" in Europe/London, moments are ISO strings in UTC; a reader may be shown them in another zone. */
export type Day = string;

/** The first and the last day that a form accepts (decision 48). */
export const earliestDay: Day = "1900-01-01";
export const latestDay: Day = "2199-12-31";

const zone = "Europe/London";
const long = new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "long", year: "numeric" });
const longMonth = new Intl.DateTimeFormat("en-GB", { timeZone: zone, month: "long", year: "numeric" });
const hours = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });

/** The formatters of a time zone, made once because making one takes longer than using it a hundred times. */
const formatters = new Map<string, ReturnType<typeof formattersFor>>();
const formattersFor = (timeZone: string) => {
  const year = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const moment = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hour12: false } as const;
  return {
    dayParts: new Intl.DateTimeFormat("en-GB", { timeZone, calendar: "gregory", numberingSystem: "latn", ...year }),
    short: new Intl.DateTimeFormat("en-GB", { timeZone, ...year }),
    moment: new Intl.DateTimeFormat("en-GB", { timeZone, ...moment }),
    named: new Intl.DateTimeFormat("en-GB", { timeZone, ...moment, timeZoneName: "short" }),
  };
};
function formattersIn(timeZone: string) {
  const known = formatters.get(timeZone) ?? formattersFor(timeZone);
  formatters.set(timeZone, known);
  return known;
}

const hour = 3_600_000;
/** A day in milliseconds, for spans between moments; a day in London may be an hour longer or shorter. */
export const dayMs = 24 * hour;
/** The day of each hour since 1970 that was asked for, at most `maxHours`. */
const daysOfHours = new Map<number, Day>();
const maxHours = 20_000;

/** The calendar day in London at a moment (decision 21 compares start dates with it). */
export function dayInLondon(now: Date): Day {
  // Midnight in London always falls on a full hour, and looking up the zone costs as much as the rest of a list's row.
  const hoursSinceEpoch = Math.floor(now.getTime() / hour);
  let day = daysOfHours.get(hoursSinceEpoch);
  if (day === undefined) {
    day = dayIn(now, zone);
    if (daysOfHours.size >= maxHours) daysOfHours.clear();
    daysOfHours.set(hoursSinceEpoch, day);
  }
  return day;
}

/** The calendar day at a moment in a time zone such as "Europe/Paris". */
export function dayIn(now: Date, timeZone: string): Day {
  // No language writes days like this in every browser: Canada's English does in some versions, and not in others.
  const parts = new Map(
    formattersIn(timeZone)
      .dayParts.formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** The hour of the day in London at a moment, 0 to 23. */
export function hourInLondon(now: Date): number {
  return Number(hours.format(now));
}

/**
 * The day of "2026-11-24" or of a full ISO timestamp (in London, or as it is written when it has no offset); null for other
 * text and for days that do not exist.
 */
export function dayOf(text: string): Day | null {
  const [whole = "", day = "", time, offset] =
    /^(\d{4}-\d{2}-\d{2})(T.*?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text.trim()) ?? [];
  const noon = new Date(`${day}T12:00:00Z`);
  // Dates that do not exist, such as 30 February, are read as days of the next month.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day) return null;
  const at = time ? new Date(whole) : noon;
  if (Number.isNaN(at.getTime())) return null;
  return offset ? dayInLondon(at) : day;
}

/** The day `days` later; negative numbers go back. */
export function addDays(day: Day, days: number): Day {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whole days from one day to another, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / dayMs);
}

/** The moment at which a day begins in London. */
export function startOfDay(day: Day): Date {
  const midnightInUtc = Date.parse(`${day}T00:00:00Z`);
  const anHourBefore = new Date(midnightInUtc - hour);
  return dayInLondon(anHourBefore) === day ? anHourBefore : new Date(midnightInUtc);
}

/** How much of start..end has passed, as a percentage from 0 to 100; both days count in full (row E-21). */
export function elapsedPercent(start: Day, end: Day, now: Date): number {
  const from = startOfDay(start).getTime();
  const to = startOfDay(addDays(end, 1)).getTime();
  return Math.min(100, Math.max(0, Math.round(((now.getTime() - from) / (to - from)) * 100)));
}

const at = (value: string) => new Date(value.length === 10 ? `${value}T12:00:00Z` : value);

/** "21/11/2026", for tables and chat (row W-04); of a moment, the day in `timeZone`. */
export function formatShort(value: string, timeZone = zone): string {
  return formattersIn(timeZone).short.format(at(value));
}

/** "November 2026", from "2026-11". */
export function formatMonth(month: string): string {
  return longMonth.format(at(`${month}-15`));
}

/** "21 November 2026", for running text. */
export function formatLong(value: string): string {
  return long.format(at(value));
}

/** "21 November, 16:04", for timelines; "21 November, 17:04 CET" where the clocks of `timeZone` differ from London's. */
export function formatMoment(value: string, timeZone = zone): string {
  const when = at(value);
  const inLondon = formattersIn(zone).moment.format(when);
  const { moment, named } = formattersIn(timeZone);
  const formatter = moment.format(when) === inLondon ? moment : named;
  return formatter.format(when).replace(" at ", ", ");
}
