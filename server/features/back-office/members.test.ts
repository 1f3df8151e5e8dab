import { listStaffActs } from "@plumbline/contract/audit/contract.ts";
import * as members from "@plumbline/contract/back-office/members.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();

/** An advisor and a customer with an engagement, a paid invoice, messages and a review. */
async function worked() {
  const { context } = server;
  const advisor = await makeMember(context, "advisor", { name: "Owen Price" });
  const customer = await setUp(context, await makeMember(context, "customer", { name: "Ines Costa" }));
  await connectPayouts(context, advisor);
  await payMembership(context, customer);
  const engagementId = await makeEngagement(context, { advisor, customer, status: "completed", name: "Board pack" });
  const invoiceId = await makeInvoice(context, { advisor, engagementId: await running(advisor, customer) });
  await makePaid(context, customer, invoiceId);
  await makeReview(context, { engagementId, customer, rating: 4, body: "Clear and quick." });
  const message = { receiver_id: advisor.id, message: { body: "A secret between the two of us." } };
  await server.call(sendMessage, { body: message }, customer.token);
  await server.settle();
  return { advisor, customer, engagementId, invoiceId };
}
const running = (advisor: Awaited<ReturnType<typeof makeMember>>, customer: typeof advisor) =>
  makeEngagement(server.context, { advisor, customer, status: "in_progress", name: "Finance function" });

test("G-21 a member's page shows both parties what they have earned and paid, and each tab its rows", async () => {
  const { advisor, customer, invoiceId } = await worked();
  const { token } = await makeStaff(server.context, { role: "support" });
  const page = async (id: number) => (await server.call(members.readMember, { params: { id } }, token)).body;
  const [his, hers] = [await page(advisor.id), await page(customer.id)];
  expect(his).toMatchObject({
    name: "Owen Price",
    state: "active",
    payouts: { payable: true },
    counts: { engagements: 2, conversations: 1, reviews: 1, notes: 0 },
    application: { id: advisor.id, decision: "approved" },
  });
  expect(his.money.paid).toBeGreaterThan(0);
  expect(his.money.commission).toBeCloseTo(his.money.paid / 10, 2);
  expect(hers.money).toEqual(his.money);
  expect(hers.membership?.status).toBe("active");
  const params = { params: { id: advisor.id } };
  const tabs = await Promise.all([
    server.call(members.listMemberEngagements, params, token),
    server.call(members.listMemberInvoices, params, token),
    server.call(members.listMemberConversations, params, token),
    server.call(members.listMemberReviews, params, token),
    server.call(members.listMemberMails, params, token),
    server.call(members.listMemberSessions, params, token),
  ]);
  const [engagements, invoices, conversations, reviews, mails, sessions] = tabs.map(({ body }) => body.entries);
  expect(engagements).toMatchObject([{ name: "Finance function" }, { name: "Board pack", other: "Ines Costa" }]);
  expect(invoices).toMatchObject([{ id: invoiceId, number: "INV-0001", status: "Completed" }]);
  expect(conversations).toMatchObject([{ other: "Ines Costa", messages: 2 }]);
  expect(reviews).toMatchObject([{ engagement: "Board pack", body: "Clear and quick." }]);
  expect(mails).not.toEqual([]);
  expect(sessions).not.toEqual([]);
  expect(JSON.stringify([his, ...tabs.map(({ body }) => body)])).not.toContain("A secret between");
});

test("G-21 a page of somebody who is no member is a 404", async () => {
  const staff = await makeStaff(server.context);
  for (const id of [staff.id, 2 ** 31 - 1]) {
    expect((await server.call(members.readMember, { params: { id } }, staff.token)).status).toBe(404);
    expect((await server.call(members.readMemberTimeline, { params: { id } }, staff.token)).status).toBe(404);
    const note = { params: { id }, body: { body: "Hello" } };
    expect((await server.call(members.writeMemberNote, note, staff.token)).status).toBe(404);
  }
});

