import { inPlainLetters } from "@plumbline/contract/words.ts";

/** An entry of the reference data. */
export type Entry = { id: number; name: string };

/** At most this many are offered at once; typing finds the rest (row D-03). */
const maxOptions = 100;

/** The entries whose name contains the text, ignoring case and accents. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = inPlainLetters(typed);
  return entries.filter(({ name }) => inPlainLetters(name).includes(wanted)).slice(0, maxOptions);
}

/** The entry whose name was typed in full. */
export function namedExactly(entries: readonly Entry[], typed: string): Entry | undefined {
  const wanted = inPlainLetters(typed);
  return entries.find(({ name }) => inPlainLetters(name) === wanted);
}
