import { fold } from "@plumbline/contract/words.ts";
import { type SQL, sql } from "drizzle-orm";
import { folded } from "./folded.ts";

// Search by the beginnings of words over a whole table, along an index of the words (ADR-030). For lists of one member's own
// rows `containsWords` in list-filters.ts is enough.

/** The words of a text as they are indexed, folded in case and accents. The index has the same expression. */
export const wordsOf = (text: SQL): SQL =>
  sql`to_tsvector('simple'::regconfig, regexp_replace(${folded(text)}, '[^[:alnum:]]+', ' ', 'g'))`;

/** The words of a text, folded. */
export const indexedWordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const maxWords = 6;

/** What is looked for: texts that contain all of these words, and texts with words that begin so. */
export type WordsQuery = { whole: string; beginnings: string };

/** The words of a search as queries for `matches`; null when nothing is left that a word begins with. */
export function wordsQuery(text: string): WordsQuery | null {
  const words = indexedWordsIn(text).slice(0, maxWords);
  if (words.length === 0) return null;
  return { whole: words.join(" & "), beginnings: words.map((word) => `${word}:*`).join(" & ") };
}

/** The condition: a text whose words are `words` contains what is looked for; `name` is the parameter with the query. */
export const matches = (words: SQL, name: string): SQL =>
  sql`${words} @@ to_tsquery('simple'::regconfig, ${sql.placeholder(name)}::text)`;
