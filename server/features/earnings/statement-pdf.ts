import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { kindLabels, stateLabels } from "@plumbline/contract/earnings/rules.ts";
import { formatPence, sumOf } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import { bottom, drawLetterhead, drawTable, left, makePdf, right, slate, tag } from "../invoices/pdf-page.ts";
import { write } from "../invoices/pdf-writing.ts";
import type { Statement } from "./statement.ts";

const columns = [
  { title: "Date", x: left, width: 60, align: "left" },
  { title: "Invoice", x: 118, width: 56, align: "left" },
  { title: "For", x: 176, width: 100, align: "left" },
  { title: "Gross", x: 280, width: 86, align: "right" },
  { title: "Commission", x: 370, width: 80, align: "right" },
  { title: "Yours", x: 454, width: right - 454, align: "right" },
] as const;

const pounds = (amount: number) => formatPence(Math.round(amount * 100));
/** In whole pence, because sums of pounds drift. */
const total = (amounts: readonly number[]) => formatPence(sumOf(amounts.map((amount) => Math.round(amount * 100))));

/** Draws a statement: a line for each payment and for each that was given back, with the sums. */
export function drawStatement({ name, from, to, madeOn, lines }: Statement): Promise<Buffer> {
  const title = "Statement of earnings";
  return makePdf({ title, author: product, createdAt: new Date(`${madeOn}T12:00:00Z`) }, (doc, root) => {
    const under = `${name} · ${formatLong(from)} to ${formatLong(to)}`;
    const rows = lines.map(({ invoice, date, kind, state, paidOutOn, ...amounts }) => [
      formatShort(date),
      invoice.number,
      `${kindLabels[kind]}, ${invoice.customer}. ${stateLabels[state]}${paidOutOn ? ` ${formatShort(paidOutOn)}` : ""}.`,
      pounds(amounts.gross),
      pounds(amounts.commission),
      pounds(amounts.yours),
    ]);
    const sums = [
      "Total",
      "",
      `${lines.length} ${lines.length === 1 ? "line" : "lines"}`,
      total(lines.map(({ gross }) => gross)),
      total(lines.map(({ commission }) => commission)),
      total(lines.map(({ yours }) => yours)),
    ];
    let y = drawTable(doc, root, columns, [...rows, sums], drawLetterhead(doc, root, title, under));
    if (y + 60 > bottom) {
      doc.addPage();
      y = 40;
    }
    const note = `Made on ${formatLong(madeOn)}. Days are those on which customers paid or were given back, in London. All amounts are in pounds sterling.`;
    tag(doc, "P", root, () => write(doc, note, left, y + 24, { size: 9, colour: slate, width: right - left }));
  });
}
