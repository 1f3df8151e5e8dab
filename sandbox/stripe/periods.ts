import type Stripe from "stripe";

const day = 86_400;

/**
 * The time whole months later, on the anchor's day of the month or the last of a shorter month (31 January, 28 February,
 * 31 March). In UTC, as at Stripe.
 */
export function addMonths(from: number, months: number, anchor: number): number {
  const start = new Date(from * 1000);
  const anchored = new Date(anchor * 1000);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const clock = start.getTime() - Date.UTC(year, start.getUTCMonth(), start.getUTCDate());
  return Math.floor((Date.UTC(year, month, Math.min(anchored.getUTCDate(), last)) + clock) / 1000);
}

/** The end of the billing period that starts at `start`. */
export function periodEnd(start: number, recurring: Stripe.Price.Recurring | null, anchor: number): number {
  const count = recurring?.interval_count ?? 1;
  switch (recurring?.interval) {
    case "day":
      return start + count * day;
    case "week":
      return start + count * 7 * day;
    case "year":
      return addMonths(start, count * 12, anchor);
    default:
      return addMonths(start, count, anchor);
  }
}

/** The unused share of `period` at `moment`: 1 at its start, 0 at its end. */
export function unusedShare(period: { start: number; end: number }, moment: number): number {
  const length = period.end - period.start;
  if (length <= 0) return 0;
  return Math.min(1, Math.max(0, (period.end - moment) / length));
}

/** Whether two prices are charged equally often. */
export function sameInterval(a: Stripe.Price, b: Stripe.Price): boolean {
  return a.recurring?.interval === b.recurring?.interval && a.recurring?.interval_count === b.recurring?.interval_count;
}
