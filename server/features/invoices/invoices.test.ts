import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { readProject } from "@plumbline/contract/engagements/contract.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { profiles } from "../profiles/schema.ts";
import { draftTexts } from "./actions.ts";

const server = testServer();
let advisor: Person;
let customer: Person;
let engagementId: number;

beforeAll(async () => {
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  customer = await setUp(
    server.context,
    await makeMember(server.context, "customer", { name: "Priya Raman", companyName: "Tallow & Finch" }),
  );
  engagementId = await makeEngagement(server.context, {
    advisor,
    customer,
    status: "in_progress",
    name: "Finance for series B",
  });
});

const line = (description: string, quantity: number | string, unit_price: number | string) => ({
  description,
  quantity,
  unit_price,
});
const send = (items_attributes: ReturnType<typeof line>[], more: object = {}, token = advisor.token) =>
  server.call(contract.createInvoice, { body: { project_id: engagementId, items_attributes, ...more } }, token);
const read = (id: number, token: string) => server.call(contract.readInvoice, { params: { id } }, token);

test("I-05 I-01 only the engagement's advisor can send an invoice, and only while it is in progress", async () => {
  const lines = [line("Work", 1, 100)];
  expect(
    (await server.call(contract.createInvoice, { body: { project_id: engagementId, items_attributes: lines } })).status,
  ).toBe(401);
  expect((await send(lines, {}, customer.token)).status).toBe(404);
  const stranger = await setUp(server.context, await makeMember(server.context, "advisor"));
  expect((await send(lines, {}, stranger.token)).status).toBe(404);
  for (const status of ["proposed", "accepted", "rejected", "edit_suggested", "completed"] as const) {
    const project_id = await makeEngagement(server.context, { advisor, customer, status });
    const refused = await send(lines, { project_id });
    expect([refused.status, refused.errors]).toEqual([
      409,
      { base: ["An invoice can be sent for a project in progress only."] },
    ]);
  }
});

test("decision 21 one request starts an accepted project and sends its invoice, or does neither", async () => {
  const project_id = await makeEngagement(server.context, { advisor, customer, status: "accepted" });
  const project = async () => (await server.call(readProject, { params: { id: project_id } }, advisor.token)).body;
  expect((await send([line("Work", 1, 0.01)], { project_id, start: true })).status).toBe(422);
  expect((await project()).status).toBe("accepted");
  const sent = await send([line("Work", 1, 100)], { project_id, start: true });
  expect([sent.status, sent.body.status]).toEqual([201, "sent"]);
  const { status, history } = await project();
  expect([status, history.at(-1)?.action]).toEqual(["in_progress", "start"]);
  const proposed = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
  expect((await send([line("Work", 1, 100)], { project_id: proposed, start: true })).status).toBe(409);
});

test("I-05 one request replaces a draft and sends it; with incomplete lines the draft is unchanged", async () => {
  const { id } = (await send([line("Half", "", "")], { draft: true })).body;
  const replace = (items_attributes: ReturnType<typeof line>[]) =>
    server.call(
      contract.updateDraft,
      { params: { id }, body: { project_id: engagementId, items_attributes, send: true } },
      advisor.token,
    );
  expect((await replace([line("Work", "", "")])).status).toBe(422);
  expect((await read(id, advisor.token)).body).toMatchObject({ status: "draft", items: [{ description: "Half" }] });
  expect((await replace([])).errors).toEqual({ items_attributes: ["Please add at least one line."] });
  const sent = await replace([line("Work", 2, 100)]);
  expect(sent.body).toMatchObject({ status: "sent", total: 200 });
  expect((await replace([line("More", 2, 100)])).status).toBe(409);
});

