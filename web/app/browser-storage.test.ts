import { afterEach, expect, test, vi } from "vitest";
import { readStored, readText, storedKeys, writeStored, writeText } from "./browser-storage.ts";
import { currentSession, signIn, signOut, signOutAfter } from "./session.ts";
import { sessionKey } from "./stored-session.ts";
import { hasTyped } from "./typed.ts";

const refuse = () => {
  throw new DOMException("refused", "SecurityError");
};
const full = (kept: Record<string, string>) => ({
  length: Object.keys(kept).length,
  key: (index: number) => Object.keys(kept)[index] ?? null,
  getItem: (key: string) => kept[key] ?? null,
  setItem: refuse,
  removeItem: (key: string) => delete kept[key],
});
const blocked = { length: 1, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse };
const answer = {
  access_token: "t",
  token_type: "Bearer",
  expires_in: 60,
  device_token: "d",
  result: { email: "a@b", state: "active" as const },
};

function storedIn(local: unknown, session: unknown = local) {
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { pathname: "/", search: "" });
}

afterEach(() => vi.useRealTimers());

test.each([
  ["full", full({})],
  ["blocked", blocked],
  ["missing", undefined],
])("A-18 where storage is %s nothing is kept, and nothing fails", async (_name, storage) => {
  storedIn(storage);
  writeText("local", "a", "b");
  writeStored("session", "a", {});
  expect([readText("local", "a"), readStored("session", "a"), storedKeys("local")]).toEqual([null, null, []]);
  signIn("customer", answer);
  expect(currentSession()).toBeNull();
  expect(hasTyped("a@b")).toBe(false);
  await signOutAfter(async () => {});
  signOut();
});

const stored = {
  user: "customer",
  email: "a@b",
  access_token: "t",
  token_type: "Bearer",
  expires_at: Date.now() + 60_000,
};
test.each([
  ["as it is written", {}, true],
  ["with more than this version knows", { more: 1 }, true],
  ["of nobody's role", { user: "owner" }, false],
  ["without an end", { expires_at: undefined }, false],
  ["with an end that is no time", { expires_at: "tomorrow" }, false],
  ["with a token that no header can have", { access_token: "a\nb" }, false],
  ["with a token that is no text", { access_token: { a: 1 } }, false],
])("A-18 a stored session %s is one: %s → %s", (_name, changes, isOne) => {
  vi.useFakeTimers();
  storedIn(full({ [sessionKey]: JSON.stringify({ ...stored, ...changes }) }), full({}));
  expect(currentSession() !== null).toBe(isOne);
});

test.each(["{", "5", "[]", "null", '"text"', "true", ""])("A-18 %s is no session", (text) => {
  storedIn(full({ [sessionKey]: text }), full({}));
  expect(currentSession()).toBeNull();
});
