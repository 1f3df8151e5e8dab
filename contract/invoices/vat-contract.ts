import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Moment, required } from "../fields.ts";
import { registrationTexts as texts, vatAgreement, vatNumberOf } from "./vat-registration.ts";

const VatRegistration = z.object({
  /** "GB123456782", or with twelve digits. */
  vat_number: z.string(),
  name: z.string(),
  /** In lines, as printed on invoices. */
  address: z.string(),
  /** When they agreed that we issue VAT invoices on their behalf, and to which version of the words. */
  agreed_at: Moment,
  agreement_version: z.string(),
});

export const VatRegistrationForm = z.object({
  vat_number: z
    .string(texts.number)
    .max(40, texts.number)
    .transform((typed, context) => {
      const number = vatNumberOf(typed);
      if (number === null) context.addIssue({ code: "custom", message: texts.number });
      return number ?? "";
    }),
  name: required(texts.name),
  address: required(texts.address, 400),
  /** To the words of `vatAgreement`, again with every change. */
  agreed: z.literal(true, texts.agreed),
  /** The version of the words that were read; refused when they have changed since. */
  agreement_version: z.literal(vatAgreement.version, "These words have changed. Please read them again."),
});

const Answer = z.object({
  registration: VatRegistration.nullable(),
  /** Today's percentages. */
  percents: z.object({ standard: z.number(), reduced: z.number() }),
});

const mine = { path: "/api/payment/vat_registration", for: "advisor", startsNew: false, output: Answer } as const;

export const readVatRegistration = endpoint({
  method: "GET",
  path: mine.path,
  for: mine.for,
  output: mine.output,
  summary: "My VAT registration, null when I am not registered, and today's rates of VAT.",
});

export const setVatRegistration = endpoint({
  ...mine,
  method: "PUT",
  summary:
    "Register for VAT here, or change it: drafts and invoices sent from now on carry it. Sent ones keep what they have.",
  body: VatRegistrationForm,
});

export const endVatRegistration = endpoint({
  ...mine,
  method: "DELETE",
  summary: "No longer registered for VAT: invoices sent from now on carry none.",
});
