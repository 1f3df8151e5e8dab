const zone = "Europe/London";
const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hour12: false });

/** The moment of a time of day in London; clocks change by an hour at most, so one correction suffices. */
function inLondon(day: string, hours: number, minutes: number): Date {
  const wanted = hours * 60 + minutes;
  const guess = new Date(`${day}T00:00:00Z`);
  guess.setUTCMinutes(wanted);
  const [shownHours = 0, shownMinutes = 0] = parts.format(guess).split(":").map(Number);
  const ahead = (shownHours * 60 + shownMinutes - wanted + 1440) % 1440;
  return new Date(guess.getTime() - ahead * 60_000);
}

/** "18:00 – 19:45" on a day as two moments; null for any other text. */
export function eventTimes(day: string | null, time: string): { start: Date; end: Date } | null {
  const [from, to] = [...time.matchAll(/(\d{1,2})[:.](\d{2})/g)].map(([, hours, minutes]) => [
    Number(hours),
    Number(minutes),
  ]);
  if (!day || !from) return null;
  const [hours = 0, minutes = 0] = from;
  if (hours > 23 || minutes > 59 || Number.isNaN(Date.parse(day))) return null;
  const start = inLondon(day, hours, minutes);
  const end = to ? inLondon(day, to[0] ?? hours, to[1] ?? minutes) : new Date(start.getTime() + 3_600_000);
  return { start, end: end > start ? end : new Date(start.getTime() + 3_600_000) };
}
