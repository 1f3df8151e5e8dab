import { listSessions, signIn } from "@plumbline/contract/accounts/contract.ts";
import { listAudit, listStaffActs } from "@plumbline/contract/audit/contract.ts";
import { memberSessionTexts } from "@plumbline/contract/back-office/member-session-rules.ts";
import {
  endMemberSession,
  endMemberSessions,
  resetMemberTwoStep,
} from "@plumbline/contract/back-office/member-sessions.ts";
import { listMemberSessions, readMember, readMemberTimeline } from "@plumbline/contract/back-office/members.ts";
import { lookAsMember } from "@plumbline/contract/back-office/view-as.ts";
import { listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startSession } from "../../auth/members.ts";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { identifierOf, openSocket } from "../../testing/cable-clients.ts";
import { testServer } from "../../testing/plumbline.ts";
import { aSecond } from "../../testing/size.ts";
import { withTwoSteps } from "../../testing/two-steps.ts";

const server = testServer({}, { secondProcess: true });
const reason = "Your phone was stolen, you told us.";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const missing = 2 ** 31 - 1;

type Caller = { token: string | null };
const everywhere = (by: Caller, id: number, why = reason) =>
  server.call(endMemberSessions, { params: { id }, body: { reason: why } }, by.token);
const one = (by: Caller, id: number, why = reason) =>
  server.call(endMemberSession, { params: { id }, body: { reason: why } }, by.token);
/** Whether a token opens anything, by each process. */
const opens = async (token: string) =>
  Promise.all(
    [server.url, server.secondProcess.url].map(
      async (url) => (await fetch(`${url}/api/sessions`, { headers: { authorization: `Bearer ${token}` } })).status,
    ),
  );
const another = (id: number, userAgent: string | null = firefox) =>
  startSession(server.context.db, id, server.clock.now(), userAgent);
const sessionIds = async ({ token }: Person, id: number) =>
  (await server.call(listMemberSessions, { params: { id } }, token)).body.entries.map((each) => each.id);

test("G-19 nobody but owners, operations and support ends sessions of members: without a token it is 401, else 404", async () => {
  const { context } = server;
  const [customer, stranger] = [await makeMember(context, "customer"), await makeMember(context, "advisor")];
  const { sessionId } = customer.member;
  const refused: [number, Caller][] = [
    [401, { token: null }],
    [401, { token: "not-a-token" }],
    [404, customer],
    [404, stranger],
    [404, await makeStaff(context, { role: "finance" })],
    [404, await makeStaff(context, { role: "read_only" })],
  ];
  for (const [status, by] of refused) {
    expect((await everywhere(by, customer.id)).status).toBe(status);
    expect((await one(by, sessionId)).status).toBe(status);
  }
  expect(await opens(customer.token)).toEqual([200, 200]);
  for (const role of ["owner", "operations", "support"] as const) {
    const by = await makeStaff(context, { role });
    const person = await makeMember(context, "customer");
    await another(person.id);
    expect((await one(by, person.member.sessionId)).body).toEqual({ ended: 1 });
    expect((await everywhere(by, person.id)).status).toBe(200);
  }
});

test("G-19 a reason is asked for and has an end, and nothing happens without one", async () => {
  const { context } = server;
  const [support, customer] = [await makeStaff(context, { role: "support" }), await makeMember(context, "customer")];
  const { sessionId } = customer.member;
  for (const why of ["", " \n"])
    for (const answer of [await everywhere(support, customer.id, why), await one(support, sessionId, why)])
      expect([answer.status, answer.errors]).toEqual([422, { reason: [memberSessionTexts.reason] }]);
  for (const answer of [
    await everywhere(support, customer.id, "x".repeat(2001)),
    await one(support, sessionId, "x".repeat(2001)),
  ]) {
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.errors)).toEqual(["reason"]);
  }
  const silent = { params: { id: customer.id }, body: {} as { reason: string } };
  expect((await server.call(endMemberSessions, silent, support.token)).status).toBe(422);
  expect(await opens(customer.token)).toEqual([200, 200]);
  const { rows } = await context.db.execute(
    sql`select from events where kind = 'account.sessions_ended' and subject_id = ${customer.id}`,
  );
  expect(rows).toHaveLength(0);
});

