import { formatLong } from "@plumbline/contract/dates.ts";
import { type EvidencePart, evidencePartLabels } from "@plumbline/contract/disputes/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { bottom, drawLetterhead, drawTable, left, makePdf, right, tag } from "../invoices/pdf-page.ts";
import { write } from "../invoices/pdf-writing.ts";

/** A document for a bank: some parts of an engagement's history. */
export type EvidenceDocument = {
  title: string;
  under: string;
  madeAt: string;
  parts: { part: EvidencePart; lines: { when: string; text: string }[] }[];
};

const columns = [
  { title: "When", x: left, width: 150, align: "left" },
  { title: "What", x: left + 160, width: right - left - 160, align: "left" },
] as const;

/** Draws it with a table for each part. */
export function drawEvidence({ title, under, madeAt, parts }: EvidenceDocument): Promise<Buffer> {
  return makePdf({ title, author: product, createdAt: new Date(madeAt) }, (doc, root) => {
    let y = drawLetterhead(doc, root, title, `${under} · made on ${formatLong(madeAt)} from ${product}'s records`);
    for (const { part, lines } of parts) {
      if (y + 80 > bottom) {
        doc.addPage();
        y = 56;
      }
      const at = y;
      tag(doc, "H2", root, () => write(doc, evidencePartLabels[part], left, at, { face: "strong", size: 13 }));
      y = drawTable(
        doc,
        root,
        columns,
        lines.map(({ when, text }) => [when, text]),
        y + 26,
      );
      y += 30;
    }
  });
}
