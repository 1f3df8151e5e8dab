const zone = "Europe/London";
const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hour12: false });

/** The moment of a time of day in London, in minutes since midnight; clocks change by an hour at most: one correction suffices. */
function inLondon(day: string, wanted: number): Date {
  const guess = new Date(`${day}T00:00:00Z`);
  guess.setUTCMinutes(wanted);
  const [shownHours = 0, shownMinutes = 0] = parts.format(guess).split(":").map(Number);
  const ahead = (shownHours * 60 + shownMinutes - wanted + 1440) % 1440;
  return new Date(guess.getTime() - ahead * 60_000);
}

const time = String.raw`(?<!\d)(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\b)?`;
const range = new RegExp(`${time}\\s*(?:-|–|—|to|until)\\s*${time}`, "i");

type Typed = { hours: number; minutes: number; half: string | undefined; exact: boolean };

function typed([hours, minutes, half]: (string | undefined)[]): Typed | null {
  const it = { hours: Number(hours), minutes: Number(minutes ?? 0), half: half?.toLowerCase() };
  return hours && it.hours < 24 && it.minutes < 60 ? { ...it, exact: Boolean(minutes || half) } : null;
}

/** Minutes since midnight; `half` is that of the day, "a" or "p", which hours after noon as in 18:00 do not need. */
const minutesOf = ({ hours, minutes }: Typed, half: string | undefined): number =>
  (half && hours <= 12 ? (hours % 12) + (half === "p" ? 12 : 0) : hours) * 60 + minutes;

/** Beginning and end of a range: of "11.30 – 1pm" and "6 – 8pm" one says whether both are before noon. */
function minutesOfRange(from: Typed, to: Typed): [number, number] {
  const begins = minutesOf(from, from.half ?? to.half);
  const ends = minutesOf(to, to.half ?? from.half);
  if (begins < ends) return [begins, ends];
  if (!from.half && to.half) return [minutesOf(from, "a"), ends];
  return !to.half && from.half ? [begins, minutesOf(to, "p")] : [begins, ends];
}

/** What an editor has typed, as "18:00 – 19:45", "6.30pm" or "6 – 8pm"; null for a text without a time. */
function timesIn(text: string): [number, number | null] | null {
  const found = range.exec(text);
  const [from, to] = [typed(found?.slice(1, 4) ?? []), typed(found?.slice(4, 7) ?? [])];
  if (from && to && (from.exact || to.exact)) return minutesOfRange(from, to);
  const all = [...text.matchAll(new RegExp(time, "gi"))].map((each) => typed(each.slice(1, 4)));
  const first = all.find((each) => each?.exact);
  return first ? [minutesOf(first, first.half), null] : null;
}

/** The times of an event on a day as two moments, an hour apart where the text has no end; null for a text without a time. */
export function eventTimes(day: string | null, text: string): { start: Date; end: Date } | null {
  const times = timesIn(text);
  if (!day || !times || Number.isNaN(Date.parse(day))) return null;
  const [begins, ends] = times;
  const start = inLondon(day, begins);
  const end = ends === null ? null : inLondon(day, ends);
  return { start, end: end && end > start ? end : new Date(start.getTime() + 3_600_000) };
}
