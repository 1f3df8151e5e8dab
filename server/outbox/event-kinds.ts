import { z } from "zod";

/** What an event is about; `subjectId` is the id of one of these. */
export type Subject =
  | "member"
  | "engagement"
  | "invoice"
  | "conversation"
  | "advisor_request"
  | "mail"
  | "event"
  | "thread"
  | "report"
  | "setting"
  | "reference_entry"
  | "announcement"
  | "mail_text"
  | "site_text"
  | "installation";

/** The subject of a kind of event, and the schema of its payload as it is read from the log. */
export type EventKindDeclaration = { subject: Subject; data: z.ZodType };

/**
 * Declares kinds of events about one subject, with the fields of each payload: `{ "invoice.sent": {}, … }`. A field
 * that older rows of the log lack needs a default or must be optional.
 */
export function eventKinds<const S extends Subject, T extends Record<string, z.ZodRawShape>>(
  subject: S,
  kinds: T,
): { [Kind in keyof T]: { subject: S; data: z.ZodObject<T[Kind]> } } {
  // Each kind has just been given the schema of its own fields, which Object.fromEntries forgets.
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, fields]) => [kind, { subject, data: z.object(fields) }]),
  ) as { [Kind in keyof T]: { subject: S; data: z.ZodObject<T[Kind]> } };
}
