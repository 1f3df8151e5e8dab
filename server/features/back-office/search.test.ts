import { searchEverything } from "@plumbline/contract/back-office/search.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();

async function find(q: string) {
  const { token } = await makeStaff(server.context, { role: "support" });
  const { body } = await server.call(searchEverything, { query: { q } }, token);
  return body.entries;
}
const named = async (q: string) => (await find(q)).map(({ kind, title }) => `${kind} ${title}`);

test("G-20 staff find a member by the beginnings of their name, company and address, whatever case and accents", async () => {
  const who = { name: "Zoë Ashdown", companyName: "Ashdown Cycles", email: "z.ashdown@velos.test" };
  const { id } = await makeMember(server.context, "customer", who);
  for (const typed of ["zoe ash", "ASHD cyc", "velos", "z.ashdown@velos.test", `#${id}`, `${id}`])
    expect([typed, await named(typed)]).toEqual([typed, ["member Zoë Ashdown"]]);
  expect(await named("z")).toEqual([]);
  expect(await named("ashdowne")).toEqual([]);
  expect(await named("' | :* & !")).toEqual([]);
});

test("G-20 a whole word is found before words that begin with it, and staff are not members", async () => {
  for (let made = 0; made < 7; made++) await makeMember(server.context, "advisor", { name: `Quill${made}er Pane` });
  await makeMember(server.context, "advisor", { name: "Quill Pane" });
  await makeStaff(server.context, { name: "Quill Staff" });
  const found = await named("quill");
  expect(found).toContain("member Quill Pane");
  expect(found).toHaveLength(5);
  expect(await named("quill staff")).toEqual([]);
});

test("G-20 staff find an invoice by number, by number and name, by id and by the provider's ids", async () => {
  const { context } = server;
  const advisor = await makeMember(context, "advisor", { name: "Bertil Nagy" });
  const customer = await makeMember(context, "customer", { name: "Wren Callowick" });
  await connectPayouts(context, advisor);
  await payMembership(context, customer);
  const engagementId = await makeEngagement(context, {
    advisor,
    customer,
    status: "in_progress",
    name: "Pantograph review",
  });
  const id = await makeInvoice(context, { advisor, engagementId });
  await makePaid(context, customer, id);
  const draft = await makeInvoice(context, { advisor, engagementId, draft: true });
  await server.settle();
  const invoice = `invoice INV-0001 · #${id}`;
  for (const typed of ["INV-0001 bertil", "inv 1 callow", "bertil INV-1"])
    expect([typed, await named(typed)]).toEqual([typed, [invoice]]);
  expect(await named("INV-0001")).toContain(invoice);
  expect(await named(String(id))).toContain(invoice);
  expect((await named(String(draft))).filter((each) => each.endsWith(`#${draft}`))).toEqual([]);
  expect(await named("pantog")).toEqual(["engagement Pantograph review"]);
  const payment = await context.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.invoiceId, id) });
  expect(await named(payment?.intentId as string)).toEqual([invoice]);
  const membership = await context.db.query.memberships.findFirst({
    where: (row, { eq }) => eq(row.memberId, customer.id),
  });
  for (const theirs of [membership?.providerCustomerId, membership?.subscriptionId])
    expect(await named(theirs as string)).toEqual(["member Wren Callowick"]);
  const account = await context.db.query.payoutAccounts.findFirst({
    where: (row, { eq }) => eq(row.memberId, advisor.id),
  });
  expect(await find(account?.accountId as string)).toMatchObject([{ kind: "member", id: advisor.id, exact: true }]);
  expect(await named("pi_unknown")).toEqual([]);
});
