import { readProject } from "@plumbline/contract/engagements/contract.ts";
import { listConversations, listMessages, searchMessages } from "@plumbline/contract/messages/contract.ts";
import { readPublicProfile } from "@plumbline/contract/profiles/contract.ts";
import * as reports from "@plumbline/contract/reports/contract.ts";
import { removedText, reportTexts } from "@plumbline/contract/reports/rules.ts";
import { answerReview, listAdvisorReviews, listReviews } from "@plumbline/contract/reviews/contract.ts";
import { decideAppeal, listOwnSanctions, makeAppeal } from "@plumbline/contract/sanctions/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let staff: Person;
let colleague: Person;

beforeAll(async () => {
  staff = await makeStaff(server.context);
  colleague = await makeStaff(server.context);
});

const member = async (role: "customer" | "advisor") => setUp(server.context, await makeMember(server.context, role));
const pair = async () => ({ advisor: await member("advisor"), customer: await member("customer") });

type Body = Parameters<typeof server.call<typeof reports.makeReport>>[1]["body"];
const report = (person: Person, body: Pick<Body, "kind" | "id"> & Partial<Body>) =>
  server.call(
    reports.makeReport,
    { body: { grounds: "harassment", words: "This is not how we speak here.", ...body } },
    person.token,
  );
type Decision = Parameters<typeof server.call<typeof reports.decideReport>>[1]["body"];
const decide = (id: number, body: Decision, by = staff) =>
  server.call(reports.decideReport, { params: { id }, body }, by.token);
const removal = {
  act: "remove",
  answer: "We have removed it.",
  reason: "It insults a member.",
  next_steps: "Please write without insults.",
} as const;

/** A conversation in which the advisor has written something ugly, and that message. */
async function ugly() {
  const { advisor, customer } = await pair();
  await converse(server.context, [
    [customer, advisor, "Good morning."],
    [advisor, customer, "You are a zqfool."],
  ]);
  const page = async (person: Person, other: Person) =>
    (await server.call(listMessages, { query: { receiver_id: other.id } }, person.token)).body.entries;
  const last = (await page(customer, advisor)).at(-1);
  const thing = { kind: "message", id: last?.id as number, conversation_id: last?.conversation_id as number } as const;
  return { advisor, customer, thing, page };
}

test("G-63 what is unknown, one's own, a stranger's or a draft cannot be reported, and each is a 404", async () => {
  const { advisor, customer, thing } = await ugly();
  expect((await report(advisor, thing)).status).toBe(404);
  expect((await report(await member("customer"), thing)).status).toBe(404);
  expect((await report(customer, { ...thing, conversation_id: undefined })).status).toBe(404);
  expect((await report(customer, { kind: "profile", id: customer.id })).status).toBe(404);
  expect((await report(customer, { kind: "profile", id: (await member("customer")).id })).status).toBe(404);
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const draft = await makeInvoice(server.context, { advisor, engagementId, draft: true });
  expect((await report(customer, { kind: "invoice", id: draft })).status).toBe(404);
  expect((await report(customer, { kind: "invoice", id: 999_999 })).status).toBe(404);
  expect((await report(customer, { ...thing, words: " " })).errors).toEqual({ words: [reportTexts.words] });
});

