import { expect, test } from "vitest";
import { passwordError } from "./passwords.ts";
import {
  linkParameters,
  passwordsMatch,
  roleOfPath,
  staffStateLabels,
  stateAfter,
  stateTexts,
  tokenProblemText,
} from "./rules.ts";

test.each([
  ["both to come", { decision: null, verified: false, hasPassword: false }, "pending_verification"],
  ["verified, not decided", { decision: null, verified: true, hasPassword: false }, "pending_review"],
  ["decided before verified", { decision: "approved", verified: false, hasPassword: false }, "pending_verification"],
  ["both done", { decision: "approved", verified: true, hasPassword: false }, "approved"],
  ["and a password", { decision: "approved", verified: true, hasPassword: true }, "active"],
  ["rejected before verified", { decision: "rejected", verified: false, hasPassword: false }, "rejected"],
  ["rejected after", { decision: "rejected", verified: true, hasPassword: false }, "rejected"],
] as const)("A-11 the account's state, %s", (_case, facts, state) => {
  expect(stateAfter(facts)).toBe(state);
});

test.each([
  ["", "", true],
  ["secret", "", true],
  ["", "secret", true],
  ["secret", " secret ", true],
  ["secret", "Secret", false],
])("A-23 %j and %j match: %s", (one, other, match) => {
  expect(passwordsMatch(one, other)).toBe(match);
});

test.each([
  ["1234567", /at least 8/],
  ["x".repeat(129), /128/],
  ["Password1", /first that people try/],
  ["Plumbline-2026!", /our own words/],
  ["plumbline.advisor.1", /our own words/],
  ["1234Customers", /our own words/],
  ["me@example.test", /other than your e-mail/],
])("A-07 the password %j is refused", (password, complaint) => {
  expect(passwordError(password, "Me@example.test")).toMatch(complaint);
});

test("A-07 spaces and any script are fine in a password", () => {
  expect(passwordError("  żółta łódź  ")).toBeNull();
  expect(passwordError("the advisor's plumbline hangs")).toBeNull();
});

test.each([
  ["?user=7&token=abc", { user: "7", token: "abc" }],
  ["?token=abc&user=7", { user: "7", token: "abc" }],
  ["?id=7&code=abc", { user: "7", token: "abc" }],
  ["", { user: "", token: "" }],
])("A-27 link parameters of %j", (search, parameters) => {
  expect(linkParameters(search)).toEqual({ ...parameters, role: "customer" });
});

test("A-27 decision 47 a link names the role of the account; any unknown role means customer", () => {
  expect(linkParameters("?user=7&token=abc&role=advisor")).toEqual({ user: "7", token: "abc", role: "advisor" });
  expect(linkParameters("?user=7&token=abc&role=staff").role).toBe("customer");
});

test.each([
  [["has expired"], "You alredy created your password."],
  [["can't be blank"], "To create your password first you account need to be approved."],
  [["is odd"], null],
])("A-08 what the screen says for %j", (messages, text) => {
  expect(tokenProblemText(messages)).toBe(text);
});

test("A-06 the path's role: advisor is one, anything else a customer", () => {
  expect(["advisor", "customer", "elephant", undefined].map(roleOfPath)).toEqual([
    "advisor",
    "customer",
    "customer",
    "customer",
  ]);
});

// biome-ignore format: a table is read by its columns
test.each([
  ["pending_verification", "Waiting for your e-mail", "E-mail not verified"],
  ["pending_review",       "Being reviewed",          "To be decided"],
  ["approved",             "Approved",                "Approved, no password yet"],
  ["active",               "Active",                  "Active"],
  ["rejected",             "Not accepted",            "Rejected"],
  ["suspended",            "Suspended",               "Suspended"],
] as const)("decision 1 %s reads “%s” to its owner and “%s” to staff", (state, own, staff) => {
  expect([stateTexts[state].label, staffStateLabels[state]]).toEqual([own, staff]);
});
