/** The value when it is an object with named properties, else an empty one. */
export const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
