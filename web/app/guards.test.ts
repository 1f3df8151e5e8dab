import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { membersOnly, only, openToAll, visitorsOnly } from "./guards.ts";
import { takePayoutReturn } from "./payout-return.ts";
import { pendingReturn, rememberReturn } from "./return-to.ts";
import { currentSession, departure, sessionKey, signIn, signOut, type Who } from "./session.ts";

// The browser's part of the stage: a store and an element to mark.
beforeEach(() => {
  vi.stubGlobal("localStorage", aStore());
  vi.stubGlobal("sessionStorage", aStore());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { pathname: "/engagements", search: "?status=accepted" });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function aStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

function signedIn(role: Who, { profile = true, stripe = true } = {}) {
  const result = { email: "a@b", state: "active" };
  const flags = { profile_setup: profile, stripe_setup: stripe };
  signIn(role, { access_token: "t", token_type: "Bearer", expires_in: 60, ...flags, result });
}

/** Where a guard sends whoever asks for a path; null lets them in. */
function sent(guard: typeof membersOnly, path: string): string | null {
  const request = new Request(`http://plumbline.test${path}`);
  try {
    void (guard as (args: unknown, next: unknown) => unknown)({ request, params: {} }, () => undefined);
    return null;
  } catch (thrown) {
    return (thrown as Response).headers.get("location");
  }
}

describe("who may see which page", () => {
  it.each(["/messages/customer", "/engagements", "/invoices/1", "/project/1", "/billing"])(
    "H-06 a visitor at %s lands on home",
    (path) => {
      expect(sent(membersOnly, path)).toBe("/");
    },
  );

  it("decision 50 where a visitor was going is remembered, an address of somebody else's never", () => {
    expect(sent(membersOnly, "/invoices/7?page=2")).toBe("/");
    expect(pendingReturn()).toMatchObject({ path: "/invoices/7?page=2", ended: false });
    for (const path of ["//evil.test", "/\\evil.test", "https://evil.test"]) {
      rememberReturn(path);
      expect(pendingReturn()).toBeNull();
    }
    rememberReturn("/reviews");
    vi.advanceTimersByTime(3_700_000);
    expect(pendingReturn()).toBeNull();
  });

  it("decision 50 a session that runs out leads to its sign-in and back, also in another tab; Logout does not", () => {
    signedIn("customer");
    vi.advanceTimersByTime(61_000);
    expect(currentSession()).toBeNull();
    expect(departure()).toBe("/sign-in/customer");
    expect(pendingReturn()).toMatchObject({ path: "/engagements?status=accepted", ended: true });
    signedIn("customer");
    expect(pendingReturn()).toBeNull();
    signOut();
    expect([departure(), pendingReturn()]).toEqual(["/", null]);
  });

  it("H-06 a session that has run out is a visitor's, and is removed", () => {
    signedIn("customer");
    vi.advanceTimersByTime(61_000);
    expect(sent(membersOnly, "/engagements")).toBe("/");
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });

  it.each(["customer", "advisor"] as const)(
    "H-07 a signed-in %s at a page for visitors lands on the role home",
    (role) => {
      signedIn(role);
      expect(sent(visitorsOnly, "/create-password")).toBe(`/${role}-home`);
    },
  );

  it("H-08 a page of the other role leads to one's own home", () => {
    signedIn("customer");
    expect(sent(only("advisor"), "/create-project")).toBe("/customer-home");
    expect(sent(only("customer"), "/membership")).toBeNull();
    signedIn("staff");
    expect(sent(membersOnly, "/engagements")).toBe("/back-office");
  });

  it.each([
    { profile: false, stripe: false },
    { profile: false, stripe: true },
  ])("H-09 an unfinished customer is sent to finish from everywhere but the legal pages %j", (flags) => {
    signedIn("customer", flags);
    for (const path of ["/customer-home", "/engagements", "/billing"])
      expect(sent(membersOnly, path)).toBe("/create-profile/customer");
    expect(sent(openToAll, "/insights")).toBe("/create-profile/customer");
    for (const path of ["/terms-and-conditions", "/terms-of-service", "/privacy-policy", "/cookie-polices"])
      expect(sent(openToAll, path)).toBeNull();
    expect(sent(membersOnly, "/create-profile/customer")).toBeNull();
  });

  it("N-01 what reaches a member is theirs to choose whether or not they have finished, and a link stops it signed out", () => {
    expect(sent(openToAll, "/unsubscribe/4.reviews.x")).toBeNull();
    expect(sent(membersOnly, "/notifications")).toBe("/");
    for (const role of ["customer", "advisor"] as const) {
      signedIn(role, { profile: false, stripe: false });
      expect(sent(membersOnly, "/notifications")).toBeNull();
      expect(sent(openToAll, "/unsubscribe/4.reviews.x")).toBeNull();
    }
  });

  it("H-09 when a membership has ended, what runs and what is owed stays within reach", () => {
    signedIn("customer", { stripe: false });
    for (const path of [
      "/engagements",
      "/project/4",
      "/invoices",
      "/invoices/4",
      "/billing",
      "/messages/customer",
      "/membership",
    ])
      expect(sent(membersOnly, path)).toBeNull();
    expect(sent(membersOnly, "/search-advisor")).toBe("/create-profile/customer");
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/engagements")).toBe("/create-profile/advisor");
  });

  it("X-02 the payout provider's code is kept in the session, and the advisor goes home with it", () => {
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/create-profile/advisor?code=ac_1&state=s")).toBe("/advisor-home");
    expect(currentSession()?.stripeCode).toBe("ac_1");
    expect(sent(membersOnly, "/advisor-home")).toBeNull();
    expect(takePayoutReturn()).toEqual({ code: "ac_1", state: "s" });
    expect(currentSession()?.stripeCode).toBeNull();
    expect(takePayoutReturn()).toBeNull();
  });

  it("X-02 a code without a state is kept at home only, and marked so that the server can refuse it", () => {
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/engagements?code=ac_1")).toBe("/create-profile/advisor");
    expect(currentSession()?.stripeCode).toBeNull();
    expect(sent(membersOnly, "/advisor-home?code=ac_1")).toBe("/advisor-home");
    expect(takePayoutReturn()).toEqual({ code: "ac_1", state: "not-started-here" });
  });
});
