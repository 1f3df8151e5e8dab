import { createPassword, signIn, signOut } from "@plumbline/contract/accounts/contract.ts";
import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { inviteStaff, listApplications } from "@plumbline/contract/back-office/contract.ts";
import {
  changeStaffRole,
  endStaffSession,
  endStaffSessions,
  listStaffSessions,
  listTeam,
  removeStaff,
  sendStaffLink,
} from "@plumbline/contract/back-office/team.ts";
import { teamTexts } from "@plumbline/contract/back-office/team-rules.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshEmail, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { aSecond } from "../../testing/size.ts";
import { findByEmail } from "./store.ts";
import { inviteStaff as invite } from "./team.ts";

const server = testServer();
const reason = "Moves to another desk.";
const remove = (by: Person, id: number) => server.call(removeStaff, { params: { id }, body: { reason } }, by.token);
const give = (by: Person, id: number, role: "owner" | "finance" | "support") =>
  server.call(changeStaffRole, { params: { id }, body: { role, reason } }, by.token);
const colleague = async (reader: Person, id: number) =>
  (await server.call(listTeam, {}, reader.token)).body.entries.find((each) => each.id === id);
const works = async ({ token }: Person) => (await server.call(listApplications, {}, token)).status;

/** Leaves these owners only. */
async function onlyOwners(...owners: Person[]) {
  const ids = sql.join(
    owners.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  await server.context.db.execute(
    sql`update members set staff_role = 'support' where role = 'staff' and staff_role = 'owner' and id not in (${ids})`,
  );
}

test("G-14 nobody but owners changes the team, a reason is asked for, and a stranger or a member is not found", async () => {
  const [owner, operations] = [
    await makeStaff(server.context),
    await makeStaff(server.context, { role: "operations" }),
  ];
  const member = await makeMember(server.context, "customer");
  expect((await remove(operations, owner.id)).status).toBe(404);
  expect((await give(operations, operations.id, "owner")).status).toBe(404);
  expect((await remove(owner, member.id)).status).toBe(404);
  expect((await remove(owner, 2 ** 31 - 1)).status).toBe(404);
  const silent = await server.call(removeStaff, { params: { id: operations.id }, body: { reason: " " } }, owner.token);
  expect([silent.status, silent.errors]).toEqual([422, { reason: [teamTexts.ofTheTeam] }]);
  expect(await colleague(operations, owner.id)).toMatchObject({ role: "owner", allowed_actions: [] });
  expect(await works(operations)).toBe(200);
});

test("G-14 nobody is invited by an owner who was removed while they wrote the invitation", async () => {
  const [owner, leaver] = [await makeStaff(server.context), await makeStaff(server.context)];
  const email = freshEmail("friend");
  // The session was read before the removal, as it is for a call that waits for the lock.
  await remove(owner, leaver.id);
  const invitation = { email, name: "A Friend", role: "owner" } as const;
  await expect(invite(server.context, leaver.member, invitation)).rejects.toMatchObject({ status: 404 });
  expect(await findByEmail(server.context.db, email)).toBeNull();
});

test("G-14 an invited colleague gets a link by e-mail, a newer one ends it, and they sign in with their role", async () => {
  const owner = await makeStaff(server.context, { name: "Rosalind Hale" });
  const email = freshEmail("colleague");
  const { body } = await server.call(inviteStaff, { body: { email, name: "Ben Rowe", role: "finance" } }, owner.token);
  expect(await colleague(owner, body.id)).toMatchObject({
    name: "Ben Rowe",
    email,
    role: "finance",
    state: "invited",
    sessions: 0,
    two_step: false,
    me: false,
    allowed_actions: ["send_link", "change_role", "remove"],
  });
  const linkOf = async () => (await server.mailsTo(email))[0]?.links.find((link) => link.includes("token=")) ?? "";
  const first = new URL(await linkOf()).searchParams.get("token") as string;
  expect((await server.call(sendStaffLink, { params: { id: body.id } }, owner.token)).status).toBe(200);
  const second = new URL(await linkOf()).searchParams.get("token") as string;
  const create = (token: string) =>
    server.call(createPassword, {
      params: { role: "staff" },
      body: { reset_password_token: token, password: "correct horse battery" },
    });
  expect((await create(first)).status).toBe(422);
  expect((await create(second)).body.result).toMatchObject({ id: body.id, role: "staff", state: "active" });
  expect(await colleague(owner, body.id)).toMatchObject({ state: "active", sessions: 1 });
});

test("G-14 a changed role counts within a second, is told with its reason and is in the audit before and after", async () => {
  const { context, call, mailsTo } = server;
  const [owner, support] = [
    await makeStaff(context, { name: "Rosalind Hale" }),
    await makeStaff(context, { role: "support" }),
  ];
  expect(await works(support)).toBe(200);
  const { body } = await give(owner, support.id, "finance");
  expect(body).toMatchObject({ id: support.id, role: "finance" });
  await expect.poll(() => works(support), { interval: 50, timeout: aSecond }).toBe(404);
  expect((await give(owner, support.id, "finance")).status).toBe(409);
  const [mail] = await mailsTo(support.email);
  expect(mail?.subject).toContain("now Finance");
  expect(mail?.text).toContain(`Rosalind Hale has changed your role from Support to Finance`);
  expect(mail?.text).toContain(reason);
  const { entries } = (await call(listAudit, { query: { person: support.id, by: "staff" } }, owner.token)).body;
  expect(entries[0]).toMatchObject({
    kind: "account.staff_role_changed",
    reason,
    changes: [{ field: "Role", before: "Support", after: "Finance" }],
    by: { name: "Rosalind Hale" },
  });
});

test("G-14 a removed colleague is signed out at once and cannot sign in, keeps their name in the audit, and may be invited again", async () => {
  const { context, call, mailsTo } = server;
  const owner = await makeStaff(context);
  const leaver = await makeStaff(context, { name: "Ben Rowe", role: "operations", password: "correct horse battery" });
  const enter = () =>
    call(signIn, {
      body: { email: leaver.email, password: "correct horse battery", owner_type: "staff", grant_type: "password" },
    });
  expect([await works(leaver), (await enter()).status]).toEqual([200, 200]);
  expect((await remove(owner, leaver.id)).body).toMatchObject({
    state: "removed",
    role: null,
    sessions: 0,
    allowed_actions: [],
  });
  expect([await works(leaver), (await enter()).status]).toEqual([401, 401]);
  expect((await remove(owner, leaver.id)).errors).toEqual({ base: [teamTexts.removed] });
  expect((await give(owner, leaver.id, "finance")).status).toBe(409);
  expect((await mailsTo(leaver.email))[0]).toMatchObject({ subject: expect.stringContaining("no longer staff") });
  const { entries } = (await call(listAudit, { query: { person: leaver.id } }, owner.token)).body;
  expect(entries.map(({ subject }) => subject.name)).toContain("Ben Rowe");
  const again = { email: leaver.email, name: "Ben Rowe", role: "support" as const };
  expect((await call(inviteStaff, { body: again }, owner.token)).body).toEqual({ id: leaver.id });
  expect(await colleague(owner, leaver.id)).toMatchObject({ state: "invited", role: "support" });
  expect((await call(inviteStaff, { body: again }, owner.token)).errors).toEqual({
    email: ["Somebody already has this address."],
  });
});

test("G-14 when a colleague signed in last is still known after they have signed out", async () => {
  const { context, call } = server;
  const owner = await makeStaff(context);
  const support = await makeStaff(context, { role: "support", password: "correct horse battery" });
  const lastSignedIn = async () => (await colleague(owner, support.id))?.last_signed_in;
  const { body } = await call(signIn, {
    body: { email: support.email, password: "correct horse battery", owner_type: "staff", grant_type: "password" },
  });
  const known = await lastSignedIn();
  expect(known).toEqual(expect.any(String));
  await call(signOut, { body: { token: body.access_token } });
  await call(signOut, { body: { token: support.token } });
  expect(await lastSignedIn()).toBe(known);
});

test("G-14 an owner sees where a colleague is signed in, ends one session or all, and the colleague is told", async () => {
  const { context, call, mailsTo } = server;
  const [owner, support] = [await makeStaff(context), await makeStaff(context, { role: "support" })];
  const sessions = async () =>
    (await call(listStaffSessions, { params: { id: support.id } }, owner.token)).body.entries;
  const [only] = await sessions();
  expect((await call(endStaffSession, { params: { id: only?.id as number } }, support.token)).status).toBe(404);
  expect((await call(endStaffSession, { params: { id: owner.member.sessionId } }, owner.token)).status).toBe(204);
  const another = await makeStaff(context);
  expect((await call(endStaffSession, { params: { id: only?.id as number } }, another.token)).status).toBe(204);
  expect(await works(support)).toBe(401);
  expect((await call(endStaffSession, { params: { id: only?.id as number } }, another.token)).status).toBe(404);
  expect((await call(endStaffSessions, { params: { id: support.id } }, another.token)).status).toBe(204);
  expect((await mailsTo(support.email)).map(({ subject }) => subject)).toEqual([
    "You were signed out",
    "You were signed out",
  ]);
});

test("G-15 the last owner is neither removed nor demoted, not even by themselves", async () => {
  const owner = await makeStaff(server.context);
  const invited = (
    await server.call(inviteStaff, { body: { email: freshEmail("o"), name: "New Owner", role: "owner" } }, owner.token)
  ).body;
  await onlyOwners(owner);
  for (const refused of [await remove(owner, owner.id), await give(owner, owner.id, "support")])
    expect([refused.status, refused.errors]).toEqual([409, { base: [teamTexts.lastOwner] }]);
  expect((await colleague(owner, owner.id))?.allowed_actions).toEqual(["send_link", "end_sessions"]);
  // Somebody who has not opened their account cannot let anybody in, whatever their role will be.
  expect((await give(owner, invited.id, "owner")).status).toBe(200);
  expect((await remove(owner, owner.id)).status).toBe(409);
  expect(await works(owner)).toBe(200);
});

test("G-15 of owners who remove and demote one another at once, one is left and stays owner", async () => {
  for (const act of [remove, (by: Person, id: number) => give(by, id, "support")]) {
    const owners = [await makeStaff(server.context), await makeStaff(server.context), await makeStaff(server.context)];
    await onlyOwners(...owners);
    const pairs = owners.flatMap((by) => owners.filter((each) => each !== by).map((each) => [by, each.id] as const));
    const statuses = (await Promise.all(pairs.map(([by, id]) => act(by, id)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.every((status) => [200, 401, 404, 409].includes(status))).toBe(true);
    const { rows } = await server.context.db.execute(
      sql`select id from members where role = 'staff' and staff_role = 'owner' and state = 'active'`,
    );
    expect(rows).toHaveLength(1);
  }
});
