import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { membersOnly, only, openToAll, visitorsOnly } from "./guards.ts";
import { showOutcome, takePayoutReturn } from "./payout-return.ts";
import { pendingReturn, rememberReturn, takeReturn } from "./return-to.ts";
import { currentSession, departure, endSession, signIn, signOut, signOutAfter } from "./session.ts";
import { sessionKey, type Who } from "./stored-session.ts";

const sayWhy = vi.hoisted(() => vi.fn());
vi.mock("./shell/led-home.ts", () => ({ sayWhy }));

// Replaces the browser's storage, document and address.
beforeEach(() => {
  vi.stubGlobal("localStorage", makeStorage());
  vi.stubGlobal("sessionStorage", makeStorage());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { pathname: "/engagements", search: "?status=accepted" });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

function signedIn(role: Who, { profile = true, stripe = true } = {}) {
  const result = { email: "a@b", state: "active" as const };
  const flags = { profile_setup: profile, stripe_setup: stripe };
  signIn(role, { access_token: "t", token_type: "Bearer", expires_in: 60, ...flags, result });
}

/** Where a guard redirects a request for a path; null when it does not. */
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
  it.each(["/messages/customer", "/engagements", "/invoices/1", "/project/1", "/billing", "/spending"])(
    "H-06 a visitor at %s lands on home",
    (path) => {
      expect(sent(membersOnly, path)).toBe("/");
    },
  );

  it("decision 50 the page that a visitor wanted is remembered, but no address of another site", () => {
    expect(sent(membersOnly, "/invoices/7?page=2")).toBe("/");
    expect(pendingReturn()).toMatchObject({ path: "/invoices/7?page=2", owner: null });
    for (const path of ["//evil.test", "/\\evil.test", "https://evil.test"]) {
      rememberReturn(path);
      expect(pendingReturn()).toBeNull();
    }
    rememberReturn("/reviews");
    vi.advanceTimersByTime(3_700_000);
    expect(pendingReturn()).toBeNull();
  });

  it("decision 50 an expired session leads to its sign-in and back, also in another tab; Logout does not", () => {
    signedIn("customer");
    vi.advanceTimersByTime(61_000);
    expect(currentSession()).toBeNull();
    expect(departure()).toBe("/sign-in/customer");
    expect(pendingReturn()).toMatchObject({ path: "/engagements?status=accepted", owner: "a@b" });
    signedIn("customer");
    expect(pendingReturn()).toBeNull();
    signOut();
    expect([departure(), pendingReturn()]).toEqual(["/", null]);
    // A call that the page makes while it is being left finds no session, and redirects nowhere else.
    expect(endSession()).toBe("/");
  });

  it("decision 50 what a visitor asked for is anybody's; where a session ended, only its own member goes on", () => {
    rememberReturn("/invoices/7");
    expect([takeReturn("a@b"), takeReturn("a@b")]).toEqual(["/invoices/7", null]);
    for (const [email, path] of [
      ["a@b", "/engagements?status=accepted"],
      ["other@b", null],
    ] as const) {
      signedIn("customer");
      endSession();
      expect(takeReturn(email)).toBe(path);
      expect(pendingReturn()).toBeNull();
    }
  });

  it("M-06 a session that a call finds ended while its member signs out has not ended by itself", async () => {
    signedIn("customer");
    await signOutAfter(async () => expect(endSession()).toBe("/"));
    expect([currentSession(), departure(), pendingReturn()]).toEqual([null, "/", null]);
    signedIn("customer");
    await expect(signOutAfter(() => Promise.reject(new Error("unreachable")))).rejects.toThrow("unreachable");
    expect(currentSession()).not.toBeNull();
    expect(endSession()).toBe("/sign-in/customer");
  });

  it("M-06 another tab that hears of the ended session before this one's answer takes it for the logout that it is", async () => {
    signedIn("customer");
    vi.resetModules();
    const otherTab = await import("./session.ts");
    expect(otherTab.currentSession()).not.toBeNull();
    await signOutAfter(async () => {
      expect(otherTab.endSession()).toBe("/");
      expect(pendingReturn()).toBeNull();
    });
    signedIn("customer");
    expect(otherTab.endSession()).toBe("/sign-in/customer");
  });

  it("H-06 decision 50 a tab that a guard or a call tells of the ended session, before the storage event, leads to sign in", async () => {
    const nothing = () => {};
    const openTab = async () => {
      vi.stubGlobal("window", { addEventListener: nothing });
      Object.assign(document, { addEventListener: nothing });
      vi.resetModules();
      return { ...(await import("./session.ts")), ...(await import("./guards.ts")) };
    };
    signedIn("customer");
    const [guarded, calling] = [await openTab(), await openTab()];
    const told: unknown[] = [];
    guarded.onSessionEnd(({ email }) => told.push(email));
    endSession();
    expect(sent(guarded.membersOnly, "/invoices/7")).toBe("/sign-in/customer");
    expect([told, pendingReturn()]).toEqual([["a@b"], expect.objectContaining({ path: "/invoices/7", owner: "a@b" })]);
    expect([calling.endSession(), calling.departure()]).toEqual(["/sign-in/customer", "/sign-in/customer"]);
    // A Logout elsewhere is none.
    vi.advanceTimersByTime(1000);
    signedIn("customer");
    const other = await openTab();
    signOut();
    expect([sent(other.membersOnly, "/invoices/7"), other.departure()]).toEqual(["/", "/"]);
    expect(pendingReturn()).toMatchObject({ owner: null });
  });

  it("H-06 an expired session counts as a visitor's, and is removed", () => {
    signedIn("customer");
    vi.advanceTimersByTime(61_000);
    expect(sent(membersOnly, "/engagements")).toBe("/");
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });

  it.each(["customer", "advisor"] as const)(
    "H-07 a signed-in %s at a page for visitors lands on the role's home",
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
  ])(
    "H-09 a customer with an unfinished profile is sent to finish it from every page but the legal ones %j",
    (flags) => {
      signedIn("customer", flags);
      for (const path of ["/customer-home", "/engagements", "/billing"])
        expect(sent(membersOnly, path)).toBe("/create-profile/customer");
      expect(sent(openToAll, "/insights")).toBe("/create-profile/customer");
      for (const path of ["/terms-and-conditions", "/terms-of-service", "/privacy-policy", "/cookie-polices"])
        expect(sent(openToAll, path)).toBeNull();
      expect(sent(membersOnly, "/create-profile/customer")).toBeNull();
    },
  );

  it("N-01 preferences can be changed with an unfinished profile, and an unsubscribe link works signed out", () => {
    expect(sent(openToAll, "/unsubscribe/4.reviews.x")).toBeNull();
    expect(sent(membersOnly, "/notifications")).toBe("/");
    for (const role of ["customer", "advisor"] as const) {
      signedIn(role, { profile: false, stripe: false });
      expect(sent(membersOnly, "/notifications")).toBeNull();
      expect(sent(openToAll, "/unsubscribe/4.reviews.x")).toBeNull();
    }
  });

  it("A-06 decision 53 the links of e-mails open with an unfinished profile too", () => {
    for (const role of ["customer", "advisor"] as const) {
      signedIn(role, { profile: false, stripe: false });
      for (const path of ["/approval/advisor?token=x", "/confirm-email?token=x", "/application/x", "/reference/x"])
        expect(sent(openToAll, path)).toBeNull();
    }
  });

  it("H-07 H-08 who is led home is told as whom they are signed in", async () => {
    signedIn("customer");
    for (const [guard, path] of [
      [visitorsOnly, "/create-password?token=x"],
      [only("advisor"), "/create-invoice"],
    ] as const) {
      sayWhy.mockClear();
      sent(guard, path);
      await vi.waitFor(() => expect(sayWhy).toHaveBeenCalledExactlyOnceWith("a@b"));
    }
  });

  it("H-09 after a membership has ended, open engagements and invoices stay reachable", () => {
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

  it("X-02 the payout provider's code is stored in the session, and the advisor is sent home with it", () => {
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/create-profile/advisor?code=ac_1&state=s")).toBe("/advisor-home");
    expect(currentSession()?.stripeCode).toBe("ac_1");
    expect(sent(membersOnly, "/advisor-home")).toBeNull();
    expect(takePayoutReturn()).toEqual({ code: "ac_1", state: "s" });
    expect(currentSession()?.stripeCode).toBeNull();
    expect(takePayoutReturn()).toBeNull();
  });

  it("X-02 the advisor's home stays open while it shows what came of the code, whatever loads it again", () => {
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/advisor-home")).toBe("/create-profile/advisor");
    showOutcome(true);
    expect([sent(membersOnly, "/advisor-home"), sent(membersOnly, "/engagements")]).toEqual([
      null,
      "/create-profile/advisor",
    ]);
    showOutcome(false);
    expect(sent(membersOnly, "/advisor-home")).toBe("/create-profile/advisor");
  });

  it("X-02 a code without a state is stored only at the advisor's home, and marked so that the server can refuse it", () => {
    signedIn("advisor", { stripe: false });
    expect(sent(membersOnly, "/engagements?code=ac_1")).toBe("/create-profile/advisor");
    expect(sent(membersOnly, "/advisor-home?error=access_denied")).toBe("/create-profile/advisor?payout-refused");
    expect(currentSession()?.stripeCode).toBeNull();
    expect(sent(membersOnly, "/advisor-home?code=ac_1")).toBe("/advisor-home");
    expect(takePayoutReturn()).toEqual({ code: "ac_1", state: "not-started-here" });
  });
});
