import { expect, test } from "vitest";
import { auditFactsOf, auditSentence, subjectLabel } from "./rules.ts";

test("G-10 a change is shown before and after, whether as fields or as one value", () => {
  expect(
    auditFactsOf({ reason: "Moved on.", before: { role: "finance", note: 1 }, after: { role: "owner", note: 1 } }),
  ).toEqual({
    reason: "Moved on.",
    changes: [{ field: "Role", before: "Finance", after: "Owner" }],
    facts: [],
  });
  expect(auditFactsOf({ from: "a@example.test", to: "b@example.test", verified: false, nothing: null })).toEqual({
    reason: null,
    changes: [{ field: "", before: "a@example.test", after: "b@example.test" }],
    facts: [{ field: "Verified", value: "no" }],
  });
  expect(auditFactsOf({ before: null, after: { commissionPercent: 12 } }).changes).toEqual([
    { field: "Commission percent", before: null, after: "12" },
  ]);
  expect(auditFactsOf(null)).toEqual({ reason: null, changes: [], facts: [] });
});

test("G-10 settings, lists and days are shown in words, and subjects that are no persons by their name", () => {
  expect(
    auditFactsOf({ setting: "longest_term", fromDay: "2027-01-01", list: "cities", note: "cities" }).facts,
  ).toEqual([
    { field: "Setting", value: "Longest payment term" },
    { field: "From day", value: "1 January 2027" },
    { field: "List", value: "Cities" },
    { field: "Note", value: "cities" },
  ]);
  expect(auditFactsOf({ amountPence: 517500, fields: ["headLine", "industryIds"] }).facts).toEqual([
    { field: "Amount", value: "£5,175.00" },
    { field: "Fields", value: "head line, industry" },
  ]);
  expect(auditFactsOf({ until: "2026-12-21T09:25:20.000Z" }).facts).toEqual([
    { field: "Until", value: "21 December, 09:25" },
  ]);
  const typed = { day: "2026-99-99", until: "2026-11-27T99:99Z" };
  expect(auditFactsOf(typed).facts.map(({ value }) => value)).toEqual(Object.values(typed));
  expect([subjectLabel("setting", 3), subjectLabel("invoice", 12)]).toEqual(["Settings", "Invoice 12"]);
});

test("G-10 G-98 the bank's reason of a dispute is in words, and what staff wrote stays as it is", () => {
  const bank = auditFactsOf({ dispute: "dp_1", reason: "fraudulent", respondBy: null });
  expect(bank.reason).toBe("a payment that the cardholder says was not theirs");
  expect(auditFactsOf({ dispute: "dp_1", reason: "fraudulent" }).reason).toBe("fraudulent");
});

test("G-10 an event without a sentence of its own speaks for itself, and a long text is cut", () => {
  expect(auditSentence("account.approved")).toBe("Approved the application");
  expect(auditSentence("invoice.refunded_in_part")).toBe("Invoice refunded in part");
  expect(auditFactsOf({ text: "x".repeat(1000) }).facts[0]?.value).toHaveLength(300);
});
