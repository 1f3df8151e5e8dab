import { listSessions, signOut } from "@plumbline/contract/accounts/contract.ts";
import { listAudit, listStaffActs } from "@plumbline/contract/audit/contract.ts";
import { changeStaffRole, removeStaff } from "@plumbline/contract/back-office/team.ts";
import { lookAsMember } from "@plumbline/contract/back-office/view-as.ts";
import { viewAsTexts } from "@plumbline/contract/back-office/view-as-rules.ts";
import { mayCall, urlOf } from "@plumbline/contract/endpoint.ts";
import { readProject } from "@plumbline/contract/engagements/contract.ts";
import { listConversations, listMessages } from "@plumbline/contract/messages/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { routes } from "../../app.ts";
import { endSessions } from "../../auth/members.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sampleFor } from "../../testing/sample-inputs.ts";
import { aSecond } from "../../testing/size.ts";
import { viewAsMember } from "./view-as.ts";

const server = testServer();
const reason = "They say that their invoice is missing.";
const look = (staff: Person, id: number, why = reason) =>
  server.call(lookAsMember, { params: { id }, body: { reason: why } }, staff.token);
const role = { params: { role: "customers" as const } };
const sees = async (token: string) => (await server.call(readOwnProfile, role, token)).status;

async function looking() {
  const { context } = server;
  const staff = await makeStaff(context, { role: "support", name: "Callum Reid" });
  const customer = await setUp(context, await makeMember(context, "customer"));
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await converse(context, [[customer, advisor, "Between the two of us: I may sell."]]);
  const { body } = await look(staff, customer.id);
  return { staff, customer, advisor, token: body.access_token };
}

test("G-18 looking asks for a reason and for the right to act on members, and staff cannot be looked at", async () => {
  const { context } = server;
  const customer = await makeMember(context, "customer");
  const [owner, finance] = [await makeStaff(context), await makeStaff(context, { role: "finance" })];
  expect((await look(finance, customer.id)).status).toBe(404);
  expect((await look(owner, finance.id)).status).toBe(404);
  expect((await look(owner, customer.id, " ")).errors).toEqual({ reason: [viewAsTexts.reason] });
  await context.db.execute(sql`update members set state = 'suspended' where id = ${customer.id}`);
  expect((await look(owner, customer.id)).errors).toEqual({ base: [viewAsTexts.notOpen] });
});

test("G-18 whoever is signed out at the moment of their look is told so", async () => {
  const { context } = server;
  const staff = await makeStaff(context, { role: "support" });
  const { id } = await makeMember(context, "customer");
  // The call was admitted with a session that has ended when the look begins.
  await endSessions(context.db, staff.id);
  await expect(viewAsMember(context, staff.member, id, { reason, userAgent: null })).rejects.toMatchObject({
    status: 401,
  });
});

test("G-18 who looks sees the member's pages, and not a word of their conversations", async () => {
  const { customer, advisor, token } = await looking();
  const profile = await server.call(readOwnProfile, role, token);
  expect(profile.body.id).toBe(customer.id);
  const [outline] = (await server.call(listConversations, {}, token)).body;
  expect(outline).toMatchObject({ receiver: { id: advisor.id }, last_message: { body: "" } });
  const messages = await server.call(listMessages, { query: { receiver_id: advisor.id } }, token);
  expect([messages.status, messages.errors]).toEqual([409, { base: [viewAsTexts.private] }]);
  expect((await server.call(listConversations, {}, customer.token)).body[0]?.last_message?.body).toContain(
    "I may sell",
  );
});

test("G-18 who looks sees the steps of an engagement, and not the words that came with them", async () => {
  const { customer, advisor, token } = await looking();
  const words = "Only if you drop the other client.";
  const id = await makeEngagement(server.context, { advisor, customer, status: "rejected", message: words });
  const read = async (as: string) => {
    const { history } = (await server.call(readProject, { params: { id } }, as)).body;
    return history.map(({ action, message }) => [action, message]);
  };
  expect(await read(token)).toEqual([
    ["create", null],
    ["reject", null],
  ]);
  expect(await read(customer.token)).toContainEqual(["reject", words]);
});

test("G-18 no endpoint changes anything in a looking session, whoever it is for", async () => {
  const { context, url } = server;
  const { token } = await looking();
  const before = await context.db.execute(sql`select (select max(id) from events) as last`);
  let refused = 0;
  for (const { declaration } of routes(context)) {
    const { method, path } = declaration;
    if (method === "GET" || path === "/oauth/revoke" || !mayCall(declaration.for, "customer")) continue;
    const sending = sampleFor(declaration, () => "word") as { params?: object; body?: unknown };
    const answer = await fetch(url + urlOf(declaration, { params: { ...sending.params, role: "customers" } }), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === "DELETE" ? {} : { "content-type": "application/json" }),
      },
      ...(method === "DELETE" ? {} : { body: JSON.stringify(sending.body ?? {}) }),
    });
    refused += 1;
    expect([method, path, answer.status, await answer.json()]).toMatchObject([method, path, 409, { errors: {} }]);
  }
  expect(refused).toBeGreaterThan(40);
  const after = await context.db.execute(sql`select (select max(id) from events) as last`);
  expect(after.rows).toEqual(before.rows);
  expect(await sees(token)).toBe(200);
});

test("G-18 the member is told by e-mail, reads it among what staff did, and does not find it among their sessions", async () => {
  const { call, mailsTo, settle } = server;
  const { staff, customer, token } = await looking();
  const [mail] = await mailsTo(customer.email);
  expect(mail?.text).toContain("Callum Reid");
  expect(mail?.text).toContain(reason);
  // Those of the two times that the builders signed them in.
  expect((await call(listSessions, {}, customer.token)).body.entries).toHaveLength(2);
  await call(signOut, { body: { token } });
  await settle();
  const { entries } = (await call(listStaffActs, {}, customer.token)).body;
  expect(entries.map(({ kind, by }) => [kind, by])).toEqual([
    ["account.look_ended", "Callum Reid"],
    ["account.looked_at", "Callum Reid"],
  ]);
  expect(entries[1]?.reason).toBe(reason);
  const owner = await makeStaff(server.context);
  const audit = await call(listAudit, { query: { person: staff.id, q: "looked" } }, owner.token);
  expect(audit.body.entries[0]).toMatchObject({ kind: "account.looked_at", subject: { id: customer.id }, reason });
  expect(await sees(token)).toBe(401);
});

test("G-18 a look ends after half an hour, and within a second with the viewer's session, role or place in the team", async () => {
  const { clock, context, call } = server;
  const owner = await makeStaff(context);
  for (const end of [
    ({ staff }: { staff: Person }) => call(signOut, { body: { token: staff.token } }),
    ({ staff }: { staff: Person }) =>
      call(changeStaffRole, { params: { id: staff.id }, body: { role: "finance", reason } }, owner.token),
    ({ staff }: { staff: Person }) => call(removeStaff, { params: { id: staff.id }, body: { reason } }, owner.token),
  ]) {
    const at = await looking();
    expect(await sees(at.token)).toBe(200);
    expect((await end(at)).status).toBeLessThan(300);
    await expect.poll(() => sees(at.token), { interval: 50, timeout: aSecond }).toBe(401);
    expect(await sees(at.customer.token)).toBe(200);
  }
  const { token } = await looking();
  clock.advance(31 * 60_000);
  expect(await sees(token)).toBe(401);
});
