/** Whether the value is an object with named properties, which an array is not. Narrows what has been parsed from JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value when it is an object, else an empty one: for reading single properties of what others have sent. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The keys of a table by their own type instead of `string`. For tables of ours only, which have no keys but these. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  // Object.keys has the type string[], because an object may have more properties than its type says.
  return Object.keys(table) as K[];
}

/** A table with one entry for each key. */
export function fromKeys<const K extends string, V>(
  keys: readonly K[],
  entryOf: (key: K, at: number) => V,
): Record<K, V> {
  // Object.fromEntries forgets the keys; each of them has just been given its entry.
  return Object.fromEntries(keys.map((key, at) => [key, entryOf(key, at)])) as Record<K, V>;
}
