type Area = "local" | "session";

/** Throws where storage is blocked; both functions below catch that. */
const areaOf = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/**
 * Reads what `writeStored` stored, or null when it is missing, unreadable or storage is not available. The type is not
 * checked, because only this product writes under its own keys.
 */
export function readStored<T>(area: Area, key: string): T | null {
  try {
    const value: T | null = JSON.parse(areaOf(area).getItem(key) ?? "null");
    return value;
  } catch {
    return null;
  }
}

/** Stores a value as JSON; null removes it. When storage is full or blocked the value is lost, and nothing else. */
export function writeStored(area: Area, key: string, value: unknown): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then.
  }
}

/** The keys of all that is stored; none where storage is not available. */
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(areaOf(area));
  } catch {
    return [];
  }
}
