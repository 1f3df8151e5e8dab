/**
 * The value, where it cannot be missing but the types do not know it: the first group of a pattern that has matched, the
 * name of an id out of the same list. Throws an Error with the name of what is missing, so that a mistake is seen here
 * and not as `undefined` somewhere else.
 */
export function present<T>(value: T, what = "a value"): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