test("G-63 the same thing is reported once while it waits, also of two reports at once", async () => {
  const { customer, thing } = await ugly();
  const both = await Promise.all([report(customer, thing), report(customer, thing)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("G-64 a removed message leaves a stub with its reason for both, in lists and searches, and its author may appeal", async () => {
  const { advisor, customer, thing, page } = await ugly();
  const made = await report(customer, thing);
  const seen = await server.call(reports.readReport, { params: { id: made.body.id } }, staff.token);
  expect(seen.body.context.around.map(({ text, reported }) => [text, reported])).toEqual([
    ["Good morning.", false],
    ["You are a zqfool.", true],
  ]);
  expect((await decide(made.body.id, { act: "remove", answer: "Gone." } as Decision)).errors).toHaveProperty("reason");
  const done = await decide(made.body.id, removal);
  expect([done.status, done.body.outcome, done.body.context.removed]).toEqual([200, "remove", true]);
  const stub = removedText("message", removal.reason);
  for (const [reader, other] of [
    [customer, advisor],
    [advisor, customer],
  ] as const) {
    expect((await page(reader, other)).at(-1)).toMatchObject({ body: stub, removed: { reason: removal.reason } });
    expect((await server.call(listConversations, {}, reader.token)).body[0]?.last_message?.body).toBe(stub);
    expect((await server.call(searchMessages, { query: { q: "zqfool" } }, reader.token)).body.entries).toEqual([]);
  }
  const [mail] = await server.mailsTo(advisor.email);
  expect(mail?.text).toContain(removal.reason);
  const told = (await server.mailsTo(customer.email))[0]?.text;
  expect(told).toContain("We have read your report of a message. We have removed it.");
  expect(told).toContain(removal.answer);
  expect((await server.mailsTo(advisor.email)).map(({ text }) => text).join()).not.toContain("reported");

  const own = await server.call(listOwnSanctions, {}, advisor.token);
  expect(own.body).toMatchObject({ standing: "open", entries: [{ kind: "removal", allowed_actions: ["appeal"] }] });
  expect(own.body.entries[0]?.evidence[0]?.text).toBe("You are a zqfool.");
  const id = own.body.entries[0]?.id as number;
  const appealed = await server.call(makeAppeal, { params: { id }, body: { text: "It was a joke." } }, advisor.token);
  const appealId = appealed.body.appeal?.id as number;
  const lifted = await server.call(
    decideAppeal,
    { params: { id: appealId }, body: { outcome: "lifted", answer: "It was." } },
    colleague.token,
  );
  expect(lifted.status).toBe(200);
  expect((await page(customer, advisor)).at(-1)).toMatchObject({ body: "You are a zqfool.", removed: null });
  const mine = await server.call(reports.listOwnReports, {}, customer.token);
  expect(mine.body[0]).toMatchObject({ outcome: "remove", lifted_at: expect.any(String) });
  expect((await server.mailsTo(customer.email)).map(({ text }) => text).join()).toContain(
    "The decision is lifted. What we had removed is back.",
  );
});

test("G-64 a removed review leaves a stub in public, and its rating no longer counts", async () => {
  const { advisor, customer } = await pair();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "completed" });
  const id = await makeReview(server.context, { engagementId, customer, rating: 1, body: "A zqcrook." });
  const made = await report(advisor, { kind: "review", id });
  expect((await decide(made.body.id, removal)).status).toBe(200);
  const { body } = await server.call(listAdvisorReviews, { params: { id: advisor.id } });
  expect(body).toMatchObject({ average: null, rating_count: 0 });
  expect(body.entries[0]).toMatchObject({
    body: removedText("review", removal.reason),
    removed: { reason: removal.reason },
  });
});

test("G-64 decision 26 a removed review is not answered: what stands in its place are our words, and an answer is given once", async () => {
  const { advisor, customer } = await pair();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "completed" });
  const id = await makeReview(server.context, { engagementId, customer, rating: 1, body: "A zqcrook." });
  const offered = async () => (await server.call(listReviews, { query: {} }, advisor.token)).body.entries[0];
  expect((await offered())?.allowed_actions).toEqual(["answer"]);
  const made = await report(advisor, { kind: "review", id });
  expect((await decide(made.body.id, removal)).status).toBe(200);
  expect((await offered())?.allowed_actions).toEqual([]);
  const project = await server.call(readProject, { params: { id: engagementId } }, advisor.token);
  expect(project.body.reviews[0]?.removed).toEqual({ reason: removal.reason });
  const answered = await server.call(answerReview, { params: { id }, body: { answer: "Not so." } }, advisor.token);
  expect([answered.status, answered.errors]).toEqual([
    409,
    { base: ["This review was removed, so it is not answered."] },
  ]);
});

