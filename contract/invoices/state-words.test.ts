import { expect, test } from "vitest";
import { disputeStates, statusLabel, wireStatuses } from "./rules.ts";
import { paymentNote, shareName, totalsTitle } from "./state-words.ts";

// biome-ignore format: a table is read by its columns
const words = {
  draft:      ["Totals",         "Not sent yet",       "Not sent yet",       "You receive",             "The advisor receives"],
  sent:       ["To pay",         "Waiting to be paid", "Waiting to be paid", "You receive",             "The advisor receives"],
  processing: ["Being paid",     "Being paid",         "Being paid",         "You receive",             "The advisor receives"],
  Completed:  ["Paid",           "Paid",               "Paid",               "You received",            "The advisor received"],
  void:       ["Nothing to pay", "Withdrawn",          "Withdrawn",          "You would have received", "The advisor would have received"],
  refunded:   ["Refunded",       "Refunded",           "Refunded",           "You had received",        "The advisor had received"],
} as const;

test.each(wireStatuses)("I-11 I-13 what each reader sees above the totals of an invoice that is %s", (status) => {
  const titles = (["customer", "advisor", "staff"] as const).map((reader) =>
    totalsTitle({ status, dispute: null }, reader),
  );
  expect([...titles, shareName(status, "advisor"), shareName(status, "staff")]).toEqual(words[status]);
});

test.each(disputeStates)("I-11 a paid invoice with a dispute that is %s is headed by who has the money", (dispute) => {
  const invoice = { status: "Completed", dispute: { state: dispute } } as const;
  expect(totalsTitle(invoice, "customer")).toBe(dispute === "lost" ? "Given back by the bank" : "Paid");
});

// biome-ignore format: a table is read by its columns
test.each([
  ["draft",      null,   "A draft, not sent yet."],
  ["sent",       null,   "To be paid by card through Plumbline."],
  ["processing", null,   "A payment by card through Plumbline is under way."],
  ["Completed",  null,   "Paid by card through Plumbline."],
  ["Completed",  "open", "Paid by card through Plumbline."],
  ["Completed",  "lost", "Paid by card through Plumbline, and given back by the bank."],
  ["void",       null,   "Withdrawn: nothing is to be paid."],
  ["refunded",   null,   "Paid by card through Plumbline, and given back."],
] as const)("decision 19 the PDF of an invoice that is %s (dispute: %s) says “%s”", (status, dispute, note) => {
  expect(paymentNote({ status, dispute: dispute && { state: dispute } })).toBe(note);
});

test("G-42 a paid invoice of which part was given back says so wherever its state is told", () => {
  const invoice = { status: "Completed", dispute: null, refunded: 250 } as const;
  expect(statusLabel("Completed", 250)).toBe("Partly refunded");
  expect(totalsTitle(invoice, "advisor")).toBe("Partly refunded");
  expect(paymentNote(invoice)).toBe("Paid by card through Plumbline, of which £250.00 was given back.");
});
