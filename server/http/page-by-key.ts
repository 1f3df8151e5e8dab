import { notFound } from "./problems.ts";

const pageSize = 30;

type Page<Place, Row, Entry> = {
  /** The id of the last row that the caller knows; the first page without it. */
  after: number | undefined;
  /** How many rows are read when the list is taken away as a file (exports.ts); a page without it. */
  most: number | undefined;
  /** Where the row with an id stands in the list; null for one that there is not. */
  placeOf(id: number): Promise<Place | null>;
  rowsAfter(page: { after: Place | null; limit: number }): Promise<Row[]>;
  view(row: Row): Entry;
};

/** One page of a list that is read by key, and whether more follow. Throws a 404 for a place that there is not (ADR-021). */
export async function pageByKey<Place, Row, Entry>({
  after,
  most = pageSize,
  placeOf,
  rowsAfter,
  view,
}: Page<Place, Row, Entry>): Promise<{ entries: Entry[]; more: boolean }> {
  const last = after === undefined ? null : await placeOf(after);
  if (after !== undefined && !last) throw notFound();
  const rows = await rowsAfter({ after: last, limit: most + 1 });
  return { entries: rows.slice(0, most).map(view), more: rows.length > most };
}