test("G-19 strangers, staff, looks of staff and sessions that have ended are not found, and who is signed in nowhere cannot be signed out", async () => {
  const { context, call, clock } = server;
  const [owner, colleague] = [await makeStaff(context), await makeStaff(context, { role: "support" })];
  const customer = await makeMember(context, "customer");
  expect((await everywhere(owner, missing)).status).toBe(404);
  expect((await everywhere(owner, colleague.id)).status).toBe(404);
  expect((await one(owner, missing)).status).toBe(404);
  expect((await one(owner, colleague.member.sessionId)).status).toBe(404);
  expect(await opens(colleague.token)).toEqual([200, 200]);
  await call(lookAsMember, { params: { id: customer.id }, body: { reason } }, colleague.token);
  const { rows } = await context.db.execute<{ id: number }>(
    sql`select id from sessions where member_id = ${customer.id} and looking_from is not null`,
  );
  expect((await one(owner, rows[0]?.id as number)).status).toBe(404);
  expect((await one(owner, customer.member.sessionId)).status).toBe(200);
  const again = await one(owner, customer.member.sessionId);
  expect([again.status, again.errors]).toEqual([404, { base: [memberSessionTexts.ended] }]);
  await everywhere(owner, customer.id);
  const nowhere = await everywhere(owner, customer.id);
  expect([nowhere.status, nowhere.errors]).toEqual([409, { base: [memberSessionTexts.nowhere] }]);
  // One that has run out is no session any more, also while its row is there.
  const expired = await makeMember(context, "customer");
  await context.db.execute(
    sql`update sessions set expires_at = ${clock.now().toISOString()} where member_id = ${expired.id}`,
  );
  expect((await one(owner, expired.member.sessionId)).status).toBe(404);
  expect((await everywhere(owner, expired.id)).status).toBe(409);
});

test("G-19 signed out everywhere: within a second every token is refused and every socket closed, in every process", async () => {
  const { context, call } = server;
  const support = await makeStaff(context, { role: "support" });
  const password = "correct horse battery";
  const customer = await makeMember(context, "customer", { password });
  const phone = await another(customer.id);
  const look = (await call(lookAsMember, { params: { id: customer.id }, body: { reason } }, support.token)).body;
  const neighbour = await makeMember(context, "customer");
  for (const token of [customer.token, phone]) expect(await opens(token)).toEqual([200, 200]);
  const lines = await Promise.all(
    [server.url, server.secondProcess.url].map((url) => openSocket(url, { token: phone })),
  );
  for (const line of lines) await line.subscribe(identifierOf("NotificationsChannel"));
  const signedIn = (await sessionIds(support, customer.id)).length;
  const began = performance.now();
  expect((await everywhere(support, customer.id)).body).toEqual({ ended: signedIn });
  await Promise.all(lines.map(({ closed }) => closed));
  expect(performance.now() - began).toBeLessThan(aSecond);
  for (const line of lines)
    expect(line.frames.all.at(-1)).toEqual({ type: "disconnect", reason: "remote", reconnect: false });
  for (const token of [customer.token, phone])
    await expect.poll(() => opens(token), { interval: 50, timeout: aSecond }).toEqual([401, 401]);
  expect(await sessionIds(support, customer.id)).toEqual([]);
  const { rows } = await context.db.execute(sql`select from known_devices where member_id = ${customer.id}`);
  expect(rows).toHaveLength(0);
  // Others stay signed in, and so does a colleague who looks; the member comes back with their password.
  expect(await opens(neighbour.token)).toEqual([200, 200]);
  expect(await opens(look.access_token)).toEqual([200, 200]);
  const body = { email: customer.email, password, owner_type: "customer", grant_type: "password" } as const;
  expect((await call(signIn, { body })).status).toBe(200);
});

test("G-19 one session: its token and its socket end, and the member's others go on", async () => {
  const { context, call } = server;
  const support = await makeStaff(context, { role: "support" });
  const customer = await makeMember(context, "customer");
  const phone = await another(customer.id);
  const [newest] = await sessionIds(support, customer.id);
  const ends = await openSocket(server.secondProcess.url, { token: phone });
  const stays = await openSocket(server.secondProcess.url, customer);
  for (const line of [ends, stays]) await line.subscribe(identifierOf("NotificationsChannel"));
  expect((await one(support, newest as number)).body).toEqual({ ended: 1 });
  await ends.closed;
  await expect.poll(() => opens(phone), { interval: 50, timeout: aSecond }).toEqual([401, 401]);
  expect(await opens(customer.token)).toEqual([200, 200]);
  // What the member is told arrives on the socket that goes on.
  await server.settle();
  await stays.frames.next(({ message }) => JSON.stringify(message ?? "").includes("one device (Firefox on Linux)"));
  stays.close();
  const { entries } = (await call(listSessions, {}, customer.token)).body;
  expect(entries.map(({ id }) => id)).not.toContain(newest);
});

