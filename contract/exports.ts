/** The formats in which a list of the back office can be downloaded. */
export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The path of a list's file, with all rows that satisfy the filters. */
export const exportPath = (list: { path: string }, format: ExportFormat): string => `${list.path}.${format}`;
