// Formatting and validation of card fields, as pure functions.

const messages = {
  incomplete_number: "Your card number is incomplete.",
  invalid_number: "Your card number is invalid.",
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
};

export function problem(code) {
  return { type: "validation_error", code, message: messages[code] };
}

export function brandOf(digits) {
  if (/^4/.test(digits)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^6(011|5)/.test(digits)) return "discover";
  return "unknown";
}

const digitsIn = (text) => text.replace(/\D/g, "");
const lengthOf = (brand) => (brand === "amex" ? 15 : 16);

/** Groups of four, or American Express's four, six and five. Never more than 19 characters. */
export function formatNumber(text) {
  const digits = digitsIn(text);
  const brand = brandOf(digits);
  const kept = digits.slice(0, lengthOf(brand));
  const groups =
    brand === "amex" ? [kept.slice(0, 4), kept.slice(4, 10), kept.slice(10)] : (kept.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(" ");
}

/** "1" waits, "5" becomes "05 / ", "12" becomes "12 / ". While deleting, the slash may go too. */
export function formatExpiry(text, deleting = false) {
  let digits = digitsIn(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // Autofill writes 12/2030; people type 12/30.
  if (digits.length === 6 && digits.slice(2, 4) === "20") digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function formatCvc(text) {
  return digitsIn(text).slice(0, 4);
}

function passesLuhn(digits) {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

/** Each check returns the error's code, or undefined. */
export function checkNumber(text) {
  const digits = digitsIn(text);
  if (digits.length < lengthOf(brandOf(digits))) return "incomplete_number";
  return passesLuhn(digits) ? undefined : "invalid_number";
}

export function checkExpiry(text, today = new Date()) {
  const { month, year } = expiryOf(text);
  if (!month || month > 12 || year === undefined) return "incomplete_expiry";
  if (year < today.getFullYear()) return "invalid_expiry_year_past";
  if (year === today.getFullYear() && month < today.getMonth() + 1) return "invalid_expiry_month_past";
  return undefined;
}

export function checkCvc(text, brand = "unknown") {
  const length = digitsIn(text).length;
  if (brand === "unknown") return length >= 3 ? undefined : "incomplete_cvc";
  return length === (brand === "amex" ? 4 : 3) ? undefined : "incomplete_cvc";
}

export function expiryOf(text) {
  const digits = digitsIn(text);
  return { month: Number(digits.slice(0, 2)), year: digits.length === 4 ? 2000 + Number(digits.slice(2)) : undefined };
}
