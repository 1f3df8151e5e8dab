import { z } from "zod";
import { dayOf, earliestDay, latestDay } from "./dates.ts";
import { hundredthsOf } from "./money.ts";

/** The largest id of a row, and of a message or an event, of which there are many more (decision 48). */
export const largestId = 2_147_483_647;
export const largestLongId = Number.MAX_SAFE_INTEGER;

/**
 * A whole number from `least` to `most`, with one message for everything else. A text of digits counts as well, because
 * addresses carry nothing else and forms send choices so; `true`, `[[1]]` and "1e3" do not (decision 48).
 */
export function whole(message: string, { least = 1, most = largestId }: { least?: number; most?: number } = {}) {
  const read = (value: unknown) =>
    typeof value === "string" && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  return z.preprocess(read, z.int(message).min(least, message).max(most, message));
}

/** Ids of members, engagements, invoices and so on, unique across roles (decision 5). */
export const Id = whole("is not an id");
/** Ids of messages and events. */
export const LongId = whole("is not an id", { most: largestLongId });
export const Ids = z.array(Id, "must be a list").max(200, "has too many entries");

// What is answered ------------------------------------------------------------------------------------------------

/** A whole number, 0 or more: ids, counts, versions. */
export const Whole = z.int().min(0);
/** A moment, as an ISO text in UTC. */
export const Moment = z.string().meta({ format: "date-time" });
/** A day of the calendar, "2026-11-24". */
export const CalendarDay = z.string().meta({ format: "date" });

/** An entry of the reference data. */
export const Named = z.object({ id: Whole, name: z.string() });

// What is sent ----------------------------------------------------------------------------------------------------

/** The specification's e-mail rule: an at-sign with text on both sides (row A-16). */
export const emailMessage = "Please enter valid E-mail.";
export const emailPattern = /^[^\s@]+@[^\s@]+$/;
export const Email = z.string(emailMessage).trim().max(254, emailMessage).regex(emailPattern, emailMessage);

/** True when a reader would see anything of it: not spaces, marks of direction, or letters without a shape alone. */
export function isVisible(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** A required line of text with the specification's message when it is missing or shows nothing. */
export function required(message: string, most = 200) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(most, `Please keep this under ${most} characters`)
    .refine(isVisible, message);
}

/** An optional line of text; null and missing stay what they are, so that a partial update can tell them apart. */
export function optional(most = 200) {
  return z.string().trim().max(most, `Please keep this under ${most} characters`).nullish();
}

/**
 * True for an address that is http or https, or has no scheme, as people write it ("linkedin.com/in/ann"). Nothing that a
 * browser would run or open otherwise ("javascript:", "data:"), also behind characters that browsers leave out.
 */
export function isWebAddress(text: string): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  return !/^\s*[a-z][a-z0-9+.-]*:/i.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
}

/** A field for a web address; empty ones are the field's own business. */
export const webAddress = <T extends z.ZodType<string>>(field: T) =>
  field.refine(isWebAddress, "Please enter a web address, such as linkedin.com/in/your-name");

/** A required choice from the reference data. */
export function chosen(message: string) {
  return whole(message);
}

/** A required choice of several. */
export function chosenSeveral(message: string) {
  return z.array(whole(message), message).min(1, message).max(200, message);
}

/** A day, from "2026-11-24" or an ISO moment, within what can be meant (decision 48). */
export function day(message: string) {
  return z
    .string(message)
    .max(40, message)
    .meta({ format: "date" })
    .transform((text, context) => {
      const value = dayOf(text);
      if (value === null || value < earliestDay || value > latestDay) context.addIssue({ code: "custom", message });
      return value ?? "";
    });
}

/** A decimal of at most two places, sent as text or number, as hundredths (pence, hundredths of a day); above 0. */
export function decimal(message: string, { least = 1 }: { least?: number } = {}) {
  return z.union([z.string().max(40), z.number()], message).transform((value, context) => {
    const hundredths = hundredthsOf(value);
    if (hundredths === null || hundredths < least) context.addIssue({ code: "custom", message });
    return hundredths ?? 0;
  });
}

/** The page block of the lists that the specification pages by number. */
export const Pagination = z.object({ limit: Whole, current: Whole, total_count: Whole });
export const Page = whole("is not a page", { most: 10_000 }).default(1);

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

/** Schemas that may come inside an object of this name: both spellings are documented. */
export const wrappings = z.registry<{ name: string }>();

/** Callers may wrap the object in its name, as the review call does. */
export function perhapsWrapped<S extends z.ZodType>(name: string, schema: S): S {
  const unwrap = (body: unknown) => {
    const inner = (body as Record<string, unknown> | null)?.[name];
    return inner !== null && typeof inner === "object" ? inner : body;
  };
  const either = z.preprocess(unwrap, schema);
  wrappings.add(either, { name });
  // The inner schema is what our own pages type; the wrapping is read at run time.
  return either as unknown as S;
}

/** The other side of `perhapsWrapped`: a body inside the name that the documents give it (decision 47). */
export function wrapped<B extends object>(name: string, body: B): B {
  return { [name]: body } as unknown as B;
}
