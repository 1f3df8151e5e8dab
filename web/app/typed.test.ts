import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftOf } from "./draft.ts";
import { isLike } from "./is-like.ts";
import { currentSession, endSession, signIn, signOut, updateSession } from "./session.ts";
import { sessionKey } from "./stored-session.ts";
import { draftKey, hasTyped, savedInputKey } from "./typed.ts";

beforeEach(() => {
  vi.stubGlobal("localStorage", makeStorage());
  vi.stubGlobal("sessionStorage", makeStorage());
  vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => {} });
  vi.stubGlobal("location", { pathname: "/create-invoice", search: "" });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

function signedIn(email: string) {
  const result = { email, state: "active" as const };
  signIn("advisor", { access_token: "t", token_type: "Bearer", expires_in: 60, result });
}

/** Types a draft, an unsent message and a form's input, as the owner. */
function type(owner: string) {
  localStorage.setItem(draftKey("invoice 12", owner), JSON.stringify({ words: "An invoice" }));
  localStorage.setItem(draftKey("message 7", owner), JSON.stringify({ body: "A thought" }));
  sessionStorage.setItem(savedInputKey, JSON.stringify({ owner, forms: { invoice: "Half of one" } }));
}

const hasWords = (stored: unknown) => isLike({ words: "" }, stored);
const everything = () =>
  [localStorage, sessionStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""),
  );

/** Another tab: its session module, and what that does on a storage event. */
async function openTab() {
  let onStorage = (_event: Partial<StorageEvent>) => {};
  vi.stubGlobal("window", {
    addEventListener: (name: string, listener: typeof onStorage) => {
      if (name === "storage") onStorage = listener;
    },
  });
  vi.resetModules();
  return { ...(await import("./session.ts")), onStorage };
}

describe("A-19 what somebody has typed and not sent", () => {
  it("A-19 goes with Logout, but not what another account typed in this browser, even of a similar address", () => {
    signedIn("a@b.test");
    type("a@b.test");
    const other = draftKey("proposal", "x.a@b.test");
    localStorage.setItem(other, JSON.stringify("Another's"));
    expect(hasTyped("a@b.test")).toBe(true);
    signOut();
    expect(hasTyped("a@b.test")).toBe(false);
    expect(everything()).toEqual([other]);
  });

  it("A-19 a page that is still open after Logout stores nothing", () => {
    signedIn("a@b.test");
    const draft = draftOf("invoice", hasWords);
    draft.write({ words: "Half an invoice" });
    expect(draft.read()).toMatchObject({ words: "Half an invoice" });
    signOut();
    draft.write({ words: "Half an invoice, and a word" });
    expect([draft.read(), everything()]).toEqual([null, []]);
  });

  it("decision 10 of two tabs with a new proposal each neither replaces nor removes what the other has typed", () => {
    signedIn("a@b.test");
    const tab = () => draftOf("proposal", hasWords, 3);
    const [one, other] = [tab(), tab()];
    expect([one.read(), other.read()]).toEqual([null, null]);
    one.write({ words: "For Ada" });
    other.write({ words: "For Grace" });
    one.write({ words: "For Ada, longer" });
    expect(one.request()).not.toBe(other.request());
    expect([one, other].map((draft) => draft.read()?.words)).toEqual(["For Ada, longer", "For Grace"]);
    other.write(null);
    const reloaded = tab();
    expect([reloaded.read()?.words, reloaded.request()]).toEqual(["For Ada, longer", one.request()]);
    // Both show the same now: who types goes on with it, and the other's next letter is a draft of its own.
    reloaded.write({ words: "For Ada, changed" });
    one.write({ words: "For Ada, longer still" });
    reloaded.write(null);
    expect(tab().read()?.words).toBe("For Ada, longer still");
    one.write(null);
    expect(hasTyped("a@b.test")).toBe(false);
  });

  it("decision 7 stays when the session ends by itself, for the member's return", () => {
    signedIn("a@b.test");
    type("a@b.test");
    expect(endSession()).toBe("/sign-in/advisor");
    expect(currentSession()).toBeNull();
    expect(hasTyped("a@b.test")).toBe(true);
    signedIn("a@b.test");
    vi.advanceTimersByTime(61_000);
    expect(currentSession()).toBeNull();
    expect(hasTyped("a@b.test")).toBe(true);
  });

  it("decision 53 stays theirs when their address changes", () => {
    signedIn("a@b.test");
    type("a@b.test");
    updateSession({ email: "new@b.test" });
    expect([hasTyped("a@b.test"), hasTyped("new@b.test")]).toEqual([false, true]);
    expect(draftOf("invoice 12", hasWords).read()).toMatchObject({ words: "An invoice" });
  });

  it("A-19 decision 7 another tab removes its own part when it hears of Logout, and keeps it when the session ended", async () => {
    signedIn("a@b.test");
    type("a@b.test");
    const stored = localStorage.getItem(sessionKey);
    const { onStorage } = await openTab();
    endSession();
    onStorage({ key: sessionKey, oldValue: stored, newValue: null });
    expect(hasTyped("a@b.test")).toBe(true);
    vi.advanceTimersByTime(1000);
    signedIn("a@b.test");
    const later = localStorage.getItem(sessionKey);
    localStorage.removeItem(sessionKey);
    onStorage({ key: sessionKey, oldValue: later, newValue: null });
    expect(hasTyped("a@b.test")).toBe(false);
  });

  it("A-19 a page that slept while its member logged out and another signed in is left for that one's, and asks nothing", async () => {
    const replace = vi.fn();
    vi.stubGlobal("location", { pathname: "/create-invoice", search: "", replace });
    signedIn("a@b.test");
    const { onStorage, isStillSignedIn, updateSession: updateThere } = await openTab();
    expect(isStillSignedIn()).toBe(true);
    // Neither their own new address nor their signing in again is somebody else.
    updateThere({ email: "new@b.test" });
    vi.advanceTimersByTime(1000);
    signedIn("new@b.test");
    onStorage({ key: sessionKey });
    expect([isStillSignedIn(), replace.mock.calls]).toEqual([true, []]);
    vi.advanceTimersByTime(1000);
    signOut();
    signedIn("other@b.test");
    expect(isStillSignedIn()).toBe(false);
    onStorage({ key: sessionKey });
    expect(replace.mock.calls).toEqual([["/create-profile/advisor"]]);
  });
});
