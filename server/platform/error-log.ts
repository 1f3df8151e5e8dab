import pg from "pg";
import type { LoggerOptions } from "pino";
import { causesOf, DatabaseUnavailable, isUnavailable } from "./database-errors.ts";

// Errors as they may be written down. Libraries put into an error's message, detail and stack what they were given: the
// text of a message, an address, a token. Written here is what helps to find the fault, and nothing that a person typed.

/** An error for the log: where it happened and what kind it is. */
export type ErrorRecord = {
  type: string;
  message: string;
  /** Lines of the stack; without the message, which V8 repeats at their head. */
  stack?: string;
  cause?: ErrorRecord;
  [fact: string]: unknown;
};

/** Facts that libraries add and that hold names of ours or of theirs, never a person's words. */
const facts = [
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
  "decline_code",
  "responseCode",
  "command",
] as const;

/** Takes anything that was thrown; answers what of it may be written down. Never throws. */
export function recordOf(error: unknown): ErrorRecord {
  const records = causesOf(error).map(recordOfOne);
  return records.reduceRight((cause, record) => ({ ...record, cause }));
}

function recordOfOne(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: "Something that is no error was thrown." };
  const record: ErrorRecord = { type: error.constructor.name, message: messageOf(error) };
  for (const fact of facts) {
    const value = (error as unknown as Record<string, unknown>)[fact];
    // A word or a number; whatever has spaces in it may be somebody's text.
    if (typeof value === "number" || (typeof value === "string" && /^[\w.:/-]{1,100}$/.test(value)))
      record[fact] = value;
  }
  if (isFailedQuery(error)) record["query"] = error.query.slice(0, 2000);
  const stack = framesOf(error);
  if (stack) record.stack = stack;
  return record;
}

/** drizzle's own wrapper: its message holds the parameters, its `query` the statement with $1, $2 in their place. */
const isFailedQuery = (error: Error): error is Error & { query: string } =>
  error.message.startsWith("Failed query:") && typeof (error as { query?: unknown }).query === "string";

/** Programming errors speak of our code. Everything else may quote what it was given, so that what is quoted goes. */
function messageOf(error: Error): string {
  if (isFailedQuery(error)) return "Failed query";
  if (error instanceof DatabaseUnavailable) return error.message;
  if (error instanceof pg.DatabaseError)
    return isUnavailable(error) || error.code?.startsWith("42") ? error.message : "The database refused a statement.";
  // JSON.parse quotes the text that it could not read.
  if (error instanceof SyntaxError) return "Something could not be read.";
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return error.message;
  return error.message
    .replace(/["'`“‘].*["'`”’]/s, "[…]")
    .replace(/\S+@\S+/g, "[…]")
    .replace(/[\w-]{24,}/g, "[…]")
    .slice(0, 300);
}

function framesOf({ stack = "", message }: Error): string | undefined {
  const at = stack.indexOf(message);
  // Its head is not its message: what stands there is not known, so that none of it is written.
  if (at < 0) return undefined;
  const frames = stack.slice(at + message.length).trimEnd();
  return frames.startsWith("\n") ? frames.slice(1) : undefined;
}

/** For every logger of the process: errors are written as records, whoever logs them and however. */
export const errorLogging: Pick<LoggerOptions, "serializers" | "hooks"> = {
  serializers: {
    err: recordOf,
    error: recordOf,
    reason: (reason) => (reason instanceof Error ? recordOf(reason) : reason),
  },
  hooks: {
    logMethod(given, method) {
      const [first, text, ...rest] = given as unknown[];
      const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
      if (!(error instanceof Error)) return method.apply(this, given);
      // pino and Fastify take an error's own message for the line's where none is given.
      const line = text === undefined || text === error.message ? recordOf(error).message : text;
      const facts = first instanceof Error ? { err: first } : first;
      method.apply(this, [facts, line, ...rest] as unknown as Parameters<typeof method>);
    },
  },
};

/** An error for a terminal: its record, in lines. */
export function describe(error: unknown): string {
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
