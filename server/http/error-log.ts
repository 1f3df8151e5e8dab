import { asRecord } from "@plumbline/contract/records.ts";
import pg from "pg";
import type { LoggerOptions } from "pino";
import { causesOf, DatabaseUnavailable, isUnavailable } from "../database/errors.ts";
import { ScannerUnavailable } from "../files/scanner.ts";
import { StoreUnavailable } from "../files/store.ts";

// Libraries put their input into an error's message, detail and stack: message texts, e-mail addresses, tokens. The log
// keeps what helps to find the fault, and nothing that a person typed.

/** An error as it is logged, without personal data. */
export type ErrorRecord = {
  type: string;
  message: string;
  /** The stack's frames, without the message that V8 repeats before them. */
  stack?: string;
  cause?: ErrorRecord;
  [fact: string]: unknown;
};

/** Properties that libraries add to errors and that hold identifiers of code, never user input. */
const safeFields = [
  "code",
  "status",
  "statusCode",
  "syscall",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "dataType",
  "routine",
  "requestId",
  "rawType",
  "param",
  "decline_code",
  "responseCode",
  "command",
] as const;

/** Takes any thrown value and returns what may be logged of it and its causes. Never throws. */
export function recordOf(error: unknown): ErrorRecord {
  const records = causesOf(error).map(recordOfOne);
  return records.reduceRight((cause, record) => ({ ...record, cause }));
}

function recordOfOne(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: "Something that is no error was thrown." };
  const record: ErrorRecord = { type: error.constructor.name, message: messageOf(error) };
  for (const fact of safeFields) {
    const value = asRecord(error)[fact];
    // Single words and numbers only: a value with spaces may be user input.
    if (typeof value === "number" || (typeof value === "string" && /^[\w.:/-]{1,100}$/.test(value)))
      record[fact] = value;
  }
  if (isFailedQuery(error)) record["query"] = error.query.slice(0, 2000);
  const stack = framesOf(error);
  if (stack) record.stack = stack;
  return record;
}

/** drizzle's error: its message contains the parameters; its `query` has $1, $2 instead. */
const isFailedQuery = (error: Error): error is Error & { query: string } =>
  error.message.startsWith("Failed query:") && "query" in error && typeof error.query === "string";

/** Known by name, because loading the provider's library would delay the start of the process. */
const isProvidersError = (error: Error) => /^Stripe\w*Error$/.test(error.constructor.name);

/** Messages of programming errors are kept; in all others quoted text, e-mail addresses and long tokens are removed. */
function messageOf(error: Error): string {
  if (isFailedQuery(error)) return "Failed query";
  // The provider's message may repeat the call's parameters and the key; its dashboard has it under the requestId.
  if (isProvidersError(error)) return "The card provider refused or failed a call.";
  if ([DatabaseUnavailable, StoreUnavailable, ScannerUnavailable].some((ours) => error instanceof ours))
    return error.message;
  if (error instanceof pg.DatabaseError)
    return isUnavailable(error) || error.code?.startsWith("42") ? error.message : "The database refused a statement.";
  // JSON.parse quotes the text that it could not read.
  if (error instanceof SyntaxError) return "Something could not be read.";
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return error.message;
  return withinReason(error.message)
    .replace(/["'`“‘].*["'`”’]/s, "[…]")
    .replace(/\S+@\S+/g, "[…]")
    .replace(/[\w-]{24,}/g, "[…]")
    .slice(0, 300);
}

/** The beginning of a message that may quote any text: what follows takes the square of its length. */
function withinReason(message: string): string {
  if (message.length <= 2000) return message;
  // A quotation may end behind the cut.
  return message.slice(0, 2000).replace(/["'`“‘].*/s, "[…]");
}

function framesOf({ stack = "", message }: Error): string | undefined {
  const at = stack.indexOf(message);
  // The stack does not start with the message, so it may contain other text and is left out.
  if (at < 0) return undefined;
  const frames = stack.slice(at + message.length).trimEnd();
  return frames.startsWith("\n") ? frames.slice(1) : undefined;
}

/** pino options that make every logger of the process write errors as ErrorRecords. */
export const errorLogging: Pick<LoggerOptions, "serializers" | "hooks"> = {
  serializers: {
    err: recordOf,
    error: recordOf,
    reason: (reason) => (reason instanceof Error ? recordOf(reason) : reason),
  },
  hooks: {
    logMethod(given, method) {
      const [first, text, ...rest]: unknown[] = given;
      const error = first instanceof Error ? first : asRecord(first)["err"];
      if (!(error instanceof Error)) return method.apply(this, given);
      // Without a text pino and Fastify use the error's own message, which may hold personal data.
      const line = text === undefined || text === error.message ? recordOf(error).message : text;
      const facts = first instanceof Error ? { err: first } : first;
      Reflect.apply(method, this, [facts, line, ...rest]);
    },
  },
};

/** Formats an error's record for a terminal, one line per cause and stack frame. */
export function formatError(error: unknown): string {
  const lines: string[] = [];
  for (let record: ErrorRecord | undefined = recordOf(error); record; record = record.cause) {
    const { type, message, stack, cause: _, ...rest } = record;
    const known = Object.entries(rest).map(([name, value]) => ` ${name}=${value}`);
    lines.push(
      `${lines.length > 0 ? "because of " : ""}${type}: ${message}${known.join("")}`,
      ...(stack ? [stack] : []),
    );
  }
  return lines.join("\n");
}
