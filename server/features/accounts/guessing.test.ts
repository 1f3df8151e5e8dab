import { requestReset, signIn } from "@plumbline/contract/accounts/contract.ts";
import { expect, test } from "vitest";
import { freshEmail, makeMember } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld({ RATE_LIMIT: "on" });

test("A-15 guessing a password is slowed for the account, known or not, and waiting helps", async () => {
  const { email } = await makeMember(world.house, "customer");
  const attempt = async (address: string, password: string) =>
    world.call(signIn, { body: { email: address, password, owner_type: "customer", grant_type: "password" } });
  for (const address of [email, freshEmail("nobody")]) {
    for (let time = 1; time <= 10; time += 1) expect((await attempt(address, "wrong")).status).toBe(401);
    const refused = await attempt(address, "correct horse battery");
    expect([refused.status, (refused.errors as Record<string, unknown>)["message"]]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts. Please wait 15 minutes/),
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  }
  world.clock.advance(15 * 60 * 1000);
  expect((await attempt(email, "correct horse battery")).status).toBe(200);
});

test("A-21 reset requests are limited per address", async () => {
  const { email } = await makeMember(world.house, "customer");
  const ask = () => world.call(requestReset, { params: { role: "customers" }, body: { email } });
  for (let time = 1; time <= 5; time += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});
