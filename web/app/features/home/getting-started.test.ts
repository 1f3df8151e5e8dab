import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { dotted } from "../../dotted.ts";
import { advisorPath, customerPath } from "./getting-started.ts";

const named = (name: string) => ({ id: 1, name });
const plan = {
  name: "Annual",
  price_id: "price_1",
  status: "active",
  current_period_end: "2027-11-21T10:00:00Z",
  cancel_at_period_end: false,
};
const own = { profile_setup: true, stripe_setup: true, current_package: plan };
const preference = {
  industry: named("Healthcare"),
  company_size: named("11–50 people"),
  expertise_areas: [named("Fundraising"), named("Finance")],
};
const conversation = (answered_at: string | null) => ({
  answered_at,
  receiver: { id: 7, name: "Nora Ives", photo: null, subtitle: null },
  last_message: null,
});
const project = (status: Project["status"]) => ({ status });
const nothing = { own, projects: [], conversations: [], incomplete: false };
const done = (path: ReturnType<typeof customerPath>) => path?.map((step) => step.done);

test.each([
  ["nothing but a membership", { ...nothing, preference: null }, [true, false, false, false]],
  ["half a preference", { ...nothing, preference: { ...preference, industry: null } }, [true, false, false, false]],
  ["the answers of the onboarding", { ...nothing, preference }, [true, true, false, false]],
  ["a message sent", { ...nothing, preference, conversations: [conversation(null)] }, [true, true, true, false]],
  ["a proposal", { ...nothing, preference, projects: [project("proposed")] }, [true, true, true, false]],
  ["a rejected proposal", { ...nothing, preference, projects: [project("rejected")] }, [true, true, true, false]],
])("H-17 a customer with %s has these steps behind them", (_, known, expected) => {
  expect(done(customerPath(known))).toEqual(expected);
});

test.each([
  ["an incomplete profile", { ...nothing, own: { ...own, profile_setup: false, stripe_setup: false } }, 0],
  ["no payout account", { ...nothing, own: { ...own, stripe_setup: false } }, 1],
  ["everything set up", nothing, 2],
  ["a customer's question", { ...nothing, conversations: [conversation(null)] }, 2],
  [
    "an answer, also after newer questions",
    { ...nothing, conversations: [conversation(null), conversation("2026-11-22T10:00:00Z")] },
    3,
  ],
  ["a proposal", { ...nothing, projects: [project("edit_suggested")] }, 3],
])("H-17 an advisor with %s has so many steps behind them", (_, known, count) => {
  expect(done(advisorPath(known))).toEqual([0, 1, 2, 3].map((step) => step < count));
});

test.each(["accepted", "in_progress", "completed"] as const)(
  "H-17 the path ends with an engagement that is %s",
  (status) => {
    const known = { ...nothing, projects: [project("proposed"), project(status)] };
    expect([customerPath({ ...known, preference: null }), advisorPath(known)]).toEqual([null, null]);
  },
);

test("H-17 a path that did not load completely is not shown, because a finished step could look unfinished", () => {
  expect(advisorPath({ ...nothing, incomplete: true })).toBeNull();
  expect(customerPath({ ...nothing, own: null, preference })).toBeNull();
});

test("H-17 each step shows its progress and links to the page where it is done", () => {
  const steps = customerPath({ ...nothing, preference });
  expect(steps?.map(({ about }) => about).slice(0, 2)).toEqual([
    "Annual, renews on 21 November 2027",
    dotted("Fundraising, Finance", "11–50 people"),
  ]);
  const ending = { ...own, current_package: { ...plan, cancel_at_period_end: true } };
  expect(customerPath({ ...nothing, own: ending, preference })?.[0]?.about).toBe("Annual, until 21 November 2027");
  const waiting = advisorPath({ ...nothing, conversations: [conversation(null)] })?.[2];
  expect([waiting?.about, waiting?.to]).toEqual(["Nora Ives has written to you", "/messages/7"]);
  expect(advisorPath(nothing)?.[2]?.to).toBeNull();
});
