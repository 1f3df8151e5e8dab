import { expect, test } from "vitest";
import { pdfLines } from "../../testing/pdf-words.ts";
import { drawStatement } from "./statement-pdf.ts";

test("decision 61 the sums of a hundred of the largest invoices each stay in one line of a statement", async () => {
  const line = {
    invoice: { id: 1, number: "INV-0001", project: "Growth", customer: "Priya Raman" },
    date: "2026-11-12",
    kind: "payment" as const,
    state: "waiting" as const,
    paidOutOn: null,
    dispute: null,
    gross: 999_999.99,
    commission: 99_999.99,
    yours: 900_000,
  };
  const lines = Array.from({ length: 100 }, () => line);
  const statement = { name: "Harriet Osei", from: "2026-01-01", to: "2026-11-30", madeOn: "2026-11-30", lines };
  const drawn = pdfLines(await drawStatement(statement)).join("\n");
  for (const sum of ["£99,999,999.00", "£9,999,999.00", "£90,000,000.00"]) expect(drawn).toContain(sum);
});