test("G-64 a profile's texts are replaced by a stub for everybody who reads it", async () => {
  const { advisor, customer } = await pair();
  await server.context.db.execute(
    sql`update profiles set head_line = 'zqliar', description = 'zqliar' where member_id = ${advisor.id}`,
  );
  const made = await report(customer, { kind: "profile", id: advisor.id, grounds: "misleading" });
  expect((await decide(made.body.id, removal)).status).toBe(200);
  const profile = await server.call(
    readPublicProfile,
    { params: { role: "advisors", id: advisor.id } },
    customer.token,
  );
  expect(profile.body.profile).toMatchObject({ head_line: null, description: removedText("profile", removal.reason) });
  const again = await report(customer, { kind: "profile", id: advisor.id });
  expect((await decide(again.body.id, removal)).errors).toEqual({ base: [reportTexts.gone] });
  // Another reason makes another stub: lifting the first decision would not find its own any more.
  const otherwise = { ...removal, reason: "It says what is not so." };
  expect((await decide(again.body.id, otherwise)).errors).toEqual({ base: [reportTexts.gone] });
});

test("G-63 an invoice is never removed, and support staff may warn but not restrict", async () => {
  const { advisor, customer } = await pair();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const invoice = await makeInvoice(server.context, { advisor, engagementId });
  const support = await makeStaff(server.context, { role: "support" });
  const made = await report(customer, { kind: "invoice", id: invoice, grounds: "misleading" });
  const seen = await server.call(reports.readReport, { params: { id: made.body.id } }, support.token);
  expect(seen.body.allowed_acts).toEqual(["no_action", "warn"]);
  expect((await decide(made.body.id, removal)).status).toBe(409);
  expect((await decide(made.body.id, { ...removal, act: "restrict" }, support)).status).toBe(409);
  expect((await decide(made.body.id, { ...removal, act: "warn" }, support)).status).toBe(200);
  const own = await server.call(listOwnSanctions, {}, advisor.token);
  expect(own.body).toMatchObject({ standing: "open", entries: [{ kind: "warning" }] });
});

test("G-63 a report is one member of staff's at a time, and of two who decide at once one does", async () => {
  const { advisor, customer, thing } = await ugly();
  const { body } = await report(customer, thing);
  const take = (by: Person, mine = true) =>
    server.call(reports.assignReport, { params: { id: body.id }, body: { mine } }, by.token);
  const both = await Promise.all([take(staff), take(colleague)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ allowed_actions: ["decide"] });
  const decided = await Promise.all([
    decide(body.id, { act: "no_action", answer: "We see no insult." }),
    decide(body.id, { act: "no_action", answer: "We see no insult." }, colleague),
  ]);
  expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const mine = await server.call(reports.listOwnReports, {}, customer.token);
  expect(mine.body[0]).toMatchObject({ outcome: "no_action", answer: "We see no insult." });
  const [{ receiver } = {}] = (await server.call(listConversations, {}, customer.token)).body;
  const about = { kind: "message", thing_id: thing.id, author: { id: advisor.id, name: receiver?.name } };
  expect([body, mine.body[0]]).toMatchObject([about, about]);
});

test("G-65 the public counts are those of the tables, month by month, and change with each decision", async () => {
  const { customer, thing } = await ugly();
  const read = async () => (await server.call(reports.readTransparency, {})).body.months[0];
  const before = await read();
  const { body } = await report(customer, thing);
  await decide(body.id, { ...removal, act: "suspend" });
  await expect
    .poll(async () => {
      const now = await read();
      return [
        (now?.reports ?? 0) - (before?.reports ?? 0),
        (now?.report_ends.suspend ?? 0) - (before?.report_ends.suspend ?? 0),
        (now?.decisions.suspension ?? 0) - (before?.decisions.suspension ?? 0),
      ];
    })
    .toEqual([1, 1, 1]);
  const { rows } = await server.context.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from reports) reports, (select count(*)::int from appeals) appeals,
      (select count(*)::int from sanctions) decisions,
      (select count(*)::int from reports where outcome = 'remove') removed`);
  const months = (await server.call(reports.readTransparency, {})).body.months;
  const sum = (of: (month: (typeof months)[number]) => number) => months.reduce((total, month) => total + of(month), 0);
  expect(rows[0]).toEqual({
    reports: sum((month) => month.reports),
    appeals: sum((month) => month.appeals),
    decisions: sum(({ decisions }) => Object.values(decisions).reduce((total, times) => total + times, 0)),
    removed: sum((month) => month.report_ends.remove),
  });
});
