/**
 * The value, where the sandbox itself has stored what is read here. Throws an Error with the name of what is missing, which
 * is then a mistake of the sandbox.
 */
export function present<T>(value: T, what = "a value"): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
