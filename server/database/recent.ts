/** How many rows at most are counted or added up anew for each request. */
export const exactUpTo = 1000;
const maxRemembered = 1000;

/**
 * What was read in the last `rememberedFor` milliseconds, by key: totals and sums over more than a thousand rows
 * (ADR-021).
 */
export function openRecent<Value>(rememberedFor: number) {
  const values = new Map<string, { value: Value; readAt: number }>();
  return {
    get: (key: string): Value | undefined => {
      const known = values.get(key);
      return known && performance.now() - known.readAt < rememberedFor ? known.value : undefined;
    },
    /** `readAt` is when its reading began, by `performance.now()`. */
    set: (key: string, value: Value, readAt: number): void => {
      if (values.size >= maxRemembered) values.clear();
      values.set(key, { value, readAt });
    },
    delete: (key: string): boolean => values.delete(key),
  };
}
