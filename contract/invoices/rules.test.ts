import { expect, test } from "vitest";
import { formatPence, split } from "../money.ts";
import {
  allowedInvoiceActions,
  canBecome,
  disputeEffects,
  disputeReason,
  disputeStates,
  disputeThatReturnedMoney,
  dueDay,
  invoiceNumber,
  invoiceStatuses,
  invoiceTransitions,
  isBlankLine,
  lineErrors,
  readLine,
  refundBlockedBy,
  remindersDue,
  statusLabel,
  totalError,
  totalOf,
  wireStatusOf,
  withTrailingBlank,
} from "./rules.ts";

const line = (description: string, quantity: string, unit_price: string) => ({ description, quantity, unit_price });

test.each([
  ["3", "0.1", 30, "£0.30"],
  ["1", "1000", 100_000, "£1,000.00"],
  ["2.5", "650", 162_500, "£1,625.00"],
  ["0.1", "0.2", 2, "£0.02"],
  ["1.5", "0.33", 50, "£0.50"],
  ["0.5", "0.01", 1, "£0.01"],
  ["7", "14.29", 10_003, "£100.03"],
  ["1", "1,250.50", 125_050, "£1,250.50"],
])("I-04 %s times %s is %i pence, shown %s", (quantity, price, pence, shown) => {
  const { amountPence } = readLine(line("Work", quantity, price));
  expect([amountPence, formatPence(amountPence)]).toEqual([pence, shown]);
});

test("I-04 a total is the sum of rounded lines, to the penny", () => {
  const lines = [line("a", "3", "0.1"), line("b", "1.5", "0.33"), line("c", "1.5", "0.33")].map(readLine);
  expect(totalOf(lines)).toBe(130);
});

test.each([
  ["", "", "", ["Description is required.", "Quantity is required.", "Unit Price is required."]],
  ["  ", "1", "1", ["Description is required."]],
  ["Work", "", "10", ["Quantity is required."]],
  ["Work", "1", " ", ["Unit Price is required."]],
  ["Work", "two", "10", ["Quantity must be a number above 0 with at most two decimals."]],
  ["Work", "0", "10", ["Quantity must be a number above 0 with at most two decimals."]],
  ["Work", "1", "-5", ["Unit Price must be a number above 0 with at most two decimals."]],
  ["Work", "1", "0.005", ["Unit Price must be a number above 0 with at most two decimals."]],
  ["Work", "1000", "1000000", ["This is more than an invoice can carry."]],
  ["Work", "2.5", "650", []],
])("I-03 the line (%j, %j, %j) has the errors %j", (description, quantity, price, messages) => {
  expect(Object.values(lineErrors(line(description, quantity, price)))).toEqual(messages);
});

test("I-02 a blank row is appended once the last row has a description, and blank rows are ignored", () => {
  const blank = line("", "", "");
  expect(isBlankLine(blank)).toBe(true);
  expect(isBlankLine(line("", "1", ""))).toBe(false);
  expect(withTrailingBlank([], blank)).toEqual([blank]);
  expect(withTrailingBlank([blank], blank)).toEqual([blank]);
  expect(withTrailingBlank([line("Work", "", "")], blank)).toEqual([line("Work", "", ""), blank]);
});

test("I-09 sent is shown as Pending, Completed as Paid, any other status unchanged", () => {
  expect(invoiceStatuses.map((status) => statusLabel(wireStatusOf(status)))).toEqual([
    "draft",
    "Pending",
    "processing",
    "Paid",
    "void",
    "refunded",
  ]);
});

test("I-13 ten per cent of £1,000.00 is £100.00, and £900.00 is left", () => {
  expect(split(100_000, 10)).toEqual({ fee: 10_000, advisorAmount: 90_000 });
  for (const total of [30, 33, 99, 101, 12_345, 999_999_999]) {
    const { fee, advisorAmount } = split(total, 10);
    expect(fee + advisorAmount).toBe(total);
  }
});

test("I-12 only the customer pays, only sent invoices, and only staff can act on a paid invoice", () => {
  expect(allowedInvoiceActions("sent", "customer")).toEqual(["accept"]);
  expect(allowedInvoiceActions("sent", "advisor")).toEqual(["void"]);
  expect(allowedInvoiceActions("draft", "advisor")).toEqual(["update", "send", "delete"]);
  for (const status of ["draft", "processing", "completed", "void", "refunded"] as const)
    expect(allowedInvoiceActions(status, "customer")).toEqual([]);
  expect(allowedInvoiceActions("completed", "staff")).toEqual(["refund"]);
  expect(invoiceTransitions.filter((move) => ["void", "refunded"].includes(move.from))).toEqual([]);
});

test.each([
  // dispute state, allowed actions of staff, why a refund is blocked, whether the bank returned the money, label
  [null, ["refund"], null, false, undefined],
  ["inquiry", ["refund"], null, false, "Bank inquiry"],
  ["inquiry_closed", ["refund"], null, false, null],
  ["open", [], /until the bank has decided/, false, "Disputed"],
  ["won", ["refund"], null, false, null],
  ["lost", [], /already given this payment back/, true, "Given back"],
] as const)(
  "I-12 of a paid invoice with a dispute that is %s, staff may %j",
  (state, actions, blocked, returned, label) => {
    expect(allowedInvoiceActions("completed", "staff", state)).toEqual(actions);
    if (blocked) expect(refundBlockedBy(state)).toMatch(blocked);
    else expect(refundBlockedBy(state)).toBeNull();
    expect(disputeThatReturnedMoney(state && { state }) !== null).toBe(returned);
    expect(state ? disputeEffects[state].label : undefined).toBe(label);
  },
);

test("I-12 a dispute blocks refunds and no other action", () => {
  for (const { action, by, from } of invoiceTransitions)
    for (const state of disputeStates)
      expect(allowedInvoiceActions(from, by, state).includes(action)).toBe(
        action !== "refund" || !["open", "lost"].includes(state),
      );
});

test("I-12 an inquiry may become a dispute and a dispute may be decided, never in reverse", () => {
  for (const [before, known] of disputeStates.entries())
    for (const [after, reported] of disputeStates.entries()) expect(canBecome(known, reported)).toBe(after >= before);
});

test("I-12 a bank's reason is shown as a sentence, an unknown one too", () => {
  expect(["product_not_received", "noncompliant"].map(disputeReason)).toEqual([
    "work that was not received",
    "a reason that only the bank knows",
  ]);
});

test("I-11 an invoice is due after 30 days, and reminded 7 and 14 days later", () => {
  expect(dueDay("2026-11-21", 30)).toBe("2026-12-21");
  expect(
    ["2026-12-21", "2026-12-27", "2026-12-28", "2027-01-03", "2027-01-04", "2027-03-01"].map((day) =>
      remindersDue("2026-12-21", day),
    ),
  ).toEqual([0, 0, 1, 1, 2, 2]);
});

test("I-10 invoice numbers have at least four digits", () => {
  expect([invoiceNumber(1), invoiceNumber(12_345)]).toEqual(["INV-0001", "INV-12345"]);
});

test("I-05 a total below the card provider's minimum is refused", () => {
  expect([totalError(29) !== null, totalError(30), totalError(1_000_000_001) !== null]).toEqual([true, null, true]);
});
