/** Whether a list is shown in its own order, which staff choose; all others are shown by name (row D-04). */
export const isInOwnOrder = (kind: string): boolean => kind === "company_sizes";
