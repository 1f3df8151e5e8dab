import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { wordsIn } from "@plumbline/contract/words.ts";
import { type SQL, sql } from "drizzle-orm";
import { arrayParameter } from "./database.ts";
import { folded } from "./folded.ts";

// The conditions of a list's filters (ADR-024). A filter that was not chosen is a null parameter, so that a list has one
// prepared text and one plan: a member's own rows in the order of their index.

/** The filters that lists share, as the contract's `listFilters` declares them; a list adds its own choices. */
export type SharedFilters = { q?: string | undefined; from?: Day | undefined; to?: Day | undefined };

/** How far back sums over everybody's rows go when no first day is given: without one they would read ever more (ADR-021). */
const sumDays = 366;

/** The first day of the sums of a list of everybody's rows, as its filters say or else a year back, in London. */
export const sumsFrom = ({ from }: Pick<SharedFilters, "from">, now: Date): Day =>
  from ?? addDays(dayInLondon(now), -sumDays);

/** The values of the conditions' parameters; `choices` are those of the list's own, by the name of their condition. */
export function filterValues<Choice extends string>(
  { q, from, to }: SharedFilters,
  choices: Record<Choice, string | number | null | undefined>,
) {
  const own = Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, value ?? null]));
  const patterns = wordsIn(q ?? "").map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  return { words: patterns.length > 0 ? patterns : null, from: from ?? null, to: to ?? null, ...own };
}

/**
 * A list's filters as one condition. As a CASE, of which the planner expects half of the rows to pass: of the conditions
 * themselves it would expect so few that it read and sorted all rows instead of stopping in the order of the index.
 */
export const passes = (...filters: SQL[]): SQL =>
  sql`case when ${sql.join(filters, sql` and `)} then true else false end`;

/** The condition of one of the list's own choices, `name`: the value that was chosen, or any. */
export const isChosen = (value: SQL, name: string): SQL =>
  sql`(${sql.placeholder(name)}::text is null or ${value} = ${sql.placeholder(name)}::text)`;

/** The condition of a list's days: within the first and the last one, both included. */
export const isWithinDays = (day: SQL): SQL =>
  sql`(${sql.placeholder("from")}::date is null or ${day} >= ${sql.placeholder("from")}::date)
    and (${sql.placeholder("to")}::date is null or ${day} <= ${sql.placeholder("to")}::date)`;

/** The same as bounds of an index of the days. */
export const isFromTo = (day: SQL): SQL =>
  sql`${day} >= coalesce(${sql.placeholder("from")}::date, '-infinity') and ${day} <= coalesce(${sql.placeholder("to")}::date, 'infinity')`;

const londonStart = (name: "from" | "to", days: number): SQL =>
  sql`((${sql.placeholder(name)}::date + ${sql.raw(String(days))})::timestamp at time zone 'Europe/London')`;

/** The same of a moment, by its day in London: as bounds of an index of the moments. */
export const isBetweenDays = (moment: SQL): SQL =>
  sql`${moment} >= coalesce(${londonStart("from", 0)}, '-infinity')
      and ${moment} < coalesce(${londonStart("to", 1)}, 'infinity')`;

/** The condition of a list's words: each is somewhere in these texts, whatever its case and accents. */
export const containsWords = (...texts: SQL[]): SQL =>
  sql`(${sql.placeholder("words")}::text[] is null
    or ${folded(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`)} like all(${arrayParameter("words", "text")}))`;

/** The calendar day in London of a moment in UTC. */
export const londonDay = (moment: SQL): SQL => sql`(${moment} at time zone 'Europe/London')::date`;
