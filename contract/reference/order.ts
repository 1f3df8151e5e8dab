/** Entries in the order of their names, ignoring case and accents (row D-04). */
export const byName = <Entry extends { name: string }>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((one, other) => one.name.localeCompare(other.name, "en-GB", { sensitivity: "base" }));

/** Whether a list is shown in its own order, which staff choose; all others are shown by name (row D-04). */
export const isInOwnOrder = (kind: string): boolean => kind === "company_sizes";