test("I-03 I-05 line errors are reported by column, and nothing is stored", async () => {
  const before = (await server.call(contract.listInvoices, {}, advisor.token)).body.pagination.total_count;
  const refused = await send([line("", 1, 100), line("Work", "", ""), line("Work", "two", 1)]);
  expect([refused.status, refused.errors]).toEqual([
    422,
    {
      "items_attributes.0.description": ["Description is required."],
      "items_attributes.1.quantity": ["Quantity is required."],
      "items_attributes.1.unit_price": ["Unit Price is required."],
      "items_attributes.2.quantity": ["Quantity must be a number above 0 with at most two decimals."],
    },
  ]);
  expect((await send([])).errors).toEqual({ items_attributes: ["Please add at least one line."] });
  expect((await send([line("A sweet", 1, 0.29)])).errors).toEqual({
    items_attributes: ["The least that can be paid by card is £0.30."],
  });
  const after = (await server.call(contract.listInvoices, {}, advisor.token)).body.pagination.total_count;
  expect(after).toBe(before);
});

test("I-04 I-05 amounts and total are the server's own: 3 times 0.1 is 0.3, whatever was sent", async () => {
  const sent = await send([{ ...line("Sweets", 3, 0.1), amount: 99 } as never]);
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({
    total: 0.3,
    amount: 0.3,
    items: [{ description: "Sweets", quantity: 3, unit_price: 0.1, amount: 0.3 }],
  });
});

test("I-10 I-09 numbers are gapless per advisor, also when many are sent at once and some are refused", async () => {
  const other = await setUp(server.context, await makeMember(server.context, "advisor"));
  const project_id = await makeEngagement(server.context, { advisor: other, customer, status: "in_progress" });
  const bodies = Array.from({ length: 12 }, (_, index) => [line("Work", 1, index % 3 === 0 ? 0.01 : 100)]);
  const answers = await Promise.all(bodies.map((lines) => send(lines, { project_id }, other.token)));
  const numbers = answers.flatMap((answer) => (answer.status === 201 ? [answer.body.number] : [])).sort();
  expect(numbers).toEqual([
    "INV-0001",
    "INV-0002",
    "INV-0003",
    "INV-0004",
    "INV-0005",
    "INV-0006",
    "INV-0007",
    "INV-0008",
  ]);
});

test("I-06 I-07 a sent invoice is Pending for both parties, and the customer is notified on the bell and by e-mail", async () => {
  const sent = await send([line("Two days on site", 2, 500)]);
  const { id, number, status, date, due_date } = sent.body;
  expect(status).toBe("sent");
  expect(date).toBe(dayInLondon(server.clock.now()));
  expect(due_date).toBe(addDays(date, 30));
  const mine = await server.call(contract.listInvoices, {}, customer.token);
  expect(mine.body.entries[0]).toMatchObject({ id, number, status: "sent", total: 1000 });
  const [letter] = await server.mailsTo(customer.email);
  expect(letter?.subject).toBe(`Invoice ${number} from Harriet Osei`);
  expect(letter?.links).toContain(`${server.url}/invoices/${id}`);
});

test("I-13 I-11 the advisor sees total, 10% fee and 90% net; the customer sees no breakdown", async () => {
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const theirs = (await read(id, advisor.token)).body;
  expect(theirs.info).toEqual({ platform_fee_percent: 10, platform_fee: 100, advisor_amount: 900, currency: "gbp" });
  expect(theirs).toMatchObject({
    total: 1000,
    advisor: { profile: { name: "Harriet Osei" } },
    customer: { company: { company_name: "Tallow & Finch" } },
  });
  const ours = (await read(id, customer.token)).body;
  expect(ours.info).toBeUndefined();
  expect(JSON.stringify(ours)).not.toContain("fee_percent");
});

test("I-10 an invoice is for its two parties only", async () => {
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const strangers = [
    await makeMember(server.context, "customer"),
    await makeMember(server.context, "advisor"),
    await makeStaff(server.context),
  ];
  for (const { token } of strangers)
    for (const endpoint of [contract.readInvoice, contract.invoicePdf])
      expect((await server.call(endpoint, { params: { id } }, token)).status).toBe(404);
  expect((await server.call(contract.readInvoice, { params: { id } })).status).toBe(401);
  expect((await read(id, advisor.token)).status).toBe(200);
});

