import { asTyped } from "@plumbline/contract/words.ts";

/** An entry of the reference data. */
export type Entry = { id: number; name: string };

/** At most this many are offered at once; typing finds the rest (row D-03). */
const maxOptions = 100;

/** The entries whose name contains the text, ignoring case and accents. */
export const matching = (entries: readonly Entry[], typed: string): Entry[] =>
  entries.filter(({ name }) => asTyped(name).includes(asTyped(typed))).slice(0, maxOptions);

/** The entry whose name was typed in full. */
export const namedExactly = (entries: readonly Entry[], typed: string): Entry | undefined =>
  entries.find(({ name }) => asTyped(name) === asTyped(typed));
