import { requestReset, signIn } from "@plumbline/contract/accounts/contract.ts";
import { expect, test } from "vitest";
import { freshEmail, makeMember } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const written: string[] = [];
const server = testServer(
  { RATE_LIMIT: "on", LOG_LEVEL: "info" },
  { logTo: { write: (line) => void written.push(line) } },
);

test("A-15 password attempts are limited per account, whether or not it exists, and allowed again later", async () => {
  const { email } = await makeMember(server.context, "customer");
  const attempt = async (address: string, password: string) =>
    server.call(signIn, { body: { email: address, password, owner_type: "customer", grant_type: "password" } });
  for (const address of [email, freshEmail("nobody")]) {
    for (let time = 1; time <= 10; time += 1) expect((await attempt(address, "wrong")).status).toBe(401);
    const refused = await attempt(address, "correct horse battery");
    expect([refused.status, (refused.errors as Record<string, unknown>)["message"]]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts. Please wait 15 minutes/),
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  }
  server.clock.advance(15 * 60 * 1000);
  expect((await attempt(email, "correct horse battery")).status).toBe(200);
});

test("A-21 decision 49 a sixth reset request in an hour gets the same answer and sends nothing", async () => {
  const { email } = await makeMember(server.context, "customer");
  const before = (await server.mailsTo(email)).length;
  server.clock.advance(60 * 60 * 1000);
  const ask = () => server.call(requestReset, { params: { role: "customers" }, body: { email } });
  const first = await ask();
  for (let time = 2; time <= 8; time += 1) {
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([200, first.body]);
  }
  expect((await server.mailsTo(email)).length - before).toBe(5);
});

test("A-15 the log has each refused sign-in by account, source and reason, and nothing that was typed", async () => {
  const { id, email } = await makeMember(server.context, "advisor");
  const unknown = freshEmail("nobody");
  const typed = "a password that is wrong";
  const since = written.length;
  for (const address of [unknown, ...Array.from({ length: 11 }, () => email)])
    await server.call(signIn, {
      body: { email: address, password: typed, owner_type: "advisor", grant_type: "password" },
    });
  const lines = written.slice(since);
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a sign-in was refused");
  expect(refused.map(({ member, reason }) => [member, reason])).toEqual([
    [null, "wrong password"],
    ...Array.from({ length: 10 }, () => [id, "wrong password"]),
    [id, "too many attempts"],
  ]);
  for (const { role, source, time } of refused)
    expect([role, typeof source, typeof time]).toEqual(["advisor", "string", "number"]);
  for (const secret of [typed, unknown, email]) expect(lines.join("")).not.toContain(secret);
});