test("I-08 a draft is visible to its advisor only, may have incomplete lines, and can be changed, sent and deleted", async () => {
  const saved = await send([line("To be priced", "", ""), line("", "", "")], { draft: true });
  expect(saved.body).toMatchObject({ status: "draft", number: null, allowed_actions: ["update", "send", "delete"] });
  const { id } = saved.body;
  expect((await read(id, customer.token)).status).toBe(404);
  const early = await server.call(contract.sendDraft, { params: { id }, body: {} }, advisor.token);
  expect([early.status, early.errors]).toEqual([
    422,
    {
      "items_attributes.0.quantity": ["Quantity is required."],
      "items_attributes.0.unit_price": ["Unit Price is required."],
    },
  ]);
  const drafts = await server.call(contract.listInvoices, { query: { list: "drafts" } }, advisor.token);
  expect(drafts.body.entries.map((entry) => entry.status)).toEqual(["draft"]);
  expect(
    (await server.call(contract.listInvoices, { query: { list: "drafts" } }, customer.token)).body.entries,
  ).toEqual([]);
  const changed = await server.call(
    contract.updateDraft,
    { params: { id }, body: { project_id: engagementId, items_attributes: [line("Priced", 2, 250)] } },
    advisor.token,
  );
  expect(changed.body.total).toBe(500);
  const sent = await server.call(contract.sendDraft, { params: { id }, body: {} }, advisor.token);
  expect([sent.status, sent.body.status]).toEqual([200, "sent"]);
  const again = await server.call(contract.sendDraft, { params: { id }, body: {} }, advisor.token);
  expect([again.status, (again.body as never as { allowed_actions: string[] }).allowed_actions]).toEqual([
    409,
    ["void"],
  ]);
  expect((await server.call(contract.deleteDraft, { params: { id } }, advisor.token)).status).toBe(409);
  const gone = await makeInvoice(server.context, { advisor, engagementId, draft: true });
  expect((await server.call(contract.deleteDraft, { params: { id: gone } }, advisor.token)).status).toBe(204);
  expect((await read(gone, advisor.token)).status).toBe(404);
});

test("I-08 a draft that was saved since it was read is neither replaced, sent nor thrown away, and stays as it was saved", async () => {
  const seen = (await send([line("Seen", 1, 100)], { draft: true })).body;
  const params = { id: seen.id };
  const save = (description: string, more: object = {}) => {
    const body = { project_id: engagementId, items_attributes: [line(description, 1, 300)], ...more };
    return server.call(contract.updateDraft, { params, body }, advisor.token);
  };
  const { version } = seen;
  const first = await save("First tab", { version });
  expect([first.status, first.body.version]).toEqual([200, version + 1]);
  const stale = [
    await save("Second tab", { version }),
    await save("Second tab", { version, send: true }),
    await server.call(contract.sendDraft, { params, body: { version } }, advisor.token),
  ];
  const refused = [409, { base: [draftTexts.savedSince] }];
  expect(stale.map(({ status, errors }) => [status, errors])).toEqual(stale.map(() => refused));
  const thrown = await server.call(contract.deleteDraft, { params, query: { version } }, advisor.token);
  expect([thrown.status, thrown.errors]).toEqual([409, { base: [draftTexts.savedBefore] }]);
  expect((await read(seen.id, advisor.token)).body).toEqual(first.body);
  expect((await save("Second tab", { version: version + 1, send: true })).body).toMatchObject({
    status: "sent",
    items: [{ description: "Second tab" }],
  });
});

