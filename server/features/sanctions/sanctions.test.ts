import { addDays, dayInLondon, dayMs } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as projects from "@plumbline/contract/engagements/contract.ts";
import { createInvoice } from "@plumbline/contract/invoices/contract.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { readOwnProfile, readPublicProfile } from "@plumbline/contract/profiles/contract.ts";
import { listAdvisorReviews } from "@plumbline/contract/reviews/contract.ts";
import * as sanctions from "@plumbline/contract/sanctions/contract.ts";
import { actRefusal, nothingNew, type Standing, sanctionTexts } from "@plumbline/contract/sanctions/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { routes } from "../../app.ts";
import { sessionsChanged } from "../../auth/members.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { requestName } from "../../testing/writing-request.ts";
import { writingRequests } from "../../testing/writing-requests.ts";
import { updateMember } from "../accounts/store.ts";
import { matchFactsOf } from "../matching/store.ts";
import { endDueSanctions } from "./actions.ts";

const server = testServer();
let staff: Person;
let colleague: Person;

beforeAll(async () => {
  staff = await makeStaff(server.context, { name: "Rosalind Hale" });
  colleague = await makeStaff(server.context, { name: "Tom Ashdown", role: "operations" });
});

const member = async (role: "customer" | "advisor") => setUp(server.context, await makeMember(server.context, role));
const pair = async () => ({ advisor: await member("advisor"), customer: await member("customer") });

/** Without a decision, for tests over all endpoints. */
async function setStanding(id: number, standing: Standing) {
  await updateMember(server.context.db, id, { standing });
  sessionsChanged(server.context, id);
}

type Given = Partial<Parameters<typeof server.call<typeof sanctions.imposeSanction>>[1]["body"]>;
const decision = {
  act: "restrict",
  grounds: "harassment",
  reason: "Three customers showed us your messages.",
  next_steps: "We look again in a month.",
} as const;
const impose = (id: number, given: Given = {}, by = staff) =>
  server.call(sanctions.imposeSanction, { params: { id }, body: { ...decision, ...given } }, by.token);
const reopen = (id: number, by = staff) =>
  server.call(sanctions.reopenMember, { params: { id }, body: { reason: "We were shown the whole story." } }, by.token);
const own = async ({ token }: Person) => (await server.call(sanctions.listOwnSanctions, {}, token)).body;
const appeal = (person: Person, id: number) =>
  server.call(
    sanctions.makeAppeal,
    { params: { id }, body: { text: "I was answering what they wrote to me." } },
    person.token,
  );
const decide = (
  id: number,
  body: Parameters<typeof server.call<typeof sanctions.decideAppeal>>[1]["body"],
  by: Person,
) => server.call(sanctions.decideAppeal, { params: { id }, body }, by.token);

test("G-60 a decision needs a reason and next steps, and its end must be in the future", async () => {
  const { id } = await member("advisor");
  expect((await impose(id, { reason: " " })).errors).toEqual({ reason: [sanctionTexts.reason] });
  expect((await impose(id, { next_steps: "" })).errors).toEqual({ next_steps: [sanctionTexts.nextSteps] });
  expect((await impose(id, { until: "2020-01-01" })).errors).toEqual({ until: [sanctionTexts.until] });
  expect((await impose(id, { untill: "2030-01-01" } as Given)).status).toBe(422);
  expect((await impose(staff.id)).status).toBe(404);
  expect((await impose(999_999)).status).toBe(404);
  const seen = await server.call(sanctions.listMemberSanctions, { params: { id } }, staff.token);
  expect(seen.body).toMatchObject({ standing: "open", entries: [], allowed_actions: ["warn", "restrict", "suspend"] });
});

test("G-60 evidence is the member's own: an engagement of others is refused, one of theirs is quoted and linked", async () => {
  const { advisor, customer } = await pair();
  const theirs = await makeEngagement(server.context, { advisor, customer, status: "in_progress", name: "Board pack" });
  const { id } = await member("advisor");
  const foreign = await impose(id, { evidence: [{ kind: "engagement", id: theirs }] });
  expect([foreign.status, foreign.errors]).toEqual([422, { "evidence.0": [sanctionTexts.evidence] }]);
  const done = await impose(advisor.id, { evidence: [{ kind: "engagement", id: theirs }] });
  expect(done.status).toBe(201);
  expect((await own(advisor)).entries[0]?.evidence).toEqual([
    { kind: "engagement", label: "Engagement “Board pack”", text: "Board pack", path: `/project/${theirs}` },
  ]);
});

