import { z } from "zod";
import { dayOf } from "./dates.ts";
import { hundredthsOf } from "./money.ts";

/** Member, engagement, invoice, message ids: positive whole numbers, unique across roles (decision 5). */
export const Id = z.coerce
  .number("is not an id")
  .int("is not an id")
  .positive("is not an id")
  .max(2_147_483_647, "is not an id");
export const Ids = z.array(Id).max(200, "has too many entries");

/** An entry of the reference data. */
export const Named = z.object({ id: z.number(), name: z.string() });
export const Reference = z.object({ id: z.number() });

/** The specification's e-mail rule: an at-sign with text on both sides (row A-16). */
export const emailMessage = "Please enter valid E-mail.";
export const emailPattern = /^[^\s@]+@[^\s@]+$/;
export const Email = z.string(emailMessage).trim().max(254, emailMessage).regex(emailPattern, emailMessage);

/** A required line of text with the specification's message when it is missing. */
export function required(message: string, most = 200) {
  return z.string(message).trim().min(1, message).max(most, `Please keep this under ${most} characters`);
}

/** An optional line of text; null and missing stay what they are, so that a partial update can tell them apart. */
export function optional(most = 200) {
  return z.string().trim().max(most, `Please keep this under ${most} characters`).nullish();
}

/** A required choice from the reference data. */
export function chosen(message: string) {
  return z.coerce.number(message).int(message).positive(message);
}

/** A required choice of several. */
export function chosenSeveral(message: string) {
  return z.array(z.coerce.number(message).int().positive(), message).min(1, message).max(200, message);
}

/** A day, from "2026-11-24" or an ISO moment. */
export function day(message: string) {
  return z.string(message).transform((text, context) => {
    const value = dayOf(text);
    if (value === null) context.addIssue({ code: "custom", message });
    return value ?? "";
  });
}

/** A decimal of at most two places, sent as text or number, as hundredths (pence, hundredths of a day); above 0. */
export function decimal(message: string, { least = 1 }: { least?: number } = {}) {
  return z.union([z.string(), z.number()], message).transform((value, context) => {
    const hundredths = hundredthsOf(value);
    if (hundredths === null || hundredths < least) context.addIssue({ code: "custom", message });
    return hundredths ?? 0;
  });
}

/** The page block of the lists that the specification pages by number. */
export const Pagination = z.object({ limit: z.number(), current: z.number(), total_count: z.number() });
export const Page = z.coerce
  .number("is not a page")
  .int("is not a page")
  .min(1, "is not a page")
  .max(10_000, "is not a page")
  .default(1);

/** Field errors as they travel: {errors: {field: [messages]}}. */
export type FieldErrors = Record<string, string[]>;

/** Reduces a schema's complaints to {field: [messages]}; nested fields are dotted, the whole is "base" (row W-02). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "base";
    const messages = (errors[field] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  return errors;
}
