import { expect, test } from "vitest";
import { openPasswords } from "./passwords.ts";

const passwords = openPasswords();

test("A-15 a password matches its own hash only, to the last character", async () => {
  const hash = await passwords.hash("pässwörd ✓");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches("pässwörd ✓", hash)).toBe(true);
  expect(await passwords.matches("pässwörd", hash)).toBe(false);
  expect(await passwords.matches("pässwörd ✓", null)).toBe(false);
  expect(await passwords.matches("pässwörd ✓", "no hash")).toBe(false);
});

test("A-15 when the queue of password hashes is full, further sign-ins get 429 and the queued ones complete", async () => {
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${Buffer.alloc(16).toString("base64")}$${Buffer.alloc(32).toString("base64")}`;
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches("wrong", cheap)));
  expect(all.filter((each) => each.status === "fulfilled" && !each.value)).toHaveLength(50);
  const asked = all.filter((each) => each.status === "rejected");
  expect(asked).toHaveLength(10);
  expect(asked[0]?.reason).toMatchObject({ status: 429, retryAfter: 5 });
  expect(await passwords.matches("wrong", cheap)).toBe(false);
});
