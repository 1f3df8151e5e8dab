import { product } from "@plumbline/contract/product.ts";
import PDFDocument from "pdfkit";
import { type Document, heightOf, write } from "./pdf-writing.ts";

// What every PDF of ours has: a tagged A4 page in British English with embedded fonts, a letterhead and tables.

export const slate = "#4C5F63";
const mist = "#DDE4E1";
const brass = "#B07D2B";
export const brassDeep = "#85590F";

// A4 in points.
export const left = 56;
export const right = 539;
export const top = 56;
export const bottom = 770;

export type Element = PDFKit.PDFStructureElement;

/** Draws a document and returns its bytes; `draw` gets the root of its structure, which screen readers follow. */
export async function makePdf(
  info: { title: string; author: string; createdAt: Date },
  draw: (doc: Document, root: Element) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: 56, bottom: 56, left, right: 56 },
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-GB",
    displayTitle: true,
    // Until the last page is drawn, which says how many there are.
    bufferPages: true,
    // PDF/UA is the standard for accessible documents; the library's types lack it.
    subset: "PDF/UA" as never,
    info: { Title: info.title, Author: info.author, Creator: product, CreationDate: info.createdAt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolvePdf, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolvePdf(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  const root = doc.struct("Document");
  doc.addStructure(root);
  draw(doc, root);
  numberPages(doc, info.title);
  doc.end();
  return done;
}

/** Says at the foot of each of several pages to what it belongs, for those who print them. */
function numberPages(doc: Document, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  if (count === 1) return;
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    // What is written below the margin would start another page.
    doc.page.margins.bottom = 0;
    decorate(doc, () =>
      write(doc, `${title} · Page ${index + 1} of ${count}`, left, 798, {
        size: 8,
        colour: slate,
        width: right - left,
        align: "right",
      }),
    );
  }
}

export function tag(doc: Document, type: string, parent: Element, draw: () => void): void {
  parent.add(doc.struct(type, {}, draw));
}

/** The plumb line, the product's name, the title and a line under it; returns where the content begins. */
export function drawLetterhead(doc: Document, root: Element, title: string, under: string): number {
  decorate(doc, () => {
    doc
      .moveTo(right - 4, 0)
      .lineTo(right - 4, 74)
      .lineWidth(1.2)
      .stroke(brass);
    doc.polygon([right - 8, 72], [right, 72], [right + 1, 78], [right - 4, 90], [right - 9, 78]).fill(brass);
  });
  tag(doc, "P", root, () => write(doc, product, left, 56, { face: "display", size: 15 }));
  tag(doc, "H1", root, () => write(doc, title, left, 100, { face: "display", size: 28 }));
  tag(doc, "P", root, () => write(doc, under, left, 138, { colour: slate, width: right - left }));
  return Math.max(doc.y + 26, 184);
}

export type Column = { title: string; x: number; width: number; align: "left" | "right" };

/**
 * Draws a table, over as many pages as it needs, each with the head; returns the y coordinate below it. `below` is the height
 * of what follows it: the last row goes to the next page with that where both would not fit on this one.
 */
export function drawTable(
  doc: Document,
  root: Element,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  from: number,
  below = 0,
): number {
  const table = doc.struct("Table");
  root.add(table);
  const heightIn = (cells: readonly string[]) => {
    doc.fontSize(10);
    return Math.max(...columns.map(({ width, align }, index) => heightOf(doc, cells[index] ?? "", width, align)));
  };
  const needs = rows.map((cells, index) => {
    const own = heightIn(cells) + 16;
    // What does not fit on a page of its own either is not worth a new one.
    const together = index === rows.length - 1 && top + headHeight + own + below <= bottom;
    return together ? own + below : own;
  });
  // The head does not stay behind alone.
  const fits = from + headHeight + (needs[0] ?? 0) <= bottom;
  if (!fits) doc.addPage();
  let y = drawHead(doc, table, columns, fits ? from : top);
  rows.forEach((cells, index) => {
    if (index > 0 && y + (needs[index] ?? 0) > bottom) {
      doc.addPage();
      y = drawHead(doc, table, columns, top);
    }
    const row = doc.struct("TR");
    table.add(row);
    columns.forEach((column, index) => {
      const { x, width, align } = column;
      row.add(doc.struct("TD", {}, () => write(doc, cells[index] ?? "", x, y + 8, { width, align })));
    });
    y += heightIn(cells) + 16;
    const line = y;
    decorate(doc, () => doc.moveTo(left, line).lineTo(right, line).lineWidth(0.6).stroke(mist));
  });
  table.end();
  return y;
}

const headHeight = 18;

function drawHead(doc: Document, table: Element, columns: readonly Column[], y: number): number {
  const row = doc.struct("TR");
  table.add(row);
  for (const { title, x, width, align } of columns)
    row.add(
      doc.struct("TH", {}, () => write(doc, title, x, y, { face: "strong", size: 9, colour: slate, width, align })),
    );
  decorate(doc, () =>
    doc
      .moveTo(left, y + headHeight)
      .lineTo(right, y + headHeight)
      .lineWidth(0.8)
      .stroke("#9FB2AD"),
  );
  return y + headHeight;
}

/** Draws lines and ornaments as artifacts, which screen readers skip. */
function decorate(doc: Document, draw: () => void): void {
  // The library's types lack this kind of artifact, which it writes as it is given.
  doc.markContent("Artifact", { type: "Layout" } as never);
  draw();
  doc.endMarkedContent();
}
