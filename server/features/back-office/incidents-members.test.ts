import { createPassword } from "@plumbline/contract/accounts/contract.ts";
import { listStaffActs } from "@plumbline/contract/audit/contract.ts";
import { approveApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import * as members from "@plumbline/contract/back-office/members.ts";
import * as queue from "@plumbline/contract/back-office/queue.ts";
import { searchEverything } from "@plumbline/contract/back-office/search.ts";
import { lookAsMember } from "@plumbline/contract/back-office/view-as.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { payInvoice, readInvoice } from "@plumbline/contract/invoices/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { converse } from "../../demo/messages.ts";
import { applyVerified, freshEmail, makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

// Incidents of a first fortnight that concern applicants and members, each solved through calls alone.

const server = testServer();
let rosalind: Person;
let ben: Person;

beforeAll(async () => {
  rosalind = await makeStaff(server.context, { name: "Rosalind Hale" });
  ben = await makeStaff(server.context, { name: "Ben Rowe", role: "operations" });
});

async function applicant(name = "Tom Ashdown", role: Role = "advisor") {
  const email = freshEmail("applicant");
  return { id: await applyVerified(server.context, role, { email, name }), email };
}
const member = async (role: Role, name?: string) =>
  setUp(server.context, await makeMember(server.context, role, name === undefined ? {} : { name }));
const by = { params: { id: 0 }, body: { reason: "As agreed." } };
const decide = (how: typeof approveApplication | typeof rejectApplication, id: number, reason = "A good fit.") =>
  server.call(how, { params: { id }, body: { reason } }, rosalind.token);
const undo = (id: number) => server.call(queue.undoDecision, { ...by, params: { id } }, ben.token);
const find = async (q: string) =>
  (await server.call(searchEverything, { query: { q } }, ben.token)).body.entries.map(({ title }) => title);

test("G-29 the wrong Tom was rejected: it is undone, he reads so, and is approved", async () => {
  const [wrong, right] = [await applicant("Tom Ashdown"), await applicant("Tom Ashton")];
  await decide(rejectApplication, wrong.id, "No references.");
  expect((await undo(wrong.id)).body.state).toBe("pending_review");
  expect((await decide(approveApplication, wrong.id)).status).toBe(200);
  expect((await decide(rejectApplication, right.id, "No references.")).status).toBe(200);
  const texts = (await server.mailsTo(wrong.email)).map(({ text }) => text);
  expect(texts.some((text) => text.includes("As agreed."))).toBe(true);
});

test("G-29 an approval was meant for somebody else: undone in time, its link creates no password", async () => {
  const { id, email } = await applicant();
  await decide(approveApplication, id);
  const links = (await server.mailsTo(email)).flatMap((mail) => mail.links);
  const token = new URL(links.find((link) => link.includes("create-password")) as string).searchParams.get("token");
  await undo(id);
  const body = { reset_password_token: token as string, password: "a long passphrase" };
  expect((await server.call(createPassword, { params: { role: "advisors" }, body }, null)).status).toBe(422);
});

test("G-27 a newspaper wrote about us and a dozen apply for fun: they are rejected in one call, each with the reason", async () => {
  const fun = await Promise.all(Array.from({ length: 12 }, () => applicant("Pat Prank", "customer")));
  const body = { ids: fun.map(({ id }) => id), decision: "rejected" as const, reason: "Not a company." };
  const { decided, failed } = (await server.call(queue.decideSeveral, { body }, ben.token)).body;
  expect([decided.length, failed]).toEqual([12, []]);
  expect((await server.mailsTo(fun[11]?.email as string))[0]?.text).toContain("Not a company.");
});

test("G-25 who waits longer than we promised? The queue says, oldest first", async () => {
  const late = await applicant("Wilma Waits");
  server.clock.advance(6 * dayMs);
  const early = await applicant("Wilma Early");
  const query = { age: "overdue" as const, q: "wilma" };
  const read = async () => (await server.call(queue.listQueue, { query }, ben.token)).body.entries.map(({ id }) => id);
  expect(await read()).toEqual([late.id]);
  expect(await read()).not.toContain(early.id);
});

test("G-28 an applicant forgot to say whom they have advised: asked on Friday, answered on Monday, our promise waits", async () => {
  const { id, email } = await applicant();
  const question = "Which firms have you advised?";
  await server.call(queue.askApplicant, { params: { id }, body: { question } }, ben.token);
  const [link] = (await server.mailsTo(email))
    .flatMap(({ links }) => links)
    .filter((one) => one.includes("/application/"));
  server.clock.advance(3 * dayMs);
  const read = async () => (await server.call(queue.readCase, { params: { id } }, ben.token)).body;
  expect(await read()).toMatchObject({ waiting_since: null, overdue: false });
  const token = new URL(link as string).pathname.split("/").at(-1) as string;
  await server.call(queue.answerQuestion, { params: { token }, body: { answer: "Two breweries." } }, null);
  expect(await read()).toMatchObject({ answer: "Two breweries.", overdue: false });
});

test("G-30 a company number belongs to somebody else: the failed check stands beside the application for every colleague", async () => {
  const { id } = await applicant("Nina Number", "customer");
  const body = { kind: "company_number" as const, result: "failed" as const, note: "Dissolved in 2019." };
  await server.call(queue.recordCheck, { params: { id }, body }, ben.token);
  const { checks } = (await server.call(queue.readCase, { params: { id } }, rosalind.token)).body;
  expect(checks).toMatchObject([{ ...body, by: "Ben Rowe" }]);
});

test("G-26 a colleague falls ill: what they had taken is theirs until they put it back, and can be decided all the same", async () => {
  const { id } = await applicant();
  await server.call(queue.assignApplication, { params: { id }, body: { to: "me" } }, ben.token);
  const take = { params: { id }, body: { to: "me" as const } };
  expect((await server.call(queue.assignApplication, take, rosalind.token)).status).toBe(409);
  expect((await decide(approveApplication, id)).status).toBe(200);
});

test("G-20 somebody rings about an invoice and knows its number: it is found, and so is who sent it by a part of the name", async () => {
  const [advisor, customer] = [await member("advisor", "Quentin Xavery"), await member("customer")];
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const { number } = (await server.call(readInvoice, { params: { id } }, customer.token)).body;
  expect((await find(number as string))[0]).toContain(number as string);
  expect(await find("xaver")).toContain("Quentin Xavery");
});

test("G-20 a mail bounces and all we have is the address, in capitals: it leads to the member", async () => {
  const customer = await member("customer", "Bea Bounced");
  expect(await find(customer.email.toUpperCase())).toEqual(["Bea Bounced"]);
});

test("G-18 a customer cannot find the button to pay: support looks with her eyes, can press nothing, and she reads of it", async () => {
  const [advisor, customer] = [await member("advisor"), await member("customer")];
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const look = { params: { id: customer.id }, body: { reason: "She cannot find how to pay." } };
  const { access_token: token } = (await server.call(lookAsMember, look, ben.token)).body;
  expect((await server.call(readInvoice, { params: { id } }, token)).body.allowed_actions).toContain("accept");
  expect((await server.call(payInvoice, { params: { id } }, token)).status).toBe(409);
  await server.settle();
  const acts = (await server.call(listStaffActs, {}, customer.token)).body;
  expect(JSON.stringify(acts)).toContain("She cannot find how to pay.");
});

test("G-22 two colleagues speak with the same member: the second reads the first one's note, and only its author changes it", async () => {
  const customer = await member("customer");
  const written = { params: { id: customer.id }, body: { body: "Promised a call on Tuesday." } };
  const { id } = (await server.call(members.writeMemberNote, written, ben.token)).body;
  const notes = await server.call(members.listMemberNotes, { params: { id: customer.id } }, rosalind.token);
  expect(notes.body.entries).toMatchObject([{ author: "Ben Rowe", body: "Promised a call on Tuesday.", own: false }]);
  const edit = { params: { id }, body: { body: "Promised nothing." } };
  expect((await server.call(members.editMemberNote, edit, rosalind.token)).status).toBe(409);
});

test("G-21 did they ever speak? Staff see with whom and how much, and never what was said", async () => {
  const [advisor, customer] = [await member("advisor", "Ivo Ivory"), await member("customer")];
  await converse(server.context, [[customer, advisor, "Between us: I may sell."]]);
  const answer = await server.call(members.listMemberConversations, { params: { id: customer.id } }, ben.token);
  expect(answer.body.entries).toMatchObject([{ other: "Ivo Ivory", messages: 1 }]);
  expect(JSON.stringify(answer.body)).not.toContain("I may sell");
});