test("G-19 both are in the audit with before, after and reason, in the timeline, among what staff did, on the bell and in an e-mail", async () => {
  const { context, call, mailsTo, settle } = server;
  const [owner, support] = [
    await makeStaff(context),
    await makeStaff(context, { role: "support", name: "Callum Reid" }),
  ];
  const customer = await makeMember(context, "customer");
  await another(customer.id);
  const [newest, ...others] = await sessionIds(support, customer.id);
  const count = others.length + 1;
  await one(support, newest as number);
  expect((await mailsTo(customer.email))[0]?.subject).toBe("We signed you out of one device (Firefox on Linux)");
  // After the first e-mail, because each process writes those of the events that it delivers.
  await everywhere(support, customer.id, "It may have been copied.");
  const [second] = await mailsTo(customer.email);
  expect(second?.subject).toBe("We signed you out of all devices");
  expect(second?.text).toContain("Callum Reid");
  expect(second?.text).toContain("It may have been copied.");
  expect(second?.links.some((link) => link.endsWith("/sign-in/customer"))).toBe(true);
  await settle();
  const query = { person: String(customer.id), by: "staff" as const };
  const audit = (await call(listAudit, { query }, owner.token)).body.entries.filter(
    ({ kind }) => kind === "account.sessions_ended",
  );
  expect(audit).toMatchObject([
    {
      what: "Signed the member out",
      reason: "It may have been copied.",
      changes: [{ field: "Sessions", before: String(count - 1), after: "0" }],
      by: { name: "Callum Reid" },
    },
    { reason, changes: [{ field: "Sessions", before: String(count), after: String(count - 1) }] },
  ]);
  const params = { id: customer.id };
  for (const kind of [undefined, "sign_ins", "staff"]) {
    const timeline = (await call(readMemberTimeline, { params, query: { kind } }, support.token)).body.entries;
    expect(timeline.filter((entry) => entry.kind === "account.sessions_ended")).toMatchObject([
      { title: "Signed out everywhere", text: "“It may have been copied.”", by: "Callum Reid" },
      { title: "Signed out of one session", text: `Firefox on Linux · “${reason}”`, by: "Callum Reid" },
    ]);
  }
  const back = await another(customer.id, null);
  const acts = (await call(listStaffActs, {}, back)).body.entries;
  expect(acts.slice(0, 2).map((act) => [act.what, act.by])).toEqual([
    ["Signed the member out", "Callum Reid"],
    ["Signed the member out", "Callum Reid"],
  ]);
  expect(JSON.stringify((await call(listNotifications, {}, back)).body)).toContain(
    "We signed you out of all devices. Read why on your account page.",
  );
  // A browser that did not say what it is has no name.
  const [unnamed] = await sessionIds(support, customer.id);
  await one(support, unnamed as number);
  expect((await mailsTo(customer.email))[0]?.subject).toBe("We signed you out of one device");
});

test("G-19 of two colleagues who end the same session at once one does, and it is written down once", async () => {
  const { context } = server;
  const [one1, two] = [await makeStaff(context), await makeStaff(context)];
  const customer = await makeMember(context, "customer");
  await another(customer.id);
  const answers = await Promise.all([one1, two, one1, two].map((by) => one(by, customer.member.sessionId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  const all = await Promise.all([one1, two].map((by) => everywhere(by, customer.id)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await context.db.execute<{ data: { before: { sessions: number } } }>(
    sql`select from events where kind = 'account.sessions_ended' and subject_id = ${customer.id}`,
  );
  expect(rows).toHaveLength(2);
});

test("G-19 a member who has lost phone and recovery codes signs in with the password alone once staff have reset it, and is told why", async () => {
  const { context, call } = server;
  const password = "correct horse battery";
  const { person } = await withTwoSteps(server, await makeMember(context, "customer", { password }));
  const reset = (by: Caller, id = person.id, why = reason) =>
    call(resetMemberTwoStep, { params: { id }, body: { reason: why } }, by.token);
  const enter = () =>
    call(signIn, { body: { email: person.email, password, owner_type: "customer", grant_type: "password" } });
  const [support, colleague] = [
    await makeStaff(context, { role: "support", name: "Rosalind Hale" }),
    await makeStaff(context),
  ];
  const isOn = async () => (await call(readMember, { params: { id: person.id } }, support.token)).body.two_step;

  expect((await reset({ token: null })).status).toBe(401);
  for (const by of [
    person,
    await makeStaff(context, { role: "finance" }),
    await makeStaff(context, { role: "read_only" }),
  ])
    expect((await reset(by)).status).toBe(404);
  expect((await reset(support, colleague.id)).status).toBe(404);
  expect((await reset(support, missing)).status).toBe(404);
  expect((await reset(support, person.id, " ")).errors).toEqual({ reason: [memberSessionTexts.reason] });
  const without = await makeMember(context, "advisor");
  const none = await reset(support, without.id);
  expect([none.status, none.errors]).toEqual([409, { base: [memberSessionTexts.noTwoStep] }]);
  expect(await opens(without.token)).toEqual([200, 200]);
  expect((await enter()).errors).toMatchObject({ otp: "required" });
  expect(await isOn()).toBe(true);

  expect((await reset(support)).body).toEqual({ ended: 1 });
  expect(await isOn()).toBe(false);
  await expect.poll(() => opens(person.token), { interval: 50 }).toEqual([401, 401]);
  expect((await enter()).status).toBe(200);
  const [mail] = (await server.mailsTo(person.email)).filter(({ subject }) =>
    /two-step sign-in was reset/.test(subject),
  );
  expect(mail?.text).toContain(reason);
  expect(mail?.text).toContain("Rosalind Hale");
  const { entries } = (await call(readMemberTimeline, { params: { id: person.id }, query: {} }, support.token)).body;
  expect(entries.find(({ title }) => title === "Two-step sign-in reset")?.text).toContain(reason);
});
