import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./passwords.ts";

test("A-15 a password matches its own hash and no other, letter by letter", async () => {
  const hash = await hashPassword("pässwörd ✓");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches("pässwörd ✓", hash)).toBe(true);
  expect(await passwordMatches("pässwörd", hash)).toBe(false);
  expect(await passwordMatches("pässwörd ✓", null)).toBe(false);
  expect(await passwordMatches("pässwörd ✓", "no hash")).toBe(false);
});

test("A-15 when too many sign in at once the last are asked to come back, and the others are answered", async () => {
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${Buffer.alloc(16).toString("base64")}$${Buffer.alloc(32).toString("base64")}`;
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwordMatches("wrong", cheap)));
  expect(all.filter((each) => each.status === "fulfilled" && !each.value)).toHaveLength(50);
  const asked = all.filter((each) => each.status === "rejected");
  expect(asked).toHaveLength(10);
  expect(asked[0]?.reason).toMatchObject({ status: 429, retryAfter: 5 });
  expect(await passwordMatches("wrong", cheap)).toBe(false);
});
