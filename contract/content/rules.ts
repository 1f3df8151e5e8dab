import type { ContentPost, Fields } from "./shapes.ts";

/** How many insights a page shows at first, and how many more each press of Load More brings (row C-05): 10, 19, 28, … */
export const firstInsights = 10;
export const moreInsights = 9;

/** Cards cut titles and excerpts here (rows C-07, C-08). */
export const titleLength = 65;
export const excerptLength = 75;
export const similarItems = 3;
export const mostStars = 5;
/** WordPress's own category, which is never shown. */
export const hiddenCategory = "Uncategorized";

/** The editor's fields; nothing where the service says an empty list. */
export function fieldsIn(acf: Fields | undefined): Record<string, unknown> {
  return typeof acf === "object" && acf !== null && !Array.isArray(acf) ? (acf as Record<string, unknown>) : {};
}

/** Is the body for members only? Editors' flags arrive as booleans, numbers or text; a missing one is a no. */
export function isBlocked(post: Pick<ContentPost, "acf">): boolean {
  const flag = fieldsIn(post.acf).block_content;
  return flag === true || flag === 1 || flag === "1" || flag === "true";
}

/** How many insights to show for an address's `?show=`: 10, 19, 28, …; anything else is the nearest step below it. */
export function insightsToShow(asked: string | null): number {
  const number = Number(asked);
  if (!Number.isInteger(number) || number <= firstInsights) return firstInsights;
  const steps = Math.floor((Math.min(number, 1_000) - firstInsights) / moreInsights);
  return firstInsights + steps * moreInsights;
}

/** "4th December 2026" as "4 December 2026": st, nd, rd and th go after digits only (decision 36), so August stays. */
export function withoutOrdinals(text: string): string {
  return text.replace(/(\d)(st|nd|rd|th)\b/gi, "$1");
}

/** Text of at most `most` characters, an ellipsis included in place of what was cut. Takes text, never HTML. */
export function cut(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most)
        .join("")
        .replace(/[\s,;:–—-]+$/, "")}…`;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The day ("2026-12-03") of an event's date as editors give it: "20261203", "2026-12-03" or "3rd December 2026". */
export function eventDay(text: string): string | null {
  const digits = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text.trim());
  if (digits) return `${digits[1]}-${digits[2]}-${digits[3]}`;
  const words = /(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]+)\s+(\d{4})/i.exec(text);
  const month = months.findIndex((name) => name.toLowerCase().startsWith(words?.[2]?.toLowerCase() ?? "?"));
  if (!words || month < 0) return null;
  return `${words[3]}-${String(month + 1).padStart(2, "0")}-${words[1]?.padStart(2, "0")}`;
}

/** The date as it is read: digits become words, ordinals go, anything else stays as it was written. */
export function eventDate(text: string): string {
  const digits = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim());
  const month = months[Number(digits?.[2]) - 1];
  return digits && month ? `${Number(digits[3])} ${month} ${digits[1]}` : withoutOrdinals(text);
}
