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
 * Reads what `writeStored` stored, or null when it is missing, unreadable or storage is not available. The type is not
 * checked, because only this product writes under its own keys.
 */
export function readStored<T>(area: Area, key: string): T | null {
  try {
    const value: T | null = JSON.parse(readText(area, key) ?? "null");
    return value;
  } catch {
    return null;
  }
}

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
