/** The parts that are there, on one line with a dot between them. Where the line breaks, a dot ends it and never begins the next. */
export const dotted = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join("\u00a0· ");
