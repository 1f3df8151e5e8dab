import { z } from "zod";
import { dayOf, earliestDay, latestDay } from "./dates.ts";
import { emailMessage, emailPattern } from "./email-address.ts";
import { hundredthsOf } from "./money.ts";
import { asRecord } from "./records.ts";

/** The largest id of a row (32 bits), and of a message or an event, which have wider ids (decision 48). */
export const maxId = 2_147_483_647;
export const maxLongId = Number.MAX_SAFE_INTEGER;

/**
 * A whole number from `min` to `max`, with one message for everything else. A string of digits is accepted too, because
 * URLs and form fields carry only strings; `true`, `[[1]]` and "1e3" are not (decision 48).
 */
export function wholeNumber(message: string, { min = 1, max = maxId }: { min?: number; max?: number } = {}) {
  const read = (value: unknown) =>
    typeof value === "string" && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  return z.preprocess(read, z.int(message).min(min, message).max(max, message));
}

/** Ids of members, engagements, invoices and so on, unique across roles (decision 5). */
export const Id = wholeNumber("is not an id");
/** Ids of messages and events. */
export const LongId = wholeNumber("is not an id", { max: maxLongId });
export const Ids = z.array(Id, "must be a list").max(200, "has too many entries");

// Responses -------------------------------------------------------------------------------------------------------

/** A whole number, 0 or more: ids, counts, versions. */
export const Whole = z.int().min(0);
/** A point in time, as an ISO string in UTC. */
export const Moment = z.string().meta({ format: "date-time" });
/** A calendar day, "2026-11-24". */
export const CalendarDay = z.string().meta({ format: "date" });

/** An entry of the reference data. */
export const Named = z.object({ id: Whole, name: z.string() });

// Requests --------------------------------------------------------------------------------------------------------

export const Email = z.string(emailMessage).trim().max(254, emailMessage).regex(emailPattern, emailMessage);

/** True when the text has at least one visible character: not only spaces, direction marks or characters without a glyph. */
export function isVisible(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** A required text field; `message` is the error when it is missing or has no visible character. */
export function required(message: string, maxLength = 200) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(maxLength, `Please keep this under ${maxLength} characters`)
    .refine(isVisible, message);
}

/** An optional text field; null and undefined are kept as they are, so that a partial update can distinguish them. */
export function optional(maxLength = 200) {
  return z.string().trim().max(maxLength, `Please keep this under ${maxLength} characters`).nullish();
}

/**
 * True for a URL that is http or https, or has no scheme, as people write it ("linkedin.com/in/ann"): then its host has a
 * dot, which tells it from words. False for other schemes ("javascript:", "data:"), also when they hide behind control
 * characters that browsers ignore.
 */
function isWebAddress(text: string): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  if (/^\s*[a-z][a-z0-9+.-]*:/i.test(text)) return /^https?:\/\//i.test(text) && URL.canParse(text);
  return text === "" || (/^([^\s./?#@]+\.)+[^\s./?#@]{2,}([/?#]\S*)?$/.test(text) && URL.canParse(`https://${text}`));
}

/** Adds the URL check to a text field; whether it may be empty is decided by the field. */
export const webAddress = <T extends z.ZodType<string>>(field: T) =>
  field.refine(isWebAddress, "Please enter a web address, such as linkedin.com/in/your-name");

/** A required choice from the reference data, by id. */
export function chosen(message: string) {
  return wholeNumber(message);
}

/** A required choice of one or more entries, by id. */
export function chosenSeveral(message: string) {
  return z.array(wholeNumber(message), message).min(1, message).max(200, message);
}

/** A day, from "2026-11-24" or an ISO timestamp, between `earliestDay` and `latestDay` (decision 48). */
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

/** A decimal of at most two places, sent as string or number, read as hundredths (pence, hundredths of a day); above 0. */
export function decimal(message: string, { min = 1 }: { min?: number } = {}) {
  return z.union([z.string().max(40, message), z.number()], message).transform((value, context) => {
    const hundredths = hundredthsOf(value);
    if (hundredths === null || hundredths < min) context.addIssue({ code: "custom", message });
    return hundredths ?? 0;
  });
}

/** The pagination block of lists that are paged by number. */
export const Pagination = z.object({ limit: Whole, current: Whole, total_count: Whole });
export const Page = wholeNumber("is not a page", { max: 10_000 }).default(1);

/** Field errors as they appear in a response: {errors: {field: [messages]}}. */
export type FieldErrors = Record<string, string[]>;

/** What to do about a refusal that no field of a page can mend: page and server are of different versions, as in an update. */
export const reloadAdvice = "If you see this on a page of ours, reload it and try again.";
export const unknownField = `is not a field that is known here. ${reloadAdvice}`;

/** Converts a schema's errors to {field: [messages]}; nested fields are dotted, errors of the whole are "base" (row W-02). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  // Without a prototype, because a field that is not known may be called "__proto__" or "constructor".
  const errors: FieldErrors = Object.create(null);
  const add = (path: readonly PropertyKey[], message: string) => {
    const messages = (errors[path.join(".") || "base"] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of error.issues) {
    if (issue.code !== "unrecognized_keys") add(issue.path, issue.message);
    else for (const key of issue.keys) add([...issue.path, key], unknownField);
  }
  return errors;
}

const kinds: Record<string, string> = {
  array: "must be a list",
  boolean: "must be true or false",
  number: "must be a number",
  object: "must be an object",
  string: "must be a text",
};

/** The message where a schema has none of its own: the library's would speak of its types, not of what to send (row W-02). */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && !issue.path?.length) return "Please send a JSON object.";
  if (issue.input === undefined) return "is missing";
  if (issue.code === "invalid_type") return kinds[issue.expected] ?? "is not valid";
  if (issue.code === "invalid_value") return `must be one of: ${issue.values.join(", ")}`;
  if (issue.code === "too_big" && issue.origin === "string") return `must have at most ${issue.maximum} characters`;
  if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
  return "is not valid";
};

/** The names of objects that a schema may be wrapped in, so that the documentation lists both forms. */
export const wrapperNames = z.registry<{ name: string }>();

/** Accepts the object itself or the object inside `{[name]: …}`, because the specification shows both. */
export function optionallyWrapped<S extends z.ZodType>(name: string, schema: S): S {
  const unwrap = (body: unknown) => {
    const inner = asRecord(body)[name];
    return inner !== null && typeof inner === "object" ? inner : body;
  };
  const either = z.preprocess(unwrap, schema);
  wrapperNames.add(either, { name });
  // Callers are typed with the inner schema; the wrapper is only accepted at run time.
  return either as unknown as S;
}
