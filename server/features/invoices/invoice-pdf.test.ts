import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { pdfWords } from "../../testing/pdf-words.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();

/** The words of the PDF of an invoice with one line; a switch of fonts is a space, so that spaces are left out. */
async function drawn(description: string, { name, companyName }: { name: string; companyName: string }) {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const customer = await setUp(server.context, await makeMember(server.context, "customer", { name, companyName }));
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId, lines: [[description, 1, 100]] });
  const headers = { authorization: `Bearer ${customer.token}` };
  const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, { headers });
  expect(answer.status).toBe(200);
  return pdfWords(Buffer.from(await answer.arrayBuffer())).replace(/\s+/g, "");
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
