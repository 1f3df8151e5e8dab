import { type Day, dayOf } from "@plumbline/contract/dates.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The day that somebody has typed, as "2026-11-24", or null: 24/11/2026, 24 November 2026, 24th Nov 26 or 2026-11-24, and
 * without a year the next such day, counted from `today`. The kit's own parser would read the first as American.
 */
export function dayTyped(text: string, today: Day): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, number, word, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?(?:\s*[/.-]\s*(\d{1,2})|\s*([a-z]{3,9})\.?)(?:[\s,/.-]+(\d{4}|\d{2}))?$/i.exec(
      text.trim(),
    ) ?? [];
  const month = number ? Number(number) : months.indexOf((word ?? "").slice(0, 3).toLowerCase()) + 1;
  if (year) return dayFrom(Number(year.length === 2 ? `20${year}` : year), month, Number(day));
  // The 29th of February may be eight years away.
  for (let next = Number(today.slice(0, 4)), last = next + 8; next <= last; next += 1) {
    const found = dayFrom(next, month, Number(day));
    if (found && found >= today) return found;
  }
  return null;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Null for a day that does not exist. */
const dayFrom = (year: number, month: number, day: number): Day | null =>
  dayOf(`${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`);