test("G-22 the timeline holds what happened to a member, their work and their invoices, by filters and pages, once each", async () => {
  const { advisor } = await worked();
  const { token } = await makeStaff(server.context);
  const read = async (query: object = {}) =>
    (await server.call(members.readMemberTimeline, { params: { id: advisor.id }, query }, token)).body;
  const all = await read();
  const titles = all.entries.map(({ title }) => title);
  for (const title of ["INV-0001 paid", "Engagement accepted", "Review written", "Applied", "Payout account ready"])
    expect(titles).toContain(title);
  expect(titles.some((title) => title.startsWith("Mail: "))).toBe(true);
  const kindsIn = async (kind: string) => (await read({ kind })).entries.map((entry) => entry.kind.split(".")[0]);
  expect(new Set(await kindsIn("money"))).toEqual(new Set(["invoice", "payouts"]));
  expect(new Set(await kindsIn("engagements"))).toEqual(new Set(["engagement", "conversation"]));
  expect(new Set(await kindsIn("mail"))).toEqual(new Set(["mail"]));
  expect(await kindsIn("staff")).toEqual([]);
  // More than a page: everything once, in order.
  const note = { params: { id: advisor.id }, body: { body: "Rang." } };
  for (let written = 0; written < 40; written++) await server.call(members.writeMemberNote, note, token);
  const keys: string[] = [];
  let next: object | null = {};
  while (next) {
    const page: Awaited<ReturnType<typeof read>> = await read(next);
    keys.push(...page.entries.map(({ key }) => key));
    next = page.next;
  }
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toHaveLength(all.entries.length + (all.next ? 0 : 40));
  expect(await kindsIn("staff")).toHaveLength(30);
});

test("G-23 notes are staff's: written, changed by their author alone, and found in no answer to the member", async () => {
  const customer = await makeMember(server.context, "customer");
  const [one, other] = [await makeStaff(server.context, { name: "Ada Lind" }), await makeStaff(server.context)];
  const params = { id: customer.id };
  expect((await server.call(members.writeMemberNote, { params, body: { body: " " } }, one.token)).status).toBe(422);
  const written = await server.call(members.writeMemberNote, { params, body: { body: "Rang twice." } }, one.token);
  expect(written.body).toMatchObject({ body: "Rang twice.", author: "Ada Lind", own: true, edited_at: null });
  const edit = { params: { id: written.body.id }, body: { body: "Rang three times." } };
  expect((await server.call(members.editMemberNote, edit, other.token)).status).toBe(409);
  expect((await server.call(members.editMemberNote, edit, one.token)).body.edited_at).not.toBeNull();
  const { body } = await server.call(members.listMemberNotes, { params }, other.token);
  expect(body.entries).toMatchObject([{ body: "Rang three times.", own: false }]);
  expect((await server.call(members.listMemberNotes, { params }, customer.token)).status).toBe(404);
  await server.settle();
  const acts = await server.call(listStaffActs, {}, customer.token);
  expect(acts.status).toBe(200);
  expect(JSON.stringify(acts.body)).not.toMatch(/Rang|note/);
});

test("G-24 members are listed newest first, filtered by role, state, days and words, and downloaded as CSV", async () => {
  const { context } = server;
  const names = ["Calla One", "Calla Two", "Calla Three"];
  for (const [index, name] of names.entries())
    await makeMember(context, index === 1 ? "customer" : "advisor", { name, joinedDaysAgo: 400 + index });
  const { token } = await makeStaff(context);
  const list = async (query: object) =>
    (await server.call(members.listMembers, { query }, token)).body.entries.map(({ name }) => name);
  expect(await list({ q: "calla" })).toEqual(names);
  expect(await list({ q: "calla", role: "advisor" })).toEqual(["Calla One", "Calla Three"]);
  expect(await list({ q: "calla", state: "rejected" })).toEqual([]);
  expect(await list({ q: "tall finc", role: "customer" })).toContain("Calla Two");
  const { body } = await server.call(members.listMembers, { query: { q: "calla two" } }, token);
  const day = dayInLondon(new Date(body.entries[0]?.joined_at as string));
  expect(await list({ from: day, to: day })).toEqual(["Calla Two"]);
  const [first] = (await server.call(members.listMembers, { query: { q: "calla" } }, token)).body.entries;
  expect(await list({ q: "calla", after: first?.id })).toEqual(names.slice(1));
  const csv = await fetch(`${server.url}/api/back-office/members.csv?q=calla&role=advisor`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("Name,Company name,Email");
});
