import { expect, test } from "vitest";
import { day, Id, isVisible, LongId, maxId, maxLongId, required } from "./fields.ts";
import { lineErrors, totalError } from "./invoices/rules.ts";

const accepted = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : "refused";
};

test("decision 48 ids are whole numbers within limits, or strings of digits, as URLs and forms send them", () => {
  for (const fine of [1, 42, maxId, "1", "42", String(maxId)]) expect(accepted(Id, fine)).toBe(Number(fine));
  const wrong = [0, -1, 1.5, maxId + 1, NaN, Infinity, true, false, null, [], [1], [[1]], {}, { id: 1 }];
  for (const value of wrong) expect([value, accepted(Id, value)]).toEqual([value, "refused"]);
  for (const text of ["", " 1", "1 ", "01", "+1", "-1", "1.0", "1e3", "0x1", "١", "2147483648", "9".repeat(400)])
    expect([text, accepted(Id, text)]).toEqual([text, "refused"]);
  expect(accepted(LongId, String(maxLongId))).toBe(maxLongId);
  expect(accepted(LongId, "9007199254740992")).toBe("refused");
});

test("decision 48 days are from 1900-01-01 to 2199-12-31", () => {
  const start = day("Please select start date.");
  for (const fine of ["1900-01-01", "2199-12-31", "2026-11-24T10:00:00Z"])
    expect(accepted(start, fine)).toBe(fine.slice(0, 10));
  for (const wrong of ["0000-01-01", "1899-12-31", "2200-01-01", "9999-12-31T23:00:00Z", "2026-02-30", "x", 1, null])
    expect([wrong, accepted(start, wrong)]).toEqual([wrong, "refused"]);
});

test("decision 48 a name has a visible character", () => {
  for (const shown of ["a", "李", "é", "1", "?", "£", "🙂", "\u200ba"])
    expect([shown, isVisible(shown)]).toEqual([shown, true]);
  for (const blank of ["", " ", "\u00a0", "\u200b", "\u2060\ufeff", "\u202e", "\u3164", "\u115f", "\u2800", "\u0301"])
    expect([blank, isVisible(blank), accepted(required("Please enter a name"), blank)]).toEqual([
      blank,
      false,
      "refused",
    ]);
});

test("decision 48 an invoice comes to at most £999,999.99", () => {
  expect([totalError(99_999_999), totalError(100_000_000)]).toEqual([
    null,
    "An invoice can carry at most £999,999.99.",
  ]);
  expect(lineErrors({ description: "Work", quantity: 1, unit_price: "999,999.99" })).toEqual({});
  expect(lineErrors({ description: "Work", quantity: 2, unit_price: "500000" })).toEqual({
    unit_price: "This is more than an invoice can carry.",
  });
});
