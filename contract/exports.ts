/** How a list of the back office may be taken away as a file. */
export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Where all rows of a list that satisfy its filters are answered as a file: beside the list. */
export const exportPath = (list: { path: string }, format: ExportFormat): string => `${list.path}.${format}`;
