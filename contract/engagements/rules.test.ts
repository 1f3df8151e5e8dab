import { expect, test } from "vitest";
import { createReview } from "../reviews/contract.ts";
import { nothingNew, sanctionTexts, standings } from "../sanctions/rules.ts";
import {
  acceptProject,
  askForReview,
  completeProject,
  createProject,
  rejectProject,
  startProject,
  suggestEdit,
  updateProject,
} from "./contract.ts";
import {
  actions,
  allowedActions,
  bannerFor,
  beginning,
  buttonsFor,
  changesBetween,
  endBeforeStart,
  type Facts,
  heldBackReason,
  refusalReason,
  statuses,
  statusLabels,
  takesInvoices,
  termsErrors,
  totalOf,
  totalTooLarge,
  totalTooSmall,
  transitionFor,
  transitions,
} from "./rules.ts";

const today = "2026-11-21";
const facts = (status: Facts["status"], more: Partial<Facts> = {}): Facts => ({
  status,
  startDate: "2026-11-24",
  reviewed: false,
  reviewAskedOn: null,
  standings: { customer: "open", advisor: "open" },
  ...more,
});

// biome-ignore format: a table is read by its columns
test.each([
  ["proposed",       ["accept", "reject", "suggest_edit"], []],
  ["accepted",       ["start"],                            ["start"]],
  ["in_progress",    ["complete"],                         ["complete"]],
  ["edit_suggested", [],                                   ["update"]],
  ["rejected",       [],                                   []],
  ["completed",      ["review"],                           ["ask_for_review"]],
] as const)("E-23 E-24 on %s the customer may %j and the advisor %j", (status, customer, advisor) => {
  expect(allowedActions(facts(status), "customer", today)).toEqual(customer);
  expect(allowedActions(facts(status), "advisor", today)).toEqual(advisor);
});

test("E-24 every status is reachable through the table, and nothing leads out of rejected", () => {
  for (const { from, to } of transitions) for (const each of [from ?? "proposed", to]) expect(statuses).toContain(each);
  expect(transitions.filter(({ from }) => from === "rejected")).toEqual([]);
  expect(statuses.filter((status) => !transitions.some(({ to }) => to === status))).toEqual([]);
});

// biome-ignore format: a table is read by its columns
test.each([
  ["2026-11-20", "in_progress"],
  ["2026-11-21", "in_progress"],
  ["2026-11-22", "accepted"],
])("E-10 a proposal that starts on %s is %s once accepted on the 21st", (startDate, to) => {
  expect(transitionFor(facts("proposed", { startDate }), "accept", "customer", today)?.to).toBe(to);
});

test("E-10 the scheduled job starts an accepted engagement on its start date and does nothing else", () => {
  expect(transitionFor(facts("accepted"), "start", "clock", "2026-11-23")).toBeNull();
  expect(transitionFor(facts("accepted"), "start", "clock", "2026-11-24")?.to).toBe("in_progress");
  for (const status of statuses)
    for (const { action } of transitions)
      if (status !== "accepted") expect(transitionFor(facts(status), action, "clock", "2027-01-01")).toBeNull();
});

test("E-15 R-02 a review can be requested once a day and left once, and not requested afterwards", () => {
  expect(allowedActions(facts("completed", { reviewAskedOn: today }), "advisor", today)).toEqual([]);
  expect(allowedActions(facts("completed", { reviewAskedOn: "2026-11-20" }), "advisor", today)).toEqual([
    "ask_for_review",
  ]);
  expect(allowedActions(facts("completed", { reviewed: true }), "advisor", today)).toEqual([]);
  expect(allowedActions(facts("completed", { reviewed: true }), "customer", today)).toEqual([]);
  expect(refusalReason(facts("completed", { reviewAskedOn: today }), "ask_for_review", "advisor", today)).toBe(
    "You have asked for a review today. You can ask again tomorrow.",
  );
  expect(refusalReason(facts("completed", { reviewed: true }), "review", "customer", today)).toBe(
    "This engagement has its review already.",
  );
  expect(refusalReason(facts("in_progress"), "accept", "customer", today)).toBe(
    "This engagement is in progress now, so it cannot be accepted.",
  );
  expect(refusalReason(facts("edit_suggested"), "accept", "customer", today)).toBe(
    "This engagement was sent back for changes, so it cannot be accepted.",
  );
});

const standingPairs = standings.flatMap((customer) => standings.map((advisor) => ({ customer, advisor })));
const held = standingPairs.filter(({ customer, advisor }) => customer !== "open" || advisor !== "open");

// biome-ignore format: a table is read by its columns
test.each([
  ["proposed",       ["reject"],   [],                 ["customer"]],
  ["accepted",       ["start"],    ["start"],          []],
  ["in_progress",    ["complete"], ["complete"],       []],
  ["edit_suggested", [],           [],                 ["advisor"]],
  ["rejected",       [],           [],                 []],
  ["completed",      ["review"],   ["ask_for_review"], []],
] as const)("G-61 on %s, if either may begin nothing new, the customer may %j and the advisor %j; %j read why not more", (status, customer, advisor, told) => {
  for (const each of held) {
    const engagement = facts(status, { standings: each });
    expect(allowedActions(engagement, "customer", today)).toEqual(customer);
    expect(allowedActions(engagement, "advisor", today)).toEqual(advisor);
    for (const role of ["customer", "advisor"] as const) {
      const own = each[role];
      const reason = own === "open" ? sanctionTexts.counterpartAway : nothingNew(own);
      expect(heldBackReason(engagement, role, today)).toBe(told.some((one) => one === role) ? reason : null);
    }
  }
  for (const role of ["customer", "advisor"] as const) expect(heldBackReason(facts(status), role, today)).toBeNull();
});

