const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The day that somebody has typed, as "2026-11-24", or null: 24/11/2026, 24 November 2026, 24th Nov 26 or 2026-11-24, and
 * without a year the next such day, counted from `today`. The kit's own parser would read the first as American.
 */
export function dayTyped(text: string, today: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, number, word, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?(?:\s*[/.-]\s*(\d{1,2})|\s*([a-z]{3,9})\.?)(?:[\s,/.-]+(\d{4}|\d{2}))?$/i.exec(
      text.trim(),
    ) ?? [];
  const month = number ? Number(number) : months.indexOf((word ?? "").slice(0, 3).toLowerCase()) + 1;
  if (year) return real(Number(year.length === 2 ? `20${year}` : year), month, Number(day));
  // The 29th of February may be eight years away.
  for (let next = Number(today.slice(0, 4)), last = next + 8; next <= last; next += 1) {
    const found = real(next, month, Number(day));
    if (found && found >= today) return found;
  }
  return null;
}

function real(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}
