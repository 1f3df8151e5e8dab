import * as contract from "@plumbline/contract/invoices/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld();
let advisor: Person;
let customer: Person;
let engagementId: number;

beforeAll(async () => {
  advisor = await setUp(world.house, await makeMember(world.house, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(world.house, advisor);
  customer = await setUp(world.house, await makeMember(world.house, "customer", { name: "Priya Raman" }));
  await payMembership(world.house, customer);
  engagementId = await makeEngagement(world.house, { advisor, customer, status: "in_progress" });
});

const read = (token: string | null, id = engagementId) =>
  world.call(contract.projectInvoices, { params: { id } }, token);

test("E-20 I-13 what was invoiced on an engagement is for its two parties", async () => {
  expect((await read(null)).status).toBe(401);
  const stranger = await setUp(world.house, await makeMember(world.house, "customer"));
  expect((await read(stranger.token)).status).toBe(404);
  expect((await read(customer.token, 999_999)).status).toBe(404);
  expect((await read(customer.token)).body).toEqual({ invoiced: 0, paid: 0, entries: [] });
});

test("E-20 I-12 drafts stay the advisor's own; what is sent, paid and withdrawn is told and summed for both", async () => {
  const invoice = (pounds: number, draft = false) =>
    makeInvoice(world.house, { advisor, engagementId, lines: [["A week", 1, pounds]], draft });
  await invoice(50, true);
  const paid = await invoice(100);
  await makePaid(world.house, customer, paid);
  const open = await invoice(20.5);
  const withdrawn = await invoice(7);
  await world.call(contract.withdrawInvoice, { params: { id: withdrawn } }, advisor.token);
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
