// Made once: localeCompare with options makes a collator for each comparison, which takes a hundred times as long.
const letters = new Intl.Collator("en-GB", { sensitivity: "base" });
const lettersAndAccents = new Intl.Collator("en-GB", { sensitivity: "accent" });

/** Entries in the order of their names, ignoring case and accents (row D-04). */
export const byName = <Entry extends { name: string }>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((one, other) => letters.compare(one.name, other.name));

/** Whether two entries of a list would have one name: the same but for upper and lower case. */
export const sameName = (one: string, other: string): boolean => lettersAndAccents.compare(one, other) === 0;

/** Whether a list is shown in its own order, which staff choose; all others are shown by name (row D-04). */
export const isInOwnOrder = (kind: string): boolean => kind === "company_sizes";
