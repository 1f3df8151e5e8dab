import { readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { pdfLines, pdfPieces, pdfWords } from "../../testing/pdf-words.ts";
import { testServer } from "../../testing/plumbline.ts";
import { drawInvoice } from "./invoice-pdf.ts";

const server = testServer();

const example = { name: "Olivia Grange", companyName: "Grange & Daughters" };

/** The words of the PDF of an invoice with one line; a switch of fonts is a space, so that spaces are left out. */
async function drawn(description: string, people: typeof example) {
  const { id, token } = await invoiceWith(description, people);
  const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return pdfWords(Buffer.from(await answer.arrayBuffer())).replace(/\s+/g, "");
}

async function invoiceWith(description: string, { name, companyName }: typeof example) {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const customer = await setUp(server.context, await makeMember(server.context, "customer", { name, companyName }));
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId, lines: [[description, 1, 100]] });
  return { id, token: customer.token };
}

test("I-11 the PDF draws one question mark for what a reader takes for one character and no font has", async () => {
  const words = await drawn("Flags 🇬🇧 and a family 👩‍👩‍👧.", { name: "Li 小龍", companyName: "Dragon" });
  expect(words).toContain("Li??");
  expect(words).toContain("Flags?andafamily?.");
});

test("I-11 the PDF draws names of every Latin, Greek and Cyrillic alphabet, and leaves out what has no shape", async () => {
  const words = await drawn("Follow\u2011up for Қазақ\u200bстан, ὀξεῖα, \ufb01rst\u00ad half", {
    name: "Nguyễn Thị Hồng",
    companyName: "Ọla x\u0302 & Żółć",
  });
  expect(words).toContain("NguyễnThịHồng");
  expect(words).toContain("Ọlax&Żółć");
  expect(words).toContain("Follow-upforҚазақстан,ὀξεῖα,firsthalf");
});

test("I-11 the PDF breaks a text between its words where their letters are of several fonts", async () => {
  const description = "Přehled účetnictví společnosti Žižkovské a Příbramské závody za období, sídlo Łódź";
  const people = { name: "Nguyễn Thị Hồng Đặng Phạm Trần", companyName: "Škoda Příbramské Účetnictví" };
  const { id, token } = await invoiceWith(description, people);
  const lines = pdfLines(await drawInvoice((await server.call(readInvoice, { params: { id } }, token)).body));
  for (const text of [description, people.name, people.companyName])
    for (const word of text.split(" ")) expect(lines.join("\n")).toContain(word);
});

test("I-11 the digits of the PDF's columns stand below one another, and a date or the largest total is in one line", async () => {
  const { id, token } = await invoiceWith("Work", example);
  const invoice = (await server.call(readInvoice, { params: { id } }, token)).body;
  const [item] = invoice.items;
  const amounts = [1111.11, 4444.44, 7171.17];
  const items = amounts.flatMap((amount) => (item ? [{ ...item, amount }] : []));
  const rates = [{ treatment: "standard" as const, percent: 20, amount: 100, vat: 20 }];
  const supplier = { number: "GB123456782", name: "Grange", address: "1 Mill Lane" };
  const vat = { ...supplier, total_without_vat: 100, total_vat: 20, rates };
  const date = "2026-11-24";
  const pdf = await drawInvoice({ ...invoice, date, items, vat, total: 1_234_567.71 });
  const begins = pdfPieces(pdf).filter(({ text }) => amounts.some((amount) => text === formatPounds(amount)));
  expect(begins).toHaveLength(3);
  expect(new Set(begins.map(({ x }) => x)).size).toBe(1);
  const lines = pdfLines(pdf).join("\n");
  for (const whole of ["24 November 2026", "£1,234,567.71"]) expect(lines).toContain(whole);
});

test.each(["Bartholomew-Maximilian ".repeat(10).slice(0, 100).trim(), "W".repeat(100)])(
  "I-11 the PDF has the whole of a name of a hundred letters, %s, within the margins",
  async (name) => {
    const { id, token } = await invoiceWith("Work", { name, companyName: name });
    const { body: invoice } = await server.call(readInvoice, { params: { id } }, token);
    const pdf = await drawInvoice({ ...invoice, project: { ...invoice.project, name } });
    expect(pdfWords(pdf).replaceAll(" ", "").split(name.replaceAll(" ", ""))).toHaveLength(4);
    // The widest letter leaves room beside itself: 49 of them would go over the margin.
    for (const { text } of pdfPieces(pdf)) expect(/^W*$/.test(text) ? text.length : 0).toBeLessThanOrEqual(48);
  },
);

test("I-11 several pages of a PDF say which they are, and one alone does not", async () => {
  const { id, token } = await invoiceWith("Work", example);
  const invoice = (await server.call(readInvoice, { params: { id } }, token)).body;
  expect(pdfWords(await drawInvoice(invoice))).not.toContain("Page 1");
  const items = Array.from({ length: 40 }, () => invoice.items).flat();
  const words = pdfWords(await drawInvoice({ ...invoice, items }));
  for (const page of [1, 2, 3]) expect(words).toContain(`Invoice ${invoice.number} · Page ${page} of 3`);
});

test("I-11 the total of the PDF never stands on a page without the last line", async () => {
  const { id, token } = await invoiceWith("Work", example);
  const invoice = (await server.call(readInvoice, { params: { id } }, token)).body;
  const rates = [{ treatment: "standard" as const, percent: 20, amount: 100, vat: 20 }];
  const supplier = { number: "GB123456782", name: "Grange", address: "1 Mill Lane" };
  const vat = { ...supplier, total_without_vat: 100, total_vat: 20, rates };
  // From one page to two.
  for (let count = 12; count <= 19; count++)
    for (const either of [invoice, { ...invoice, vat }]) {
      const items = Array.from({ length: count }, () => invoice.items).flat();
      const pages = pdfWords(await drawInvoice({ ...either, items })).split(/Page \d of \d/);
      const last = pages.filter((words) => words.includes("All amounts")).join("");
      expect([count, last]).toEqual([count, expect.stringMatching(/Description.*Work.*Total/s)]);
    }
});

test.each([
  ["hundreds of lines", 1, Array.from({ length: 200 }, (_, index) => index % 10).join("\n")],
  ["one long word", 2, "W".repeat(400)],
])(
  "I-26 the supplier's block of the PDF stays on one sheet, and the head of the lines stands over them, although the address has %s",
  async (_, pages, address) => {
    const { id, token } = await invoiceWith("Work", example);
    const invoice = (await server.call(readInvoice, { params: { id } }, token)).body;
    const rates = [{ treatment: "standard" as const, percent: 20, amount: 100, vat: 20 }];
    const supplier = { number: "GB123456782", name: "W".repeat(pages * 90), address };
    const pdf = await drawInvoice({ ...invoice, vat: { ...supplier, total_without_vat: 100, total_vat: 20, rates } });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(pages);
    expect(pdfWords(pdf).match(/Description/g)).toHaveLength(1);
  },
);