test("G-61 the refusal says whose account it is, and of the other's no more than that", () => {
  const refusal = (standings: Facts["standings"]) =>
    refusalReason(facts("proposed", { standings }), "accept", "customer", today);
  expect(refusal({ customer: "open", advisor: "suspended" })).toBe(sanctionTexts.counterpartAway);
  expect(refusal({ customer: "open", advisor: "restricted" })).toBe(sanctionTexts.counterpartAway);
  expect(refusal({ customer: "restricted", advisor: "suspended" })).toBe(nothingNew("restricted"));
  const ended = facts("completed", { standings: { customer: "open", advisor: "restricted" } });
  expect(refusalReason(ended, "accept", "customer", today)).toContain("completed now");
});

test("G-61 the actions that begin something new are those whose calls say so", () => {
  const calls = {
    create: createProject,
    accept: acceptProject,
    reject: rejectProject,
    suggest_edit: suggestEdit,
    update: updateProject,
    start: startProject,
    complete: completeProject,
    ask_for_review: askForReview,
    review: createReview,
  };
  expect(actions.filter((action) => calls[action].startsNew)).toEqual(beginning);
});

// biome-ignore format: a table is read by its columns
test.each([
  ["proposed",       "Waiting for Customer Response.", "Waiting for Customer Response."],
  ["accepted",       null,                             "Send invoice for payment."],
  ["in_progress",    null,                             null],
  ["edit_suggested", "You have requested changes in the project. Waiting for advisor response.",
                     "Customer has requested a change to your proposal. Please edit the project and submit again."],
  ["rejected",       "Project is rejected.",           "Project is rejected."],
  ["completed",      "Project is completed.",          "Project is completed."],
] as const)("E-22 the banner of %s is %j for the customer and %j for the advisor", (status, customer, advisor) => {
  expect([bannerFor(status, "customer"), bannerFor(status, "advisor")]).toEqual([customer, advisor]);
});

test("E-23 the buttons are exactly the allowed actions", () => {
  for (const status of statuses)
    for (const role of ["customer", "advisor"] as const) {
      const allowed = allowedActions(facts(status), role, today);
      expect(
        buttonsFor(allowed, role)
          .map(({ action }) => action)
          .toSorted(),
      ).toEqual(allowed.toSorted());
    }
});

test("E-23 invoices can be sent only while work is in progress", () => {
  expect(statuses.filter(takesInvoices)).toEqual(["in_progress"]);
});

test("E-19 labels", () => {
  expect(Object.values(statusLabels)).toEqual([
    "PROPOSED",
    "ACCEPTED",
    "IN PROGRESS",
    "EDIT SUGGESTED",
    "REJECTED",
    "COMPLETED",
  ]);
});

test("E-07 E-27 the total is fee times units, rounded half up to the penny once", () => {
  expect(totalOf({ unitPricePence: 10_050, unitsHundredths: 250 })).toBe(25_125);
  expect(totalOf({ unitPricePence: 1, unitsHundredths: 50 })).toBe(1);
  expect(totalOf({ unitPricePence: 1, unitsHundredths: 49 })).toBe(0);
});

test("E-07 limits that depend on several fields", () => {
  const terms = { startDate: "2026-11-24", endDate: "2026-11-24", unitPricePence: 100, unitsHundredths: 100 };
  expect(termsErrors(terms)).toEqual({});
  expect(termsErrors({ ...terms, endDate: "2026-11-23" })).toEqual({ end_date: [endBeforeStart] });
  expect(termsErrors({ ...terms, unitPricePence: 1_000_000_000 })).toEqual({});
  expect(termsErrors({ ...terms, unitPricePence: 1_000_000_000, unitsHundredths: 101 })).toEqual({
    payment_cost: [totalTooLarge],
  });
  expect(termsErrors({ ...terms, unitPricePence: 1, unitsHundredths: 1 })).toEqual({
    payment_cost: [totalTooSmall],
  });
});

test("E-13 the changes of a resubmission are listed as text", () => {
  const before = {
    name: "Board pack",
    description: "One.",
    theme: "Finance",
    startDate: "2026-11-17",
    endDate: "2027-02-16",
    paymentType: "weekly" as const,
    unitPricePence: 140_000,
    unitsHundredths: 1200,
    files: ["Scope.pdf"],
    collaborators: [],
  };
  expect(changesBetween(before, before)).toEqual([]);
  expect(
    changesBetween(before, {
      ...before,
      startDate: "2026-11-24",
      unitPricePence: 125_000,
      files: [],
      paymentType: "daily",
    }),
  ).toEqual([
    { field: "fee", from: "£1,400.00 per week", to: "£1,250.00 per day" },
    { field: "total", from: "£16,800.00", to: "£15,000.00" },
    { field: "start", from: "17 November 2026", to: "24 November 2026" },
    { field: "files", from: "Scope.pdf", to: "none" },
  ]);
});
