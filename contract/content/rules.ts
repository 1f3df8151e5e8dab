import { asRecord } from "../records.ts";
import type { ContentPost, Fields } from "./shapes.ts";

/** How many insights a page shows at first, and how many more each click on Load More adds (row C-05): 10, 19, 28, … */
export const firstInsights = 10;
export const moreInsights = 9;

/** The maximum length of titles and excerpts on cards, in characters (rows C-07, C-08). */
export const titleLength = 65;
export const excerptLength = 75;
export const similarItems = 3;
/** WordPress's default category, which is never shown. */
export const hiddenCategory = "Uncategorized";

/** The editor's custom fields; an empty object where the service sends an empty list instead. */
export function fieldsIn(acf: Fields | undefined): Record<string, unknown> {
  return asRecord(acf);
}

/** Whether the body is for members only. Editors' flags arrive as booleans, numbers or text; a missing one means no. */
export function isBlocked(post: Pick<ContentPost, "acf">): boolean {
  const flag = fieldsIn(post.acf).block_content;
  return flag === true || flag === 1 || flag === "1" || flag === "true";
}

/** How many insights to show for `?show=` in the URL: 10, 19, 28, …; other numbers are rounded down to such a step. */
export function insightsToShow(parameter: string | null): number {
  const number = Number(parameter);
  if (!Number.isInteger(number) || number <= firstInsights) return firstInsights;
  const steps = Math.floor((Math.min(number, 1_000) - firstInsights) / moreInsights);
  return firstInsights + steps * moreInsights;
}

/** "4th December 2026" as "4 December 2026": st, nd, rd and th are removed after digits only, not in "August" (decision 36). */
export function withoutOrdinals(text: string): string {
  return text.replace(/(\d)(st|nd|rd|th)\b/gi, "$1");
}

/** The first `maxLength` characters of a plain text, not HTML; an ellipsis follows where text was cut off. */
export function truncate(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength)
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

/** An event's date for display: digits become "3 December 2026", ordinals are removed, other text stays as it is. */
export function eventDate(text: string): string {
  const digits = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim());
  const month = months[Number(digits?.[2]) - 1];
  return digits && month ? `${Number(digits[3])} ${month} ${digits[1]}` : withoutOrdinals(text);
}
