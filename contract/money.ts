/**
 * Money is whole pence inside and pounds with two decimals on the wire (decision 13). Quantities are whole hundredths
 * (2.5 days is 250), so that no sum ever touches binary fractions.
 */
export const currency = "gbp";

/** The largest total of an engagement or an invoice: ten million pounds, in pence (decision 23). */
export const largestTotal = 1_000_000_000;

/** The largest charge that the card provider accepts, and therefore the largest invoice, in pence (decision 48). */
export const largestCharge = 99_999_999;

/**
 * Reads "1,250.5", "£ 1 250.50" or 1250.5 as hundredths; null when it is not a decimal with at most two places. Commas and
 * spaces stand between thousands only, so that "1.000,00" is refused instead of read as one pound.
 */
export function hundredthsOf(decimal: string | number): number | null {
  const text = String(decimal).trim().replace(/^£\s*/, "");
  const parts = /^(-?)(\d{1,12}|\d{1,3}(?:[,\s]\d{3}){1,3})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!parts) return null;
  const whole = Number((parts[2] ?? "").replace(/\D/g, "")) * 100 + Number((parts[3] ?? "").padEnd(2, "0"));
  return parts[1] ? -whole : whole;
}

/** Hundredths as the number in a response: 125050 pence is 1250.5 pounds. */
export function decimalOf(hundredths: number): number {
  return hundredths / 100;
}

/** Unit price in pence times quantity in hundredths, rounded half up to the penny. */
export function lineAmount(unitPence: number, quantityHundredths: number): number {
  return Number((BigInt(unitPence) * BigInt(quantityHundredths) + 50n) / 100n);
}

/** The sum in pence; 0 for an empty list. */
export function sumOf(pence: readonly number[]): number {
  return pence.reduce((sum, each) => sum + each, 0);
}

/** A percentage of an amount in pence, rounded half up to the penny; the percentage has at most two decimals. */
export function percentOf(pence: number, percent: number): number {
  return proportion(pence, Math.round(percent * 100), 100_00);
}

/** `whole` times `part` by `of`, rounded half up to the penny. */
export function proportion(whole: number, part: number, of: number): number {
  return Number((BigInt(whole) * BigInt(part) * 2n + BigInt(of)) / (BigInt(of) * 2n));
}

/** The platform's fee on a total and the advisor's amount, in pence; the two add up to the total (decision 14). */
export function split(totalPence: number, feePercent: number): { fee: number; advisorAmount: number } {
  const fee = percentOf(totalPence, feePercent);
  return { fee, advisorAmount: totalPence - fee };
}

const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** 123450 pence as "£1,234.50". */
export function formatPence(pence: number): string {
  return pounds.format(pence / 100);
}

/** 1234.5 pounds, as responses carry them, as "£1,234.50". */
export function formatPounds(amount: number): string {
  return pounds.format(amount);
}

/** 250 pounds as "£250", 299.99 pounds as "£299.99": a price in a sentence. */
export function formatWholePounds(amount: number): string {
  return formatPounds(amount).replace(/\.00$/, "");
}

/** 250 hundredths as "2.5". */
export function formatQuantity(hundredths: number): string {
  return String(hundredths / 100);
}
