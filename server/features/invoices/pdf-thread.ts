import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney, lineColumns, statusLabel } from "@plumbline/contract/invoices/rules.ts";
import { paymentNote } from "@plumbline/contract/invoices/state-words.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import PDFDocument from "pdfkit";
import { serveRequests } from "../../threads.ts";
import { type Document, heightOf, write } from "./pdf-writing.ts";

// The thread that draws invoices (pdfs.ts): laying out a page takes some fifty milliseconds of the processor.
serveRequests(drawInvoice);

const slate = "#4C5F63";
const mist = "#DDE4E1";
const brass = "#B07D2B";
const brassDeep = "#85590F";

// A4 in points.
const left = 56;
const right = 539;
const bottom = 770;

/** Draws an invoice from the same view as its page: a tagged PDF in British English with embedded fonts. */
async function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number ?? "(draft)"}`;
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: 56, bottom: 56, left, right: 56 },
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-GB",
    displayTitle: true,
    // PDF/UA is the standard for accessible documents; the library's types lack it.
    subset: "PDF/UA" as never,
    info: {
      Title: title,
      Author: invoice.advisor.profile.name,
      Creator: product,
      CreationDate: new Date(invoice.created_at),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolvePdf, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolvePdf(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  drawPage(doc, invoice, title);
  doc.end();
  return done;
}

function drawPage(doc: Document, invoice: Invoice, title: string): void {
  const root = doc.struct("Document");
  doc.addStructure(root);
  const tag = (type: string, parent: PDFKit.PDFStructureElement, draw: () => void) =>
    parent.add(doc.struct(type, {}, draw));

  decorate(doc, () => {
    doc
      .moveTo(right - 4, 0)
      .lineTo(right - 4, 74)
      .lineWidth(1.2)
      .stroke(brass);
    doc.polygon([right - 8, 72], [right, 72], [right + 1, 78], [right - 4, 90], [right - 9, 78]).fill(brass);
  });
  tag("P", root, () => write(doc, product, left, 56, { face: "display", size: 15 }));
  tag("H1", root, () => write(doc, title, left, 100, { face: "display", size: 28 }));
  tag("P", root, () =>
    write(doc, `${invoice.project.name} · ${capital(statusLabel(invoice.status))}`, left, 138, {
      colour: slate,
      width: right - left,
    }),
  );

  let y = Math.max(doc.y + 26, 184);
  const dates: [string, string | null][] = [
    ["Date", invoice.date],
    ["Due", invoice.due_date],
    ["Paid", invoice.paid_at],
    ["Refunded", invoice.refunded_at],
    ["Given back by the bank", disputeThatReturnedMoney(invoice.dispute)?.closed_at ?? null],
  ];
  const ends = [
    block(doc, tag, root, "From", addressOf(invoice.advisor), left, y, 156),
    block(doc, tag, root, "To", addressOf(invoice.customer), left + 170, y, 156),
    block(
      doc,
      tag,
      root,
      "Details",
      dates.flatMap(([name, value]) => (value ? [`${name}: ${formatLong(value)}`] : [])),
      left + 340,
      y,
      right - left - 340,
    ),
  ];
  y = Math.max(...ends) + 28;
  y = drawLines(doc, root, invoice, y);
  drawTotal(doc, tag, root, invoice, y);
}

type Tag = (type: string, parent: PDFKit.PDFStructureElement, draw: () => void) => unknown;

function block(
  doc: Document,
  tag: Tag,
  root: PDFKit.PDFStructureElement,
  title: string,
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
): number {
  tag("H2", root, () =>
    write(doc, title.toUpperCase(), x, y, { face: "strong", size: 8, colour: brassDeep, spacing: 0.8 }),
  );
  let at = y + 16;
  lines.forEach((line, index) => {
    tag("P", root, () => {
      at = write(doc, line, x, at, { face: index === 0 && title !== "Details" ? "strong" : "text", width }) + 2;
    });
  });
  return at;
}

const columns = [
  { title: lineColumns.description, x: left, width: 250, align: "left" },
  { title: lineColumns.quantity, x: 314, width: 60, align: "right" },
  { title: lineColumns.unit_price, x: 382, width: 74, align: "right" },
  { title: lineColumns.amount, x: 464, width: right - 464, align: "right" },
] as const;

function drawLines(doc: Document, root: PDFKit.PDFStructureElement, invoice: Invoice, from: number): number {
  const table = doc.struct("Table");
  root.add(table);
  let y = drawHead(doc, table, from);
  for (const item of invoice.items) {
    const cells = [item.description, String(item.quantity), formatPounds(item.unit_price), formatPounds(item.amount)];
    doc.fontSize(10);
    const height = Math.max(...cells.map((cell, index) => heightOf(doc, cell, columns[index]?.width ?? 100)));
    if (y + height + 16 > bottom) {
      doc.addPage();
      y = drawHead(doc, table, 56);
    }
    const row = doc.struct("TR");
    table.add(row);
    cells.forEach((cell, index) => {
      const column = columns[index] as (typeof columns)[number];
      row.add(
        doc.struct("TD", {}, () => write(doc, cell, column.x, y + 8, { width: column.width, align: column.align })),
      );
    });
    y += height + 16;
    const line = y;
    decorate(doc, () => doc.moveTo(left, line).lineTo(right, line).lineWidth(0.6).stroke(mist));
  }
  table.end();
  return y;
}

function drawHead(doc: Document, table: PDFKit.PDFStructureElement, y: number): number {
  const row = doc.struct("TR");
  table.add(row);
  for (const column of columns)
    row.add(
      doc.struct("TH", {}, () =>
        write(doc, column.title, column.x, y, {
          face: "strong",
          size: 9,
          colour: slate,
          width: column.width,
          align: column.align,
        }),
      ),
    );
  decorate(doc, () =>
    doc
      .moveTo(left, y + 18)
      .lineTo(right, y + 18)
      .lineWidth(0.8)
      .stroke("#9FB2AD"),
  );
  return y + 18;
}

function drawTotal(doc: Document, tag: Tag, root: PDFKit.PDFStructureElement, invoice: Invoice, from: number): void {
  let y = from;
  if (y + 90 > bottom) {
    doc.addPage();
    y = 56;
  }
  tag("P", root, () => {
    write(doc, "Total", 382, y + 25, { face: "strong", width: 60 });
    write(doc, formatPounds(invoice.total), 400, y + 16, {
      face: "display",
      size: 22,
      width: right - 400,
      align: "right",
    });
  });
  const note = paymentNote(invoice.status, invoice.dispute?.state ?? null);
  tag("P", root, () =>
    write(doc, `${note} All amounts are in pounds sterling.`, left, y + 64, {
      size: 9,
      colour: slate,
      width: right - left,
    }),
  );
}

/** Draws lines and ornaments as artifacts, which screen readers skip. */
function decorate(doc: Document, draw: () => void): void {
  doc.markContent("Artifact", { type: "Layout" } as never);
  draw();
  doc.endMarkedContent();
}

function addressOf({ profile, company }: Party): string[] {
  const place = [company.city?.name, company.postcode].filter(Boolean).join(" ");
  return [profile.name, company.company_name, company.address_1, company.address_2, place].filter(
    (line): line is string => Boolean(line),
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
