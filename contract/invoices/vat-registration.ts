import { sumOf } from "../money.ts";

// What an advisor says of their registration for VAT, and agrees to (ADR-047).

/**
 * A VAT number as typed, as "GB123456782" or with twelve digits; null for what is none. The check digits are those of
 * either series: the weighted sum and the last two of nine digits are 0 modulo 97, or 42.
 */
export function vatNumberOf(typed: string): string | null {
  const parts = /^(GB|XI)?(\d{9})(\d{3})?$/.exec(typed.replace(/[\s.-]/g, "").toUpperCase());
  const nine = parts?.[2];
  if (!nine) return null;
  const weighted = sumOf([...nine.slice(0, 7)].map((digit, index) => Number(digit) * (8 - index)));
  const rest = (weighted + Number(nine.slice(7))) % 97;
  if (Number(nine) === 0 || (rest !== 0 && rest !== 42)) return null;
  return `${parts[1] ?? "GB"}${nine}${parts[3] ?? ""}`;
}

/** "GB123456782" as "GB 123 4567 82". */
export function vatNumberText(number: string): string {
  return number.replace(/^(..)(\d{3})(\d{4})(\d{2})(\d*)$/, "$1 $2 $3 $4 $5").trim();
}

/** What an advisor agrees to, by its version, which is kept with the moment. A changed wording is a new version. */
export const vatAgreement = {
  version: "2026-11",
  words:
    "I agree that Plumbline issues VAT invoices on my behalf, under my name, address and VAT number and in my own series of numbers. I stay responsible for the VAT on them, and I say so here at once when my registration changes or ends.",
} as const;

export const registrationTexts = {
  number: "Please enter a UK VAT number: nine or twelve digits, with or without GB or XI before them.",
  name: "Please enter the name of the registered business.",
  address: "Please enter the address as it stands on your invoices.",
  agreed: "Please agree that we issue VAT invoices on your behalf.",
} as const;
