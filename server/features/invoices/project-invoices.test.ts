import * as contract from "@plumbline/contract/invoices/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let advisor: Person;
let customer: Person;
let engagementId: number;

beforeAll(async () => {
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(server.context, advisor);
  customer = await setUp(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }));
  await payMembership(server.context, customer);
  engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
});

const read = (token: string | null, id = engagementId) =>
  server.call(contract.projectInvoices, { params: { id } }, token);

test("E-20 I-13 an engagement's invoices are visible to its two parties only", async () => {
  expect((await read(null)).status).toBe(401);
  const stranger = await setUp(server.context, await makeMember(server.context, "customer"));
  expect((await read(stranger.token)).status).toBe(404);
  expect((await read(customer.token, 999_999)).status).toBe(404);
  expect((await read(customer.token)).body).toEqual({
    agreed: 15000,
    invoiced: 0,
    left: 15000,
    beyond: 0,
    paid: 0,
    claimed: 0,
    entries: [],
  });
});

test("E-20 I-12 drafts are left out; sent, paid and withdrawn invoices are listed and summed for both parties", async () => {
  const invoice = (pounds: number, draft = false) =>
    makeInvoice(server.context, { advisor, engagementId, lines: [["A week", 1, pounds]], draft });
  await invoice(50, true);
  const paid = await invoice(100);
  await makePaid(server.context, customer, paid);
  const open = await invoice(20.5);
  const withdrawn = await invoice(7);
  await server.call(contract.withdrawInvoice, { params: { id: withdrawn } }, advisor.token);
  for (const { token } of [advisor, customer]) {
    const { invoiced, paid: received, entries } = (await read(token)).body;
    expect([invoiced, received]).toEqual([120.5, 100]);
    expect(
      entries.map(({ id, total, status, history }) => [
        id,
        total,
        status,
        history.map(({ action, by }) => [action, by]),
      ]),
    ).toEqual([
      [
        withdrawn,
        7,
        "void",
        [
          ["sent", advisor.id],
          ["void", advisor.id],
        ],
      ],
      [open, 20.5, "sent", [["sent", advisor.id]]],
      [
        paid,
        100,
        "Completed",
        [
          ["sent", advisor.id],
          ["paid", customer.id],
        ],
      ],
    ]);
  }
});

test("decision 18 an invoice beyond the agreed total is taken, and both parties read by how much", async () => {
  const id = await makeEngagement(server.context, { advisor, customer, status: "in_progress", fee: 100, units: 2 });
  const sums = async (token: string) => {
    const { agreed, invoiced, left, beyond } = (await read(token, id)).body;
    return { agreed, invoiced, left, beyond };
  };
  expect(await sums(customer.token)).toEqual({ agreed: 200, invoiced: 0, left: 200, beyond: 0 });
  for (const [pounds, left, beyond] of [
    [150, 50, 0],
    [50.01, 0, 0.01],
  ] as const) {
    const invoice = { project_id: id, items_attributes: [{ description: "Work", quantity: 1, unit_price: pounds }] };
    const sent = await server.call(contract.createInvoice, { body: invoice }, advisor.token);
    expect(sent.status).toBe(201);
    for (const { token } of [advisor, customer]) expect(await sums(token)).toMatchObject({ left, beyond });
  }
});
