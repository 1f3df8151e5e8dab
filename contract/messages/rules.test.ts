import { expect, test } from "vitest";
import { nothingNew } from "../sanctions/rules.ts";
import type { ConversationSide } from "./rules.ts";
import { texts, writePermission } from "./rules.ts";

const customer: ConversationSide = { id: 1, role: "customer", state: "active", standing: "open", stripeSetup: true };
const advisor: ConversationSide = { id: 2, role: "advisor", state: "active", standing: "open", stripeSetup: true };
const staff: ConversationSide = { id: 3, role: "staff", state: "active", standing: "open", stripeSetup: false };

test.each([
  // title, writer, receiver, known, expected permission
  ["advisor to advisor", advisor, { ...advisor, id: 4 }, false, { may: "nothing" }],
  ["advisor to advisor, however well known", advisor, { ...advisor, id: 4 }, true, { may: "nothing" }],
  ["customer to customer", customer, { ...customer, id: 4 }, true, { may: "nothing" }],
  ["customer to themselves", customer, customer, true, { may: "nothing" }],
  ["customer to staff", customer, staff, true, { may: "nothing" }],
  ["staff to customer", staff, customer, true, { may: "nothing" }],
  ["advisor to a customer who is not theirs", advisor, customer, false, { may: "nothing" }],
  [
    "customer to an advisor under review",
    customer,
    { ...advisor, state: "pending_review" as const },
    false,
    { may: "nothing" },
  ],
  [
    "customer to a suspended stranger",
    customer,
    { ...advisor, state: "suspended" as const },
    false,
    { may: "nothing" },
  ],
  [
    "customer to a suspended advisor they know",
    customer,
    { ...advisor, state: "suspended" as const },
    true,
    { may: "read", because: texts.receiverAway },
  ],
  [
    "customer without a membership",
    { ...customer, stripeSetup: false },
    advisor,
    false,
    { may: "read", because: texts.closedForCustomer },
  ],
  [
    "advisor without payouts",
    { ...advisor, stripeSetup: false },
    customer,
    true,
    { may: "read", because: texts.closedForAdvisor },
  ],
  ["advisor to their own customer", advisor, customer, true, { may: "write" }],
  [
    "advisor to their own customer whose membership ended",
    advisor,
    { ...customer, stripeSetup: false },
    true,
    { may: "write" },
  ],
  ["customer to any approved advisor", customer, advisor, false, { may: "write" }],
  [
    "customer to an advisor who has not created a password yet",
    customer,
    { ...advisor, state: "approved" as const },
    false,
    { may: "write" },
  ],
] as const)("M-10 M-18 %s", (_, writer, receiver, known, verdict) => {
  expect(writePermission(writer, receiver, { known, workRuns: false })).toEqual(verdict);
});

const restricted = { standing: "restricted" } as const;
const suspended = { standing: "suspended" } as const;
const [strangers, acquainted] = [
  { known: false, workRuns: false },
  { known: true, workRuns: false },
];
const working = { known: true, workRuns: true };

test.each([
  ["a restricted customer begins none", { ...customer, ...restricted }, advisor, strangers, nothingNew("restricted")],
  ["a restricted advisor goes on writing", { ...advisor, ...restricted }, customer, acquainted, null],
  ["anybody begins one with a restricted advisor", customer, { ...advisor, ...restricted }, strangers, null],
  ["a suspended advisor falls silent", { ...advisor, ...suspended }, customer, acquainted, texts.suspendedWriter],
  ["a suspended advisor writes to those they work for", { ...advisor, ...suspended }, customer, working, null],
  ["those they work for write to them", customer, { ...advisor, ...suspended }, working, null],
  ["others do not", customer, { ...advisor, ...suspended }, acquainted, texts.receiverAway],
] as const)("G-61 %s", (_, writer, receiver, relation, because) => {
  expect(writePermission(writer, receiver, relation)).toEqual(
    because === null ? { may: "write" } : { may: "read", because },
  );
});

test("G-61 a suspended advisor does not exist for strangers", () => {
  expect(writePermission(customer, { ...advisor, ...suspended }, strangers)).toEqual({ may: "nothing" });
});
