import {
  changePassword,
  createPassword,
  listSessions,
  requestReset,
  signIn,
} from "@plumbline/contract/accounts/contract.ts";
import { endAllSessions, endOtherSessions } from "@plumbline/contract/accounts/sessions.ts";
import { inviteStaff, listApplications } from "@plumbline/contract/back-office/contract.ts";
import { removeStaff } from "@plumbline/contract/back-office/team.ts";
import { teamTexts } from "@plumbline/contract/back-office/team-rules.ts";
import { expect, test } from "vitest";
import { startSession } from "../../auth/members.ts";
import { freshEmail, makeMember, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { staffLink } from "./actions.ts";

const server = testServer();
const params = { role: "staff" } as const;
const enter = async (email: string, password: string) =>
  server.call(signIn, { body: { email, password, owner_type: "staff", grant_type: "password" } });
const create = (token: string, password: string) =>
  server.call(createPassword, { params, body: { reset_password_token: token, password } });
const tokenIn = (link: string | undefined) => new URL(link ?? "").searchParams.get("token") as string;

test("A-22 staff change their password with the current one, and their other sessions end", async () => {
  const password = "correct horse battery";
  const staff = await makeStaff(server.context, { password });
  const other = (await enter(staff.email, password)).body.access_token;
  const change = (current_password: string) =>
    server.call(
      changePassword,
      { params, body: { current_password, password: "another horse", confirmPassword: "another horse" } },
      staff.token,
    );
  expect((await change("wrong")).errors).toEqual({ current_password: ["is not right"] });
  expect((await change(password)).status).toBe(200);
  expect((await server.call(listApplications, {}, other)).status).toBe(401);
  expect((await server.call(listApplications, {}, staff.token)).status).toBe(200);
  expect([(await enter(staff.email, password)).status, (await enter(staff.email, "another horse")).status]).toEqual([
    401, 200,
  ]);
});

test("A-21 staff reset a forgotten password by e-mail, which ends every session", async () => {
  const staff = await makeStaff(server.context, { password: "correct horse battery" });
  const ask = (email: string) => server.call(requestReset, { params, body: { email } });
  const unknown = await ask(freshEmail("nobody"));
  const known = await ask(staff.email);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  const token = tokenIn((await server.mailsTo(staff.email))[0]?.links[0]);
  expect((await create(token, "another horse")).status).toBe(200);
  expect((await server.call(listApplications, {}, staff.token)).status).toBe(401);
});

test("decision 8 H-30 staff and members see their sessions, end all others, and sign out everywhere, with their password", async () => {
  const password = "correct horse battery";
  const proof = { body: { current_password: password } };
  const made = [
    await makeStaff(server.context, { password }),
    await makeMember(server.context, "advisor", { password }),
  ];
  for (const person of made) {
    const { body } = await server.call(listSessions, {}, person.token);
    expect(body.entries.filter(({ current }) => current)).toHaveLength(1);
    const other = await startSession(server.context.db, person.id, server.clock.now(), null);
    for (const end of [endOtherSessions, endAllSessions]) {
      const refused = await server.call(end, { body: { current_password: "wrong" } }, person.token);
      expect([refused.status, refused.errors]).toEqual([422, { current_password: ["is not right"] }]);
    }
    expect((await server.call(listSessions, {}, other)).status).toBe(200);
    expect((await server.call(endOtherSessions, proof, person.token)).status).toBe(204);
    expect((await server.call(listSessions, {}, other)).status).toBe(401);
    expect((await server.call(listSessions, {}, person.token)).body.entries).toHaveLength(1);
    expect((await server.call(endAllSessions, proof, person.token)).status).toBe(204);
    expect((await server.call(listSessions, {}, person.token)).status).toBe(401);
  }
});

test("decision 2 the link that the command line prints works while the server runs, and no e-mail is sent", async () => {
  const email = freshEmail("first");
  const { token, made } = await staffLink(server.context, { email, name: "First" });
  expect([made, await server.mailsTo(email)]).toEqual([true, []]);
  const created = await create(token, "correct horse battery");
  expect([created.status, created.body.result.role]).toEqual([200, "staff"]);

  const again = await staffLink(server.context, { email, name: "First" });
  expect([again.made, (await server.mailsTo(email)).length]).toEqual([false, 0]);
  expect((await create(again.token, "another horse")).status).toBe(200);
  expect((await server.call(listApplications, {}, created.body.access_token)).status).toBe(401);
  const member = await makeMember(server.context, "customer");
  await expect(staffLink(server.context, { email: member.email, name: "No" })).rejects.toMatchObject({ status: 422 });
});

test("decision 2 the command line prints no link for somebody who was removed from the team, which would not open", async () => {
  const owner = await makeStaff(server.context);
  const removed = await makeStaff(server.context);
  await server.call(removeStaff, { params: { id: removed.id }, body: { reason: "You have left us." } }, owner.token);
  const printing = staffLink(server.context, { email: removed.email, name: "Removed" });
  await expect(printing).rejects.toMatchObject({ status: 409, errors: { base: [teamTexts.invitedAgain] } });
});

test("decision 2 staff who are invited get their link by e-mail", async () => {
  const staff = await makeStaff(server.context);
  const email = freshEmail("second");
  expect((await server.call(inviteStaff, { body: { email, name: "Second" } }, staff.token)).status).toBe(201);
  const token = tokenIn((await server.mailsTo(email))[0]?.links[0]);
  expect((await create(token, "correct horse battery")).status).toBe(200);
});
