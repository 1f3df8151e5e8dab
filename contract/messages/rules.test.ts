import { expect, test } from "vitest";
import type { ConversationSide } from "./rules.ts";
import { texts, writePermission } from "./rules.ts";

const customer: ConversationSide = { id: 1, role: "customer", state: "active", stripeSetup: true };
const advisor: ConversationSide = { id: 2, role: "advisor", state: "active", stripeSetup: true };
const staff: ConversationSide = { id: 3, role: "staff", state: "active", stripeSetup: false };

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
  expect(writePermission(writer, receiver, known)).toEqual(verdict);
});
