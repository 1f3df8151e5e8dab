import { expect, test } from "vitest";
import { decimalOf, formatPence, split } from "../money.ts";
import { readLine, totalOf } from "./rules.ts";

// Random invoices from a fixed seed: the amount shown is the amount charged, and parts add up to the total, to the penny.

const invoices = process.env["FAILURES"] === "full" ? 1_000_000 : 20_000;

/** Random whole numbers from 0 up to, not including, `limit` (mulberry32). */
function seededRandom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

const money = (pence: number) => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;

test("R17 lines add up to the total, and the fee and the advisor's amount to what is paid, to the penny", () => {
  const random = seededRandom(17);
  for (let invoice = 0; invoice < invoices; invoice += 1) {
    const typed = Array.from({ length: 1 + random(6) }, () => ({
      quantity: 1 + random(10_000),
      price: 1 + random(100_000),
    }));
    const lines = typed.map(({ quantity, price }) =>
      readLine({ description: "Work", quantity: money(quantity), unit_price: money(price) }),
    );
    // Each line is rounded half up to the penny once, in integers, to avoid binary fractions.
    const due = typed.map(({ quantity, price }) => Number((BigInt(quantity) * BigInt(price) + 50n) / 100n));
    const total = totalOf(lines);
    const whole = due.reduce((sum, pence) => sum + pence, 0);
    const { fee, advisorAmount: rest } = split(total, 10);
    const sound =
      total === whole &&
      lines.every(({ amountPence }, at) => amountPence === due[at]) &&
      Number.isInteger(fee) &&
      fee + rest === total &&
      Math.round(decimalOf(total) * 100) === total &&
      formatPence(total).replace(/[£,]/g, "") === money(total);
    if (!sound) expect({ typed, total, whole, fee, rest, shown: formatPence(total) }).toBe("sound");
  }
});
