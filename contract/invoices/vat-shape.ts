import { z } from "zod";
import { vatTreatments } from "./vat.ts";

const rate = {
  treatment: z.enum(vatTreatments),
  /** Null where no rate applies: exempt, and outside the scope. */
  percent: z.number().nullable(),
};

/** What an item says of VAT; left out on invoices without it. */
export const vatOfItem = { vat_treatment: rate.treatment.optional(), vat_percent: rate.percent.optional() };

/** The VAT of an invoice, in pounds; fixed when it is sent, and as of today for a draft. */
export const VatOfInvoice = z.object({
  /** The supplier: "GB123456782", the registered name, and the address in lines. */
  number: z.string(),
  name: z.string(),
  address: z.string(),
  total_without_vat: z.number(),
  total_vat: z.number(),
  /** `amount` is what the lines of a rate come to without VAT. */
  rates: z.array(z.object({ ...rate, amount: z.number(), vat: z.number() })),
});
