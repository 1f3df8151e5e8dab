import { Readable } from "node:stream";

export type Cell = string | number | null;

/**
 * Answers rows as CSV in UTF-8 with a mark that tells spreadsheets so (RFC 4180), while they are read. The first row is
 * read before the answer begins, so that a failure is still an error.
 */
export async function csvStream(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]();
  let next = await iterator.next();
  async function* lines() {
    yield `\uFEFF${csvLine(head)}`;
    for (; !next.done; next = await iterator.next()) yield csvLine(next.value);
  }
  return Readable.from(lines());
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

/**
 * A cell. Text that a spreadsheet would run as a formula is kept from it by an apostrophe; numbers are ours and stay
 * numbers, those below nothing too.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
