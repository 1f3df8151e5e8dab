import { isRecord } from "./is-record.ts";

/**
 * Whether what was stored has the shape of an example. Other versions and other programs write there too, and a page must
 * not fail for ever over what they left. Where the example has null or a number, the other of them fits too, and a text; an
 * empty list is one of texts, numbers or things with an id. The example's fields must be there, and may have others beside
 * them.
 */
export function isLike<T>(example: T, value: unknown): value is T {
  if (Array.isArray(example))
    return Array.isArray(value) && value.every((each) => isLike(example[0] ?? entryLike(each), each));
  if (isRecord(example))
    return isRecord(value) && Object.keys(example).every((name) => isLike(example[name], value[name]));
  if (example === null || typeof example === "number") return value === null || /string|number/.test(typeof value);
  return typeof value === typeof example;
}

const entryLike = (entry: unknown) => (isRecord(entry) ? { id: 0 } : typeof entry === "number" ? 0 : "");

/** The fields that a stored value has in common with an example; none of what is no object. */
export function fieldsLike<T extends object>(example: T, value: unknown): Partial<T> {
  const fields: Partial<T> = {};
  if (isRecord(value))
    for (const name in example) {
      let stored = value[name];
      // A field for sums holds what is typed as a number, and is empty at first.
      if (typeof stored === "number" && typeof example[name] === "string") stored = String(stored);
      if (isLike(example[name], stored)) fields[name] = stored;
    }
  return fields;
}
