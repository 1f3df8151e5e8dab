import { acceptProject } from "@plumbline/contract/engagements/contract.ts";
import { createInvoice } from "@plumbline/contract/invoices/contract.ts";
import { listMessages, sendMessage } from "@plumbline/contract/messages/contract.ts";
import * as reports from "@plumbline/contract/reports/contract.ts";
import { removedText } from "@plumbline/contract/reports/rules.ts";
import * as sanctions from "@plumbline/contract/sanctions/contract.ts";
import { nothingNew, sanctionTexts } from "@plumbline/contract/sanctions/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

// Incidents of a first fortnight that concern fairness, each solved through calls alone.

const server = testServer();
let rosalind: Person;
let ben: Person;
let callum: Person;

beforeAll(async () => {
  rosalind = await makeStaff(server.context, { name: "Rosalind Hale" });
  ben = await makeStaff(server.context, { name: "Ben Rowe", role: "operations" });
  callum = await makeStaff(server.context, { name: "Callum Reid", role: "support" });
});

const member = async (role: "customer" | "advisor") => setUp(server.context, await makeMember(server.context, role));
const decided = {
  grounds: "harassment",
  reason: "You insulted a member.",
  next_steps: "We look again in a month.",
} as const;
const decide = (by: Person, id: number, act: "warn" | "restrict" | "suspend") =>
  server.call(sanctions.imposeSanction, { params: { id }, body: { act, ...decided } }, by.token);
const own = async ({ token }: Person) => (await server.call(sanctions.listOwnSanctions, {}, token)).body;

test("G-63 G-64 an advisor insults a customer: she reports the message, support takes it, and its text is gone for both", async () => {
  const [customer, advisor] = [await member("customer"), await member("advisor")];
  await converse(server.context, [
    [customer, advisor, "I have found somebody else, thank you."],
    [advisor, customer, "You will regret that, you zqfool."],
  ]);
  const read = async (reader: Person, other: Person) =>
    (await server.call(listMessages, { query: { receiver_id: other.id } }, reader.token)).body.entries.at(-1);
  const insult = await read(customer, advisor);
  const body = {
    kind: "message" as const,
    id: insult?.id as number,
    conversation_id: insult?.conversation_id as number,
    grounds: "harassment" as const,
    words: "He threatens me.",
  };
  const made = await server.call(reports.makeReport, { body }, customer.token);
  const params = { id: made.body.id };
  await server.call(reports.assignReport, { params, body: { mine: true } }, callum.token);
  const { reason, next_steps } = decided;
  const done = await server.call(
    reports.decideReport,
    { params, body: { act: "remove", answer: "It is gone, and he has been told.", reason, next_steps } },
    callum.token,
  );
  expect(done.status).toBe(200);
  for (const [reader, other] of [
    [customer, advisor],
    [advisor, customer],
  ] as const)
    expect((await read(reader, other))?.body).toBe(removedText("message", reason));
});

test("G-60 G-61 a harasser is suspended in the middle of an engagement: it is finished and invoiced, and nothing new begins", async () => {
  const [customer, advisor] = [await member("customer"), await member("advisor")];
  const running = await makeEngagement(server.context, { customer, advisor, status: "in_progress" });
  const proposed = await makeEngagement(server.context, { customer, advisor, status: "proposed" });
  expect((await decide(ben, advisor.id, "suspend")).status).toBe(201);
  const items_attributes = [{ description: "The rest", quantity: 1, unit_price: 900, amount: 900 }];
  const invoice = { body: { project_id: running, items_attributes } };
  expect((await server.call(createInvoice, invoice, advisor.token)).status).toBe(201);
  const taken = await server.call(acceptProject, { params: { id: proposed }, body: {} }, customer.token);
  expect([taken.status, taken.errors]).toEqual([409, { base: [sanctionTexts.counterpartAway] }]);
});

test("G-61 a customer who floods advisors with requests is restricted: she goes on with her own, and starts no conversation", async () => {
  const [customer, known, stranger] = [await member("customer"), await member("advisor"), await member("advisor")];
  await converse(server.context, [[customer, known, "Good morning."]]);
  await decide(ben, customer.id, "restrict");
  const write = (to: Person) =>
    server.call(sendMessage, { body: { receiver_id: to.id, message: { body: "Are you free?" } } }, customer.token);
  expect((await write(known)).status).toBe(201);
  const refused = await write(stranger);
  expect([refused.status, refused.errors]).toEqual([409, { base: [nothingNew("restricted")] }]);
});

test("G-62 a suspension was a mistake: the advisor appeals, the one who suspended may not decide, a colleague lifts it", async () => {
  const advisor = await member("advisor");
  await decide(ben, advisor.id, "suspend");
  const id = (await own(advisor)).entries[0]?.id as number;
  const text = "That was another person of my name.";
  const { body } = await server.call(sanctions.makeAppeal, { params: { id }, body: { text } }, advisor.token);
  const verdict = {
    params: { id: body.appeal?.id as number },
    body: { outcome: "lifted", answer: "So it was." } as const,
  };
  expect((await server.call(sanctions.decideAppeal, verdict, ben.token)).status).toBe(409);
  expect((await server.call(sanctions.decideAppeal, verdict, rosalind.token)).status).toBe(200);
  expect((await own(advisor)).standing).toBe("open");
});

test("G-62 somebody is suspended again while an appeal waits: the appeal ends the first decision, and the second stays", async () => {
  const advisor = await member("advisor");
  await decide(ben, advisor.id, "suspend");
  const id = (await own(advisor)).entries[0]?.id as number;
  const { body } = await server.call(
    sanctions.makeAppeal,
    { params: { id }, body: { text: "I have apologised to her." } },
    advisor.token,
  );
  const reopened = { params: { id: advisor.id }, body: { reason: "She accepts the apology." } };
  await server.call(sanctions.reopenMember, reopened, ben.token);
  await decide(ben, advisor.id, "suspend");
  const verdict = { outcome: "lifted", answer: "The first was too much." } as const;
  const params = { id: body.appeal?.id as number };
  expect((await server.call(sanctions.decideAppeal, { params, body: verdict }, rosalind.token)).status).toBe(200);
  const after = await own(advisor);
  expect([after.standing, ...after.entries.map(({ end }) => end)]).toEqual(["suspended", null, "lifted"]);
});

test("G-63 a competitor reports a profile out of spite: it is closed without action, and its author never hears of it", async () => {
  const [customer, advisor] = [await member("customer"), await member("advisor")];
  const body = { kind: "profile", id: advisor.id, grounds: "other", words: "I do not like the photo." } as const;
  const made = await server.call(reports.makeReport, { body }, customer.token);
  const params = { id: made.body.id };
  const answer = "The photo breaks no rule, so it stays.";
  await server.call(reports.decideReport, { params, body: { act: "no_action", answer } }, callum.token);
  const mine = await server.call(reports.listOwnReports, {}, customer.token);
  expect(mine.body[0]).toMatchObject({ outcome: "no_action", answer });
  expect((await own(advisor)).entries).toEqual([]);
  expect((await server.mailsTo(advisor.email)).map(({ subject }) => subject).join()).not.toMatch(/report/i);
});
