type Area = "local" | "session";

// The only door to what the browser keeps: reading it throws where it is blocked, and writing also where it is full.

const areaOf = (area: Area): Storage => globalThis[`${area}Storage` as const];

/** The text under a key, or null when there is none or storage is not available. */
export function readText(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. When storage is full or blocked the text is lost, and nothing else. */
export function writeText(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, text);
  } catch {
    // Nothing is kept then.
  }
}

/**
 * Reads what `writeStored` stored, or null when it is missing, unreadable or storage is not available. It may be anything:
 * see `isLike`.
 */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(readText(area, key) ?? "null");
  } catch {
    return null;
  }
}

/** The fields of a stored object, each of which may be anything; none where something else is stored, or nothing. */
export const storedFields = (area: Area, key: string): Record<string, unknown> => Object(readStored(area, key));

/** Stores a value as JSON; otherwise like `writeText`. */
export const writeStored = (area: Area, key: string, value: unknown): void =>
  writeText(area, key, value === null ? null : JSON.stringify(value));

/** The keys of all that is stored; none where storage is not available. */
export function storedKeys(area: Area): string[] {
  try {
    const storage = areaOf(area);
    return Array.from(storage, (_, index) => storage.key(index) ?? "");
  } catch {
    return [];
  }
}
