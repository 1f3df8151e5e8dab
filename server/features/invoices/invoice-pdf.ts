import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney, lineColumns, statusLabel } from "@plumbline/contract/invoices/rules.ts";
import { paymentNote } from "@plumbline/contract/invoices/state-words.ts";
import { vatRateText, vatSumText } from "@plumbline/contract/invoices/vat.ts";
import { vatNumberText } from "@plumbline/contract/invoices/vat-registration.ts";
import { formatPence, formatPounds, hundredthsOf, sumOf } from "@plumbline/contract/money.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import {
  bottom,
  brassDeep,
  drawLetterhead,
  drawTable,
  type Element,
  left,
  makePdf,
  right,
  slate,
  tag,
  top,
} from "./pdf-page.ts";
import { type Document, write } from "./pdf-writing.ts";

/** Draws an invoice from the same view as its page (row I-26). */
export function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number ?? "(draft)"}`;
  const info = { title, author: invoice.advisor.profile.name, createdAt: new Date(invoice.created_at) };
  return makePdf(info, (doc, root) => drawPage(doc, root, invoice, title));
}

function drawPage(doc: Document, root: Element, invoice: Invoice, title: string): void {
  const under = `${invoice.project.name} · ${capital(statusLabel(invoice.status, invoice.refunded))}`;
  let y = drawLetterhead(doc, root, title, under);
  const dates: [string, string | null][] = [
    [invoice.vat ? "Issued, and tax point" : "Date", invoice.date],
    ["Due", invoice.due_date],
    ["Paid", invoice.paid_at],
    ["Refunded", invoice.refunded_at],
    ["Given back by the bank", disputeThatReturnedMoney(invoice.dispute)?.closed_at ?? null],
  ];
  const details = dates.flatMap(([name, value]) => (value ? [`${name}: ${formatLong(value)}`] : []));
  const ends = [
    block(doc, root, "From", supplierOf(invoice), { x: left, y, width: 156 }),
    block(doc, root, "To", addressOf(invoice.customer), { x: left + 170, y, width: 156 }),
    block(doc, root, "Details", details, { x: left + 340, y, width: right - left - 340 }),
  ];
  const [titles, cells] = invoice.vat ? [vatColumns, vatCellsOf] : [columns, cellsOf];
  const from = Math.max(...ends) + 28;
  y = drawTable(doc, root, titles, invoice.items.map(cells), from, totalHeight(invoice));
  drawTotal(doc, root, invoice, y);
}

function block(
  doc: Document,
  root: Element,
  title: string,
  lines: readonly string[],
  { x, y, width }: { x: number; y: number; width: number },
): number {
  tag(doc, "H2", root, () =>
    write(doc, title.toUpperCase(), x, y, { face: "strong", size: 8, colour: brassDeep, spacing: 0.8 }),
  );
  let at = y + 16;
  lines.forEach((line, index) => {
    tag(doc, "P", root, () => {
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

const cellsOf = ({ description, quantity, unit_price, amount }: Invoice["items"][number]) => [
  description,
  String(quantity),
  formatPounds(unit_price),
  formatPounds(amount),
];

const vatColumns = [
  { title: lineColumns.description, x: left, width: 176, align: "left" },
  { title: lineColumns.quantity, x: 234, width: 54, align: "right" },
  { title: lineColumns.unit_price, x: 292, width: 82, align: "right" },
  { title: "VAT", x: 382, width: 74, align: "right" },
  { title: "Without VAT", x: 464, width: right - 464, align: "right" },
] as const;

const vatCellsOf = (item: Invoice["items"][number]) => {
  const [description, quantity, price, amount] = cellsOf(item);
  const rate = item.vat_treatment ? vatRateText(item.vat_treatment, item.vat_percent ?? null) : "";
  return [description, quantity, price, rate, amount].map((cell) => cell ?? "");
};

/** The total without VAT and the VAT by rate, above the total. */
function sumsAbove({ vat }: Invoice): [string, number][] {
  if (!vat) return [];
  return [
    ["Total without VAT", vat.total_without_vat],
    ...vat.rates.map((rate): [string, number] => [vatSumText(rate, formatPounds(rate.amount)), rate.vat]),
    ...(vat.rates.length > 1 ? [["Total VAT", vat.total_vat] satisfies [string, number]] : []),
  ];
}

/** The space that the sums and what is said under them take. */
const totalHeight = (invoice: Invoice): number => 90 + sumsAbove(invoice).length * 17;

function drawTotal(doc: Document, root: Element, invoice: Invoice, from: number): void {
  let y = from;
  const above = sumsAbove(invoice);
  if (y + totalHeight(invoice) > bottom) {
    doc.addPage();
    y = top;
  }
  for (const [name, pounds] of above) {
    const at = y + 12;
    tag(doc, "P", root, () => {
      write(doc, name, 200, at, { width: 256, align: "right" });
      write(doc, formatPounds(pounds), 464, at, { width: right - 464, align: "right" });
    });
    y += 17;
  }
  tag(doc, "P", root, () => {
    write(doc, "Total", 316, y + 25, { face: "strong", width: 40 });
    write(doc, formatPounds(invoice.total), 360, y + 16, {
      face: "display",
      size: 22,
      width: right - 360,
      align: "right",
    });
  });
  const notes = [
    paymentNote(invoice),
    vatGivenBack(invoice),
    invoice.vat && "Unit prices are without VAT.",
    "All amounts are in pounds sterling.",
  ];
  tag(doc, "P", root, () =>
    write(doc, notes.filter(Boolean).join(" "), left, y + 64, {
      size: 9,
      colour: slate,
      width: right - left,
    }),
  );
}

/** How much of what was refunded is VAT (row I-25); null when nothing was, or there is none. */
function vatGivenBack({ vat, refunds }: Invoice): string | null {
  const pence = refunds.filter(({ state }) => state === "done").map((refund) => hundredthsOf(refund.vat ?? 0) ?? 0);
  return vat && pence.length > 0 ? `Of what was given back ${formatPence(sumOf(pence))} is VAT.` : null;
}

/** More lines of an address are set one after the other, because hundreds of them would run over the sheet. */
const mostLines = 8;

/** The advisor, as registered for VAT where the invoice has it. */
function supplierOf({ vat, advisor }: Invoice): string[] {
  if (!vat) return addressOf(advisor);
  const lines = vat.address.split("\n").filter((line) => line.trim());
  const address = lines.length > mostLines ? [lines.join(", ")] : lines;
  return [vat.name, ...address, `VAT number ${vatNumberText(vat.number)}`];
}

function addressOf({ profile, company }: Party): string[] {
  const place = [company.city?.name, company.postcode].filter(Boolean).join(" ");
  return [profile.name, company.company_name, company.address_1, company.address_2, place].filter(
    (line): line is string => Boolean(line),
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
