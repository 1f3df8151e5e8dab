import fc from "fast-check";
import { expect, test } from "vitest";
import { leftWithoutVat, type VatTreatment, vatInPart, vatInRefund, vatOn, vatRates } from "./vat.ts";
import { vatNumberOf, vatNumberText } from "./vat-registration.ts";

test.each([
  // The older series, whose sum is 0 modulo 97, and the newer one, whose sum is 42.
  ["123456782", "GB123456782"],
  ["123456727", "GB123456727"],
  ["GB 980 7806 84", "GB980780684"],
  ["gb980780684", "GB980780684"],
  ["XI 123 4567 82", "XI123456782"],
  ["123 4567 82 001", "GB123456782001"],
  ["123456783", null],
  ["123456728", null],
  ["GB 980 7806 85", null],
  ["12345678", null],
  ["1234567820", null],
  ["FR123456782", null],
  ["000000000", null],
  ["GB", null],
  ["", null],
])("I-20 the VAT number “%s” is read as %s", (typed, number) => {
  expect(vatNumberOf(typed)).toBe(number);
});

test("I-20 a VAT number is shown in groups, and is read as itself again", () => {
  expect([vatNumberText("GB123456782"), vatNumberText("XI123456782001")]).toEqual([
    "GB 123 4567 82",
    "XI 123 4567 82 001",
  ]);
  expect(vatNumberOf(vatNumberText("GB123456782001"))).toBe("GB123456782001");
});

const percents = { standard: 20, reduced: 5 };
const line = (amountPence: number, vatTreatment: VatTreatment | null = null) => ({ amountPence, vatTreatment });

test.each<[string, ReturnType<typeof line>[], number]>([
  ["no lines", [], 0],
  ["standard where none is named", [line(100_00)], 20_00],
  // 0.5p rounds up, once for the sum: two lines of 2p carry 0.8p, rounded to 1p and not to nothing twice.
  ["once on the sum, down", [line(12)], 2],
  ["once on the sum of two lines", [line(2), line(2)], 1],
  ["half a penny up", [line(10, "reduced")], 1],
  ["under half a penny down", [line(9, "reduced")], 0],
  ["mixed rates, each rounded for itself", [line(10, "reduced"), line(3, "standard"), line(10, "reduced")], 2],
  ["zero, exempt and outside the scope", [line(100, "zero"), line(100, "exempt"), line(100, "outside")], 0],
])("I-21 VAT of %s", (_, lines, pence) => {
  expect(vatOn(lines, percents)).toBe(pence);
});

test("I-21 each treatment is a row with its percentage, and none where no rate applies", () => {
  expect(vatRates([line(50_00, "exempt"), line(10_00), line(1_00, "standard"), line(5_00, "zero")], percents)).toEqual([
    { treatment: "standard", percent: 20, netPence: 11_00, vatPence: 2_20 },
    { treatment: "zero", percent: 0, netPence: 5_00, vatPence: 0 },
    { treatment: "exempt", percent: null, netPence: 50_00, vatPence: 0 },
  ]);
  expect(vatRates([line(10_00)], { standard: 17.5, reduced: 5 })).toMatchObject([{ percent: 17.5, vatPence: 1_75 }]);
});

test("I-25 whatever the parts, the VAT of the refunds is the invoice's, and what is left without VAT ends at zero", () => {
  const cases = fc.record({
    netPence: fc.integer({ min: 30, max: 80_000_000 }),
    cuts: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(cases, ({ netPence, cuts }) => {
      const vatPence = vatOn([line(netPence)], percents);
      const invoice = { totalPence: netPence + vatPence, vatPence };
      let [before, vat] = [0, 0];
      for (const cut of [...cuts, invoice.totalPence]) {
        const amount = Math.min(cut, invoice.totalPence - before);
        const part = vatInRefund(invoice, before, amount);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(amount);
        before += amount;
        vat += part;
      }
      expect([vat, leftWithoutVat(invoice, before)]).toEqual([vatPence, 0]);
      expect(leftWithoutVat(invoice, 0)).toBe(netPence);
    }),
  );
  expect(vatInPart({ totalPence: 120_00, vatPence: 20_00 }, 60_00)).toBe(10_00);
  expect(leftWithoutVat({ totalPence: 120_00, vatPence: 0 }, 60_00)).toBe(60_00);
});