test("I-08 of two saves over the same version of a draft at once, one is refused", async () => {
  const { id, version } = (await send([line("Seen", 1, 100)], { draft: true })).body;
  const both = await Promise.all(
    ["One", "Other"].map((description) =>
      server.call(
        contract.updateDraft,
        { params: { id }, body: { project_id: engagementId, items_attributes: [line(description, 1, 100)], version } },
        advisor.token,
      ),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("I-05 a draft is not sent once its project has ended", async () => {
  const ending = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId: ending, draft: true });
  const { completeEngagement } = await import("../engagements/actions.ts");
  await completeEngagement(server.context, customer.member, ending, {});
  expect((await server.call(contract.sendDraft, { params: { id }, body: {} }, advisor.token)).status).toBe(409);
});

test("I-10 page 2 differs from page 1, and total_count counts all", async () => {
  const busy = await setUp(server.context, await makeMember(server.context, "advisor"));
  const project = await makeEngagement(server.context, { advisor: busy, customer, status: "in_progress" });
  for (let index = 0; index < 12; index += 1)
    await makeInvoice(server.context, { advisor: busy, engagementId: project });
  const [one, two] = await Promise.all(
    [1, 2].map((page) => server.call(contract.listInvoices, { query: { page } }, busy.token)),
  );
  expect(one?.body.pagination).toEqual({ limit: 10, current: 1, total_count: 12 });
  expect([one?.body.entries.length, two?.body.entries.length]).toEqual([10, 2]);
  const numbers = [...(one?.body.entries ?? []), ...(two?.body.entries ?? [])].map((entry) => entry.number);
  expect(new Set(numbers).size).toBe(12);
  expect(numbers[0]).toBe("INV-0012");
});

test("I-11 only its advisor can withdraw a sent invoice, once, and it can then no longer be paid", async () => {
  const id = await makeInvoice(server.context, { advisor, engagementId });
  expect((await server.call(contract.withdrawInvoice, { params: { id } }, customer.token)).status).toBe(404);
  expect((await server.call(contract.withdrawInvoice, { params: { id } }, advisor.token)).body.status).toBe("void");
  expect((await server.call(contract.withdrawInvoice, { params: { id } }, advisor.token)).status).toBe(409);
  const refused = await server.call(contract.payInvoice, { params: { id } }, customer.token);
  expect([refused.status, refused.errors]).toEqual([409, { base: ["This invoice was withdrawn."] }]);
});

test("I-11 I-10 an invoice shows both parties as of the day of sending, a draft their current data", async () => {
  const [seller, buyer] = [
    await setUp(server.context, await makeMember(server.context, "advisor", { name: "Owen Price" })),
    await setUp(
      server.context,
      await makeMember(server.context, "customer", { name: "Maeve Doyle", companyName: "Old & Co" }),
    ),
  ];
  const project = await makeEngagement(server.context, { advisor: seller, customer: buyer, status: "in_progress" });
  const make = (draft: boolean) => makeInvoice(server.context, { advisor: seller, engagementId: project, draft });
  const [sent, draft] = [await make(false), await make(true)];
  const move = (id: number, values: Partial<typeof profiles.$inferInsert>) =>
    server.context.db.update(profiles).set(values).where(eq(profiles.memberId, id));
  await move(seller.id, { name: "Owen Price-Jones", address1: "1 New Street" });
  await move(buyer.id, { companyName: "New & Co", postcode: "M1 1AE" });
  const named = async (id: number) => {
    const { advisor: from, customer: to } = (await read(id, seller.token)).body;
    return [from.profile.name, from.company.address_1, to.profile.name, to.company.company_name, to.company.postcode];
  };
  const after = ["Owen Price-Jones", "1 New Street", "Maeve Doyle", "New & Co", "M1 1AE"];
  expect(await named(sent)).toEqual(["Owen Price", null, "Maeve Doyle", "Old & Co", null]);
  expect(await named(draft)).toEqual(after);
  await server.call(contract.sendDraft, { params: { id: draft }, body: {} }, seller.token);
  await move(seller.id, { name: "Owen Jones" });
  expect(await named(draft)).toEqual(after);
  const listed = (await server.call(contract.listInvoices, { query: { list: "sent" } }, buyer.token)).body.entries;
  expect(listed.map(({ advisor: { profile } }) => profile.name)).toEqual(["Owen Price-Jones", "Owen Price"]);
});

test("I-11 the PDF is tagged, in British English, and named by its number", async () => {
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const { number } = (await read(id, customer.token)).body;
  const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, {
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${number}.pdf"`);
  const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  expect(text.startsWith("%PDF-1.7")).toBe(true);
  for (const mark of [
    "/Lang (en-GB)",
    "/Marked true",
    "/StructTreeRoot",
    "/S /TH",
    "/S /TD",
    "pdfuaid:part",
    "/DisplayDocTitle true",
  ])
    expect(text).toContain(mark);
});
