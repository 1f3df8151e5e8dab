import { percentOf, proportion, sumOf } from "../money.ts";

// VAT on the invoices of advisors who are registered for it (ADR-047). Nobody else's invoices have anything of it.

export const vatTreatments = ["standard", "reduced", "zero", "exempt", "outside"] as const;
export type VatTreatment = (typeof vatTreatments)[number];

/** The treatment of a line that names none, on the invoice of a registered advisor. */
export const usualTreatment: VatTreatment = "standard";

/** The percentages of a day. */
export type VatPercents = { standard: number; reduced: number };

/** A treatment's percentage; null where no rate applies. */
export function vatPercentOf(treatment: VatTreatment, percents: VatPercents): number | null {
  switch (treatment) {
    case "standard":
    case "reduced":
      return percents[treatment];
    case "zero":
      return 0;
    case "exempt":
    case "outside":
      return null;
  }
}

/** "20%", "Exempt": a line's rate as the screens and the PDF show it. */
export function vatRateText(treatment: VatTreatment, percent: number | null): string {
  if (percent !== null) return `${percent}%`;
  return treatment === "exempt" ? "Exempt" : "Outside the scope";
}

/** "VAT at 20% on £100.00", "Exempt from VAT, £50.00": a row of the sums; `amount` is already formatted. */
export function vatSumText(
  { treatment, percent }: { treatment: VatTreatment; percent: number | null },
  amount: string,
) {
  if (percent !== null) return `VAT at ${percent}% on ${amount}`;
  return treatment === "exempt" ? `Exempt from VAT, ${amount}` : `Outside the scope of VAT, ${amount}`;
}

/** A row of the choice of a line's treatment. */
export function vatChoiceText(treatment: VatTreatment, percents: VatPercents): string {
  return treatment === "outside" ? "Outside" : vatRateText(treatment, vatPercentOf(treatment, percents));
}

type TaxedLine = { amountPence: number; vatTreatment: VatTreatment | null };

/** What an invoice's lines of one treatment come to, in pence. */
export type VatRate = { treatment: VatTreatment; percent: number | null; netPence: number; vatPence: number };

/**
 * The VAT of an invoice by treatment: computed on the sum of the lines and rounded once, half up to the penny.
 * Treatments without a line are left out (row I-21).
 */
export function vatRates(lines: readonly TaxedLine[], percents: VatPercents): VatRate[] {
  return vatTreatments.flatMap((treatment) => {
    const of = lines.filter((line) => (line.vatTreatment ?? usualTreatment) === treatment);
    if (of.length === 0) return [];
    const percent = vatPercentOf(treatment, percents);
    const netPence = sumOf(of.map(({ amountPence }) => amountPence));
    return [{ treatment, percent, netPence, vatPence: percentOf(netPence, percent ?? 0) }];
  });
}

/** The VAT on lines, in pence. */
export function vatOn(lines: readonly TaxedLine[], percents: VatPercents): number {
  return sumOf(vatRates(lines, percents).map(({ vatPence }) => vatPence));
}

type Taxed = { totalPence: number; vatPence: number };

/** How much of a part of an invoice's total is VAT, in pence: in proportion, half up to the penny. */
export function vatInPart({ totalPence, vatPence }: Taxed, partPence: number): number {
  return vatPence === 0 ? 0 : proportion(vatPence, partPence, totalPence);
}

/** What is left of an invoice without VAT once a part of its total was given back, in pence (row I-24). */
export function leftWithoutVat(invoice: Taxed, givenBackPence: number): number {
  const { totalPence, vatPence } = invoice;
  return totalPence - vatPence - (givenBackPence - vatInPart(invoice, givenBackPence));
}

/**
 * How much of one refund is VAT, in pence, after `beforePence` were given back: computed on all that has been given back,
 * so that the parts together are the VAT of the invoice.
 */
export function vatInRefund(invoice: Taxed, beforePence: number, amountPence: number): number {
  return vatInPart(invoice, beforePence + amountPence) - vatInPart(invoice, beforePence);
}

export const vatTexts = {
  notRegistered:
    "Only an advisor who has given their VAT number here can charge VAT. If yours has ended, reload the page.",
  onClaim: "A claim for late payment is outside the scope of VAT.",
  commission: "Our commission is taken on the amount without VAT. The VAT is paid to you in full, for HMRC.",
} as const;
