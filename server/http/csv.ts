import { Readable } from "node:stream";
import { Download } from "./download.ts";

export type Cell = string | number | null;
/** A column of a CSV: its heading, and the cell of a row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** How many rows are read at once. */
const pageSize = 500;

/**
 * All rows of a list in its order, as `view` shows them, in pages; `read` returns the rows after one, or the first
 * ones.
 */
export async function* everyPage<Row, Shown>(
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  view: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for (let after: Row | null = null, more = true; more; ) {
    const page: readonly Row[] = await read(after, pageSize);
    yield page.map(view);
    after = page.at(-1) ?? null;
    more = page.length === pageSize;
  }
}

/** A list as a CSV file, which is sent while its pages are read: a row at a time would cost as much as reading them. */
export async function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<Download> {
  async function* cells() {
    for await (const page of pages) yield page.map((row) => columns.map(([, cell]) => cell(row)));
  }
  const lines = await csvStream(
    columns.map(([heading]) => heading),
    cells(),
  );
  return new Download(lines, { type: csvType, name: `${name}.csv` });
}

export const csvType = "text/csv; charset=utf-8";

/** Answers pages of rows as CSV in UTF-8 with a mark that tells spreadsheets so (RFC 4180). Throws as `inChunks`. */
export function csvStream(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<Readable | string> {
  async function* lines() {
    yield `\uFEFF${csvLine(head)}`;
    for await (const page of pages) yield page.map(csvLine).join("");
  }
  return inChunks(lines());
}

/** Characters that are sent at once: a chunk a line would cost five times the processor time of a list. */
const chunkLength = 64 * 1024;

/**
 * A text that is made piece by piece, to be sent in larger chunks: as a whole if one holds it, else while it is made.
 * Throws what the first chunk throws, before anything is sent, so that a failure is still an error response.
 */
export async function inChunks(pieces: AsyncGenerator<string>): Promise<Readable | string> {
  const next = async () => {
    let [chunk, done] = ["", false];
    while (!done && chunk.length < chunkLength) {
      const piece = await pieces.next();
      done = piece.done === true;
      if (!piece.done) chunk += piece.value;
    }
    return { chunk, done };
  };
  const first = await next();
  if (first.done) return first.chunk;
  async function* chunks() {
    try {
      for (let each = first; ; each = await next()) {
        if (each.chunk) yield each.chunk;
        if (each.done) return;
      }
    } finally {
      // A client that disconnects half way ends the reading, too.
      await pieces.return(undefined);
    }
  }
  return Readable.from(chunks());
}

/** One line with its line end, CRLF as RFC 4180 asks. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

/**
 * A cell. Text that a spreadsheet would run as a formula gets an apostrophe before it; numbers are ours and stay
 * numbers, negative ones too.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
