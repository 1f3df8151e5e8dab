import {
  changePassword,
  createPassword,
  listSessions,
  requestReset,
  signIn,
} from "@plumbline/contract/accounts/contract.ts";
import { signInRefusals, wrongCredentials } from "@plumbline/contract/accounts/rules.ts";
import { endSession } from "@plumbline/contract/accounts/sessions.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import { expect, test } from "vitest";
import { sessionsChanged } from "../../auth/members.ts";
import { freshEmail, makeMember, type Person } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { updateMember } from "./store.ts";

const server = testServer();
const password = "correct horse battery";
const other = "a different sentence";
const customers = { params: { role: "customers" as const } };

const trySignIn = (email: string, given = password, role: "customer" | "advisor" = "customer") =>
  server.call(signIn, { body: { user: role, email, password: given, owner_type: role, grant_type: "password" } });
const refusal = (message: string) => ({ status_code: 401, message });

test("A-15 a wrong password, an unknown address and the sign-in of another role get the same error", async () => {
  const { email } = await makeMember(server.context, "customer");
  for (const attempt of [
    trySignIn(email, other),
    trySignIn(freshEmail("nobody")),
    trySignIn(email, password, "advisor"),
  ]) {
    const { status, errors } = await attempt;
    expect([status, errors]).toEqual([401, refusal(wrongCredentials)]);
  }
});

test.each(accountStates.filter((state) => state !== "active"))(
  "A-11 A-15 an account that is %s gets the reason, but only with the right password",
  async (state) => {
    const { id, email } = await makeMember(server.context, "customer");
    await updateMember(server.context.db, id, { state });
    expect((await trySignIn(email, other)).errors).toEqual(refusal(wrongCredentials));
    expect((await trySignIn(email)).errors).toEqual(refusal(signInRefusals[state as keyof typeof signInRefusals]));
  },
);

test("A-18 M-15 suspending a member ends all their sessions at once", async () => {
  const { id, token } = await makeMember(server.context, "customer");
  expect((await server.call(listSessions, {}, token)).status).toBe(200);
  await updateMember(server.context.db, id, { state: "suspended" });
  sessionsChanged(server.context, id);
  expect((await server.call(listSessions, {}, token)).status).toBe(401);
});

test("A-14 signing in answers a session, and the e-mail's case does not matter", async () => {
  const { email } = await makeMember(server.context, "customer");
  const { status, body } = await trySignIn(email.toUpperCase());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_type: "Bearer",
    stripe_setup: false,
    profile_setup: false,
    result: { email, state: "active" },
  });
  expect(body.expires_in).toBeGreaterThan(3600);
});

async function resetLink({ email }: Person): Promise<string> {
  expect((await server.call(requestReset, { ...customers, body: { user: "customer", email } })).status).toBe(200);
  const mail = (await server.mailsTo(email)).find(({ subject }) => subject === "Reset your password");
  return new URL(mail?.links[0] as string).searchParams.get("token") as string;
}

test("A-21 an unknown address is answered like a known one and gets no e-mail", async () => {
  const known = await makeMember(server.context, "customer");
  const stranger = freshEmail("stranger");
  const answers = await Promise.all(
    [known.email, stranger].map((email) => server.call(requestReset, { ...customers, body: { email } })),
  );
  expect(answers[1]).toMatchObject({ status: answers[0]?.status, body: answers[0]?.body });
  expect(await server.mailsTo(stranger)).toEqual([]);
});

test("A-21 a reset link sets a new password once, ends every session and the old password", async () => {
  const person = await makeMember(server.context, "customer");
  const body = { reset_password_token: await resetLink(person), password: other };
  expect((await server.call(createPassword, { ...customers, body: { ...body, password: "short" } })).errors).toEqual({
    password: ["Please choose at least 8 characters."],
  });
  expect((await server.call(createPassword, { ...customers, body })).status).toBe(200);
  expect((await server.call(listSessions, {}, person.token)).status).toBe(401);
  expect([(await trySignIn(person.email)).status, (await trySignIn(person.email, other)).status]).toEqual([401, 200]);
  expect((await server.call(createPassword, { ...customers, body })).errors).toEqual({
    reset_password_token: ["has expired"],
  });
});

test("A-21 a reset link is no longer valid after an hour, and a newer one ends an older", async () => {
  const person = await makeMember(server.context, "customer");
  const first = await resetLink(person);
  const second = await resetLink(person);
  const used = await server.call(createPassword, {
    ...customers,
    body: { reset_password_token: first, password: other },
  });
  expect(used.errors).toEqual({ reset_password_token: ["has expired"] });
  server.clock.advance(61 * 60 * 1000);
  const late = await server.call(createPassword, {
    ...customers,
    body: { reset_password_token: second, password: other },
  });
  expect(late.errors).toEqual({ reset_password_token: ["is no longer valid"] });
});

test("A-22 A-23 changing the password needs the current one and two that are equal, and ends the other sessions", async () => {
  const person = await makeMember(server.context, "customer");
  const elsewhere = (await trySignIn(person.email)).body.access_token;
  const change = (body: { current_password: string; password: string; confirmPassword: string }) =>
    server.call(changePassword, { ...customers, body }, person.token);
  expect((await change({ current_password: other, password: other, confirmPassword: other })).errors).toEqual({
    current_password: ["is not right"],
  });
  expect((await change({ current_password: password, password: other, confirmPassword: "x" })).errors).toEqual({
    confirmPassword: ["Please enter equal passwords in both fields."],
  });
  const done = await change({ current_password: password, password: other, confirmPassword: other });
  expect([done.status, done.body.message]).toEqual([200, "Your password has been changed."]);
  expect((await server.call(listSessions, {}, elsewhere)).status).toBe(401);
  expect((await server.call(listSessions, {}, person.token)).status).toBe(200);
  expect([(await trySignIn(person.email)).status, (await trySignIn(person.email, other)).status]).toEqual([401, 200]);
});

test("A-18 A-19 decision 8 sessions are listed and revoked by their owner alone, with the password, and expire", async () => {
  const person = await makeMember(server.context, "customer");
  const elsewhere = (await trySignIn(person.email)).body.access_token;
  const sessions = (await server.call(listSessions, {}, person.token)).body.entries;
  const target = sessions.find(({ current }) => !current);
  expect(sessions.length).toBe(2);
  const stranger = await makeMember(server.context, "customer");
  const end = (by: string, current_password = password) =>
    server.call(endSession, { params: { id: target?.id as number }, body: { current_password } }, by);
  await end(stranger.token);
  expect((await end(person.token, other)).errors).toEqual({ current_password: ["is not right"] });
  expect((await server.call(listSessions, {}, elsewhere)).status).toBe(200);
  expect((await end(person.token)).status).toBe(204);
  expect((await server.call(listSessions, {}, elsewhere)).status).toBe(401);
  server.clock.advance(15 * 24 * 3600 * 1000);
  expect((await server.call(listSessions, {}, person.token)).status).toBe(401);
});