test("G-60 the member reads the reason and what happens next, not who decided, and is told by mail", async () => {
  const advisor = await member("advisor");
  const imposed = await impose(advisor.id, { act: "suspend" });
  expect(imposed.body).toMatchObject({ standing: "suspended", allowed_actions: ["reopen"] });
  expect(imposed.body.entries[0]).toMatchObject({ kind: "suspension", imposed_by: "Rosalind Hale" });
  const read = await own(advisor);
  expect(read).toMatchObject({ standing: "suspended", appeal_days: 7 });
  expect(read.entries[0]).toMatchObject({ reason: decision.reason, next_steps: decision.next_steps });
  expect(JSON.stringify(read)).not.toContain("Rosalind");
  const [mail] = await server.mailsTo(advisor.email);
  expect(mail?.text).toContain(decision.reason);
  expect(mail?.links.join()).toContain("/appeal");
  expect((await reopen(advisor.id)).body).toMatchObject({ standing: "open" });
  const again = await reopen(advisor.id);
  expect([again.status, again.errors]).toEqual([409, { base: [actRefusal("open", "reopen")] }]);
});

test("G-60 of two members of staff who suspend at the same moment one decides, and the other is told so", async () => {
  const { id } = await member("advisor");
  const both = await Promise.all([impose(id, { act: "suspend" }), impose(id, { act: "suspend" }, colleague)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.errors).toEqual({ base: [actRefusal("suspended", "suspend")] });
  const seen = await server.call(sanctions.listMemberSanctions, { params: { id } }, staff.token);
  expect(seen.body.entries).toHaveLength(1);
});

test("G-61 everything that members change says whether it starts something new", () => {
  const undeclared = routes(server.context)
    .map(({ declaration }) => declaration as Declaration)
    .filter(({ method, for: who }) => method !== "GET" && ["member", "customer", "advisor"].includes(who))
    .filter(({ startsNew }) => startsNew === undefined);
  expect(undeclared.map(requestName)).toEqual([]);
});

test("G-61 under restriction and suspension exactly what starts something new is refused, with the way to the appeal", async () => {
  const wrong: unknown[] = [];
  const people = await pair();
  for (const standing of ["restricted", "suspended"] as const)
    for (const { declaration } of routes(server.context)) {
      const { startsNew, for: who, method, path } = declaration as Declaration;
      if (method === "GET" || startsNew === undefined) continue;
      const { id, token } = who === "customer" ? people.customer : people.advisor;
      await setStanding(id, standing);
      const url = server.url + path.replace(/\{\w+\}/g, "1");
      const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      const refused = text.includes(nothingNew(standing));
      if (refused !== (startsNew === true)) wrong.push([method, path, standing, response.status]);
      if (refused && response.status !== 409) wrong.push([method, path, response.status]);
    }
  expect(wrong).toEqual([]);
});

test("G-61 what runs goes on: each call that starts nothing succeeds for a suspended member as for everybody", async () => {
  const going = writingRequests.filter(([{ startsNew, for: who }]) => startsNew === false && who !== "staff");
  expect(going.length).toBeGreaterThan(20);
  const failed: unknown[] = [];
  for (const [declaration, prepare] of going) {
    const { sending, token } = await prepare(server);
    const by = token && (await server.context.sessions.memberOf(token));
    if (!by) continue;
    await setStanding(by.id, "suspended");
    const { status } = await server.call(declaration, sending, token);
    if (status >= 300) failed.push([requestName(declaration), status]);
  }
  expect(failed).toEqual([]);
});

test("G-61 a suspended advisor finishes and invoices what runs, and is not found or shown", async () => {
  const { advisor, customer } = await pair();
  const project_id = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const proposed = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
  await converse(server.context, [[customer, advisor, "Good morning."]]);
  const listed = async () => (await matchFactsOf(server.context.db, [advisor.id], new Date()))[0]?.listed;
  expect(await listed()).toBe(true);
  expect((await impose(advisor.id, { act: "suspend" })).status).toBe(201);
  expect(await listed()).toBe(false);

  const items_attributes = [{ description: "Board pack", quantity: 1, unit_price: 1200, amount: 1200 }];
  const invoice = await server.call(createInvoice, { body: { project_id, items_attributes } }, advisor.token);
  expect(invoice.status).toBe(201);
  const write = (from: Person, to: Person) =>
    server.call(sendMessage, { body: { receiver_id: to.id, message: { body: "On Monday." } } }, from.token);
  expect((await write(advisor, customer)).status).toBe(201);
  expect((await write(customer, advisor)).status).toBe(201);

  const taken = await server.call(projects.acceptProject, { params: { id: proposed }, body: {} }, customer.token);
  expect([taken.status, taken.errors]).toEqual([409, { base: [sanctionTexts.counterpartAway] }]);
  const profile = { params: { role: "advisors" as const, id: advisor.id } };
  expect((await server.call(readPublicProfile, profile, customer.token)).status).toBe(404);
  expect((await server.call(listAdvisorReviews, { params: { id: advisor.id } })).status).toBe(404);
  expect((await server.call(readPublicProfile, profile, advisor.token)).status).toBe(200);
  const me = await server.call(readOwnProfile, { params: { role: "advisors" } }, advisor.token);
  expect(me.body.standing).toBe("suspended");

  await reopen(advisor.id);
  expect(await listed()).toBe(true);
  expect((await server.call(readPublicProfile, profile, customer.token)).status).toBe(200);
});

test("G-61 with a party that may begin nothing new an engagement offers exactly what is not refused, and says why", async () => {
  const { advisor, customer } = await pair();
  const between = { advisor, customer };
  const proposed = await makeEngagement(server.context, { ...between, status: "proposed" });
  const sentBack = await makeEngagement(server.context, { ...between, status: "edit_suggested" });
  const running = await makeEngagement(server.context, { ...between, status: "in_progress" });
  const read = async (id: number, by: Person) => {
    const { body } = await server.call(projects.readProject, { params: { id } }, by.token);
    return [body.allowed_actions, body.held_back];
  };
  const all = { params: { id: proposed }, body: {} };
  const calls = { accept: projects.acceptProject, suggest_edit: projects.suggestEdit };

  for (const standing of ["restricted", "suspended"] as const) {
    await setStanding(advisor.id, standing);
    expect(await read(proposed, customer)).toEqual([["reject"], sanctionTexts.counterpartAway]);
    expect(await read(sentBack, advisor)).toEqual([[], nothingNew(standing)]);
    expect(await read(running, customer)).toEqual([["complete"], null]);
    for (const declaration of Object.values(calls)) {
      const refused = await server.call(declaration, all, customer.token);
      expect([refused.status, refused.body]).toMatchObject([409, { allowed_actions: ["reject"] }]);
      expect(refused.errors).toEqual({ base: [sanctionTexts.counterpartAway] });
    }
    await setStanding(advisor.id, "open");

    await setStanding(customer.id, standing);
    expect(await read(proposed, customer)).toEqual([["reject"], nothingNew(standing)]);
    expect(await read(sentBack, advisor)).toEqual([[], sanctionTexts.counterpartAway]);
    const again = await server.call(projects.updateProject, { params: { id: sentBack }, body: {} }, advisor.token);
    expect([again.status, again.errors]).toEqual([409, { base: [sanctionTexts.counterpartAway] }]);
    const listed = await server.call(projects.availableCustomers, {}, advisor.token);
    expect(listed.body.map(({ id, held_back }) => [id, held_back])).toEqual([
      [customer.id, sanctionTexts.counterpartAway],
    ]);
    await setStanding(customer.id, "open");
  }
  expect(await read(proposed, customer)).toEqual([["accept", "reject", "suggest_edit"], null]);
  expect(await read(sentBack, advisor)).toEqual([["update"], null]);
  const listed = await server.call(projects.availableCustomers, {}, advisor.token);
  expect(listed.body.map(({ held_back }) => held_back)).toEqual([null]);
});

test("G-61 an acceptance and a suspension at the same moment: whichever is first counts, and no other order is seen", async () => {
  for (let round = 0; round < 3; round++) {
    const { advisor, customer } = await pair();
    const id = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
    const [taken, decided] = await Promise.all([
      server.call(projects.acceptProject, { params: { id }, body: {} }, customer.token),
      impose(advisor.id, { act: "suspend" }),
    ]);
    expect(decided.status).toBe(201);
    const { status } = (await server.call(projects.readProject, { params: { id } }, customer.token)).body;
    expect(taken.status === 409 ? status : "begun").toBe(taken.status === 409 ? "proposed" : "begun");
    expect([200, 409]).toContain(taken.status);
  }
});

test("G-61 a suspended advisor falls silent where no work runs", async () => {
  const { advisor, customer } = await pair();
  await converse(server.context, [[customer, advisor, "Good morning."]]);
  await impose(advisor.id, { act: "suspend" });
  const write = (from: Person, to: Person) =>
    server.call(sendMessage, { body: { receiver_id: to.id, message: { body: "Hello?" } } }, from.token);
  expect((await write(advisor, customer)).status).toBe(409);
  expect((await write(customer, advisor)).status).toBe(409);
});

test("G-60 a sanction ends on its day, and a stricter one that is in force goes on", async () => {
  const { id, token } = await member("advisor");
  const tomorrow = dayInLondon(new Date(Date.now() + 36 * 3600_000));
  await impose(id, { until: tomorrow });
  await impose(id, { act: "suspend" });
  await endDueSanctions(server.context);
  const seen = async () => (await server.call(sanctions.listOwnSanctions, {}, token)).body;
  expect((await seen()).entries.map(({ end }) => end)).toEqual([null, null]);
  const later = { ...server.context, clock: { now: () => new Date(Date.now() + 72 * 3600_000) } };
  await endDueSanctions(later);
  const after = await seen();
  expect([after.standing, ...after.entries.map(({ end }) => end)]).toEqual(["suspended", null, "expired"]);
});

test("G-62 an appeal is made once, by the member concerned, and of two at once one counts", async () => {
  const advisor = await member("advisor");
  await impose(advisor.id);
  const [entry] = (await own(advisor)).entries;
  const id = entry?.id as number;
  expect(entry?.allowed_actions).toEqual(["appeal"]);
  expect((await appeal(await member("advisor"), id)).status).toBe(404);
  expect(
    (await server.call(sanctions.makeAppeal, { params: { id }, body: { text: " " } }, advisor.token)).errors,
  ).toEqual({ text: [sanctionTexts.appeal] });
  const both = await Promise.all([appeal(advisor, id), appeal(advisor, id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const made = both.find(({ status }) => status === 201)?.body.appeal;
  const days = (Date.parse(made?.due_at as string) - Date.parse(made?.made_at as string)) / dayMs;
  expect([days, (await own(advisor)).entries[0]?.allowed_actions]).toEqual([7, []]);
});

test("G-62 nobody decides about their own decision, two who decide at once decide once, and both sides are told", async () => {
  const advisor = await member("advisor");
  const imposer = await makeStaff(server.context);
  await impose(advisor.id, { act: "suspend" }, imposer);
  const [entry] = (await own(advisor)).entries;
  const { body } = await appeal(advisor, entry?.id as number);
  const id = body.appeal?.id as number;
  const verdict = { outcome: "lifted", answer: "The messages were answers." } as const;
  const refused = await decide(id, verdict, imposer);
  expect([refused.status, refused.errors]).toEqual([409, { base: [sanctionTexts.ownDecision] }]);
  expect((await server.call(sanctions.readAppeal, { params: { id } }, imposer.token)).body.allowed_outcomes).toEqual(
    [],
  );
  expect((await own(advisor)).standing).toBe("suspended");
  const both = await Promise.all([decide(id, verdict, staff), decide(id, verdict, colleague)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const read = await own(advisor);
  expect([read.standing, read.entries[0]?.end, read.entries[0]?.appeal?.answer]).toEqual([
    "open",
    "lifted",
    verdict.answer,
  ]);
  const subjects = async (email: string) => (await server.mailsTo(email)).map(({ subject }) => subject);
  expect(await subjects(advisor.email)).toContain("Your appeal was upheld: the decision is lifted");
  expect(await subjects(imposer.email)).toContain("An appeal against your decision: lifted");
});

test("G-62 an appeal is about its own sanction: one that was imposed meanwhile stays", async () => {
  const advisor = await member("advisor");
  await impose(advisor.id);
  const first = (await own(advisor)).entries[0]?.id as number;
  const { body } = await appeal(advisor, first);
  await impose(advisor.id, { act: "suspend" });
  const done = await decide(body.appeal?.id as number, { outcome: "lifted", answer: "We agree." }, colleague);
  expect(done.status).toBe(200);
  const read = await own(advisor);
  expect([read.standing, ...read.entries.map(({ end, allowed_actions }) => [end, allowed_actions])]).toEqual([
    "suspended",
    [null, ["appeal"]],
    ["lifted", []],
  ]);
});

test("G-62 a shortened sanction ends sooner, never later, and only while it lasts", async () => {
  const advisor = await member("advisor");
  const day = (days: number) => addDays(dayInLondon(server.clock.now()), days);
  await impose(advisor.id, { act: "suspend", until: day(30) });
  const { body } = await appeal(advisor, (await own(advisor)).entries[0]?.id as number);
  const id = body.appeal?.id as number;
  const shorten = (until?: string) =>
    decide(id, { outcome: "shortened", answer: "A week is enough.", until }, colleague);
  expect((await shorten()).errors).toEqual({ until: [sanctionTexts.until] });
  expect((await shorten(day(60))).errors).toEqual({ until: [sanctionTexts.shorterUntil] });
  expect((await shorten(day(7))).status).toBe(200);
  expect((await own(advisor)).entries[0]).toMatchObject({ until: day(7), appeal: { outcome: "shortened" } });
});

test("G-62 the queue lists what waits by the day it is due, and roles that may not decide are refused", async () => {
  const support = await makeStaff(server.context, { role: "support" });
  const queue = await server.call(sanctions.listAppeals, { query: {} }, support.token);
  expect(queue.status).toBe(200);
  const dues = queue.body.entries.map(({ due_at }) => due_at);
  expect(dues).toEqual(dues.toSorted());
  expect((await decide(queue.body.entries[0]?.id ?? 1, { outcome: "kept", answer: "No." }, support)).status).toBe(404);
  expect((await impose((await member("advisor")).id, {}, support)).status).toBe(404);
});
