import { readFileSync } from "node:fs";
import {
  changePassword,
  createPassword,
  listSessions,
  requestReset,
  signIn,
} from "@plumbline/contract/accounts/contract.ts";
import { endAllSessions, endOtherSessions } from "@plumbline/contract/accounts/sessions.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  readTwoStep,
  renewRecoveryCodes,
} from "@plumbline/contract/accounts/two-step.ts";
import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { readStaffAccount } from "@plumbline/contract/back-office/contract.ts";
import { listTeam, resetTwoStep } from "@plumbline/contract/back-office/team.ts";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test } from "vitest";
import { routes } from "../../app.ts";
import { freshEmail, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { withSecret, withTwoSteps } from "../../testing/two-steps.ts";
import { findMember } from "./store.ts";
import { findTwoStep } from "./two-step-store.ts";

const server = testServer({ RATE_LIMIT: "on", STAFF_TWO_STEP: "required" });
const password = "correct horse battery";
const enter = ({ email, role }: Person, otp?: string, typed = password) =>
  server.call(signIn, {
    body: { email, password: typed, owner_type: role, grant_type: "password", ...(otp === undefined ? {} : { otp }) },
  });
const asks = async (person: Person, otp?: string) => {
  const { status, errors } = await enter(person, otp);
  return [status, (errors as { otp?: string } | undefined)?.otp];
};
const state = async ({ token }: Person) => (await server.call(readTwoStep, {}, token)).body;

test("G-16 a secret is given for the right password only, and counts only once a code has confirmed it", async () => {
  const member = await makeMember(server.context, "advisor", { password });
  const begin = (typed: string) => server.call(beginTwoStep, { body: { current_password: typed } }, member.token);
  expect((await begin("wrong")).errors).toEqual({ current_password: ["is not right"] });
  const early = await server.call(confirmTwoStep, { body: { otp: "123456" } }, member.token);
  expect([early.status, early.errors]).toEqual([409, { base: [twoStepTexts.notBegun] }]);
  const { wrong } = await withSecret(server, member);
  const refused = await server.call(confirmTwoStep, { body: { otp: wrong() } }, member.token);
  expect([refused.status, refused.errors]).toEqual([422, { otp: [twoStepTexts.wrongCode] }]);
  expect(await state(member)).toMatchObject({ on: false, required: false });
  expect((await enter(member)).status).toBe(200);
});

test("G-16 decision 66 with two steps a password alone is asked for a code, and a code counts once", async () => {
  const { person, code, wrong, used, recoveryCodes } = await withTwoSteps(server);
  expect(recoveryCodes).toHaveLength(10);
  expect(await state(person)).toMatchObject({ on: true, recovery_codes_left: 10 });
  expect(await asks(person)).toEqual([401, "required"]);
  expect((await enter(person, undefined, "a wrong password")).errors).not.toHaveProperty("otp");
  // The code that confirmed the secret was used then.
  expect(await asks(person, used)).toEqual([401, "wrong"]);
  expect(await asks(person, wrong())).toEqual([401, "wrong"]);
  const [first, second] = await Promise.all([enter(person, code(1)), enter(person, code(1))]);
  expect([first.status, second.status].sort()).toEqual([200, 401]);
  server.clock.advance(60_000);
  const spaced = code().replace(/^(...)/, "$1 ");
  expect((await enter(person, ` ${spaced} `)).status).toBe(200);
});

test("G-16 a recovery code opens once however it is typed, new ones end the old ones, and no secret is stored in the clear", async () => {
  const { person, code, recoveryCodes } = await withTwoSteps(server);
  const [one = "", two = "", three = ""] = recoveryCodes;
  expect((await enter(person, one.toLowerCase().replaceAll("-", " "))).status).toBe(200);
  expect(await asks(person, one)).toEqual([401, "wrong"]);
  expect(await state(person)).toMatchObject({ recovery_codes_left: 9 });
  const renew = (otp: string) =>
    server.call(renewRecoveryCodes, { body: { current_password: password, otp } }, person.token);
  expect((await renew("nonsense")).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  const renewed = (await renew(two)).body.recovery_codes;
  expect(await asks(person, three)).toEqual([401, "wrong"]);
  expect((await enter(person, renewed[0])).status).toBe(200);
  const { secret } = (await findTwoStep(server.context.db, person.id)) as { secret: Buffer };
  expect(code()).toMatch(/^\d{6}$/);
  expect(secret.length).toBeGreaterThan(40);
  const { rows } = await server.context.db.execute("select code_hash from recovery_codes");
  expect(JSON.stringify(rows)).not.toContain(renewed[1]);
});

test("G-16 codes are guessed no oftener than passwords", async () => {
  const { person, wrong } = await withTwoSteps(server);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++) statuses.push((await enter(person, wrong())).status);
  expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("G-16 turning it on ends other sessions, and turning it off takes the password and a code", async () => {
  const { context, call } = server;
  const member = await makeMember(context, "customer", { password });
  const other = (await enter(member)).body.access_token;
  const { wrong, recoveryCodes } = await withTwoSteps(server, member);
  expect((await call(listSessions, {}, other)).status).toBe(401);
  const off = (typed: string, otp: string) =>
    call(endTwoStep, { body: { current_password: typed, otp } }, member.token);
  expect((await off("wrong", recoveryCodes[0] as string)).status).toBe(422);
  expect((await off(password, wrong())).status).toBe(422);
  expect((await off(password, recoveryCodes[0] as string)).body).toMatchObject({ on: false, recovery_codes_left: 0 });
  expect((await enter(member)).status).toBe(200);
});

test("G-16 decision 66 a new password leaves the second step on, and a password link asks for a code as well", async () => {
  const { call, mailsTo } = server;
  const { person, wrong, recoveryCodes } = await withTwoSteps(server);
  const changed = { current_password: password, password: "another horse", confirmPassword: "another horse" };
  const change = (otp: string) =>
    call(changePassword, { params: { role: "customers" }, body: { ...changed, otp } }, person.token);
  expect((await change(recoveryCodes[1] as string)).status).toBe(200);
  expect((await enter(person, undefined, "another horse")).errors).toMatchObject({ otp: "required" });
  await call(requestReset, { params: { role: "customers" }, body: { email: person.email } });
  const [mail] = await mailsTo(person.email);
  const token = new URL(mail?.links.find((link) => link.includes("token=")) ?? "").searchParams.get("token") as string;
  const reset = (otp?: string) =>
    call(createPassword, {
      params: { role: "customers" },
      body: { reset_password_token: token, password, ...(otp === undefined ? {} : { otp }) },
    });
  expect((await reset()).errors).toEqual({ otp: [twoStepTexts.needed] });
  expect((await reset(wrong())).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  expect((await reset(recoveryCodes[0])).status).toBe(200);
  expect(await asks(person)).toEqual([401, "required"]);
});

test("G-16 decision 53 with two steps a new password and a new address take a code as well, which counts once", async () => {
  const { call, context, mailsTo } = server;
  const { person, wrong, used, recoveryCodes } = await withTwoSteps(server);
  const [one = "", two = ""] = recoveryCodes;
  const next = "another long enough";
  const newPassword = (otp?: string, current = password) =>
    call(
      changePassword,
      {
        params: { role: "customers" },
        body: {
          current_password: current,
          password: next,
          confirmPassword: next,
          ...(otp === undefined ? {} : { otp }),
        },
      },
      person.token,
    );
  const moved = freshEmail("moved");
  const newAddress = (otp?: string, current = password) =>
    call(
      saveCustomerProfile,
      {
        body: { customer_profile: { email: moved, current_password: current, ...(otp === undefined ? {} : { otp }) } },
      },
      person.token,
    );
  const hash = async () => (await findMember(context.db, person.id))?.passwordHash;
  const before = await hash();
  for (const act of [newPassword, newAddress]) {
    for (const otp of [undefined, ""]) {
      const asked = await act(otp);
      expect([asked.status, asked.errors]).toEqual([422, { otp: [twoStepTexts.needed] }]);
    }
    // The code that confirmed the secret was used then.
    for (const otp of [wrong(), "nonsense", used])
      expect((await act(otp)).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
    expect((await act("x".repeat(41))).status).toBe(422);
    // A wrong password is said first, and spends no code.
    expect((await act(one, "wrong")).errors).toEqual({ current_password: ["is not right"] });
  }
  expect(await hash()).toBe(before);
  expect(await mailsTo(moved)).toEqual([]);
  expect(await state(person)).toMatchObject({ recovery_codes_left: 10 });
  // What does not change the address asks for nothing.
  const phone = { customer_profile: { phone_number: "020 7946 0000" } };
  expect((await call(saveCustomerProfile, { body: phone }, person.token)).status).toBe(200);
  expect((await newAddress(one)).status).toBe(200);
  expect((await mailsTo(moved)).map(({ subject }) => subject)).toEqual(["Please confirm your new e-mail address"]);
  expect((await newPassword(one)).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  expect((await newPassword(two)).status).toBe(200);
  expect(await hash()).not.toBe(before);
  expect(await state(person)).toMatchObject({ recovery_codes_left: 8 });
});

test("G-16 decision 8 with two steps ending sessions takes a code as well, which counts once", async () => {
  const { call } = server;
  const { person, wrong, used, recoveryCodes } = await withTwoSteps(server);
  const end = (
    otp: string | undefined,
    declaration: typeof endOtherSessions | typeof endAllSessions = endOtherSessions,
  ) => call(declaration, { body: { current_password: password, ...(otp !== undefined && { otp }) } }, person.token);
  for (const otp of [undefined, ""]) expect((await end(otp)).errors).toEqual({ otp: [twoStepTexts.needed] });
  for (const otp of [wrong(), used]) expect((await end(otp)).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  expect((await end(recoveryCodes[0])).status).toBe(204);
  expect((await end(recoveryCodes[0], endAllSessions)).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  expect((await call(listSessions, {}, person.token)).status).toBe(200);
  expect((await end(recoveryCodes[1], endAllSessions)).status).toBe(204);
  expect((await call(listSessions, {}, person.token)).status).toBe(401);
});

test("G-16 decision 49 codes for a new password and a new address are guessed no oftener than passwords", async () => {
  const { call } = server;
  const { person, wrong, recoveryCodes } = await withTwoSteps(server);
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    const body = { customer_profile: { email: freshEmail("thief"), current_password: password, otp: wrong() } };
    statuses.push((await call(saveCustomerProfile, { body }, person.token)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
  const body = {
    current_password: password,
    password: "a long one",
    confirmPassword: "a long one",
    otp: recoveryCodes[0],
  };
  expect((await call(changePassword, { params: { role: "customers" }, body }, person.token)).status).toBe(429);
});

test("G-17 staff who must sign in with two steps can set them up and do nothing else, on any endpoint", async () => {
  const { context, call, url } = server;
  const staff = await makeStaff(context, { password });
  let refused = 0;
  for (const { declaration } of routes(context)) {
    if (declaration.for !== "staff" && declaration.for !== "account") continue;
    const answer = await fetch(url + urlOf(declaration, { params: { id: "1", role: "staff" } }), {
      method: declaration.method,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    if (declaration.path.startsWith("/api/two_step") && !/off|recovery/.test(declaration.path)) continue;
    if (declaration.path === "/api/back-office/me") continue;
    refused += 1;
    expect([declaration.method, declaration.path, answer.status]).toEqual([declaration.method, declaration.path, 409]);
    expect(await answer.json()).toMatchObject({ errors: { base: [twoStepTexts.setUpFirst] } });
  }
  expect(refused).toBeGreaterThan(20);
  expect((await call(readStaffAccount, {}, staff.token)).body).toMatchObject({ must_set_up_two_step: true });
  await withTwoSteps(server, staff);
  expect((await call(listTeam, {}, staff.token)).status).toBe(200);
  expect((await call(readStaffAccount, {}, staff.token)).body).toMatchObject({ must_set_up_two_step: false });
  expect((await call(endTwoStep, { body: { current_password: password, otp: "1" } }, staff.token)).errors).toEqual({
    base: [twoStepTexts.required],
  });
});

test("G-16 an owner resets a colleague's second step with a reason, which ends their sessions and is told to them", async () => {
  const { context, call, mailsTo } = server;
  const { person: owner } = await withTwoSteps(server, await makeStaff(context, { password }));
  const { person: colleague } = await withTwoSteps(server, await makeStaff(context, { role: "support", password }));
  const reset = () =>
    call(resetTwoStep, { params: { id: colleague.id }, body: { reason: "Their phone was stolen." } }, owner.token);
  expect((await reset()).body).toMatchObject({ two_step: false, sessions: 0 });
  expect((await call(readStaffAccount, {}, colleague.token)).status).toBe(401);
  expect((await reset()).status).toBe(409);
  expect((await mailsTo(colleague.email))[0]?.text).toContain("Their phone was stolen.");
  const again = (await enter(colleague)).body.access_token;
  expect((await call(readStaffAccount, {}, again)).body).toMatchObject({ must_set_up_two_step: true });
});

test("G-16 a new installation key, made as the book of operations says, opens no old session and asks for new second steps", async () => {
  const { person } = await withTwoSteps(server);
  const [, steps = ""] = readFileSync("docs/operations.md", "utf8").split("\n## What to keep\n");
  const statements = (steps.split("\n## ")[0] ?? "").replace(/\s+/g, " ").match(/delete from \w+;/g) ?? [];
  expect(statements).toHaveLength(5);
  const before = server.context.secret;
  for (const statement of statements) await server.context.db.execute(statement);
  await server.restart();
  expect(server.context.secret).not.toBe(before);
  expect((await server.call(readTwoStep, {}, person.token)).status).toBe(401);
  const again = await enter(person);
  expect(again.status).toBe(200);
  expect(await state({ ...person, token: again.body.access_token })).toMatchObject({ on: false });
});
