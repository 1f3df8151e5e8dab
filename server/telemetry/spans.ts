import { AsyncLocalStorage } from "node:async_hooks";
import { databaseAnswer } from "../database/errors.ts";
import { factsOf } from "../error-facts.ts";

/** The attributes of a span: names from the code, numbers and our own ids, and never what a person typed (ADR-041). */
export type Facts = Record<string, string | number | boolean>;
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** A step of a trace that is recorded. */
export type Span = {
  readonly traceId: string;
  /** Names this span to others, in the form of W3C Trace Context. */
  readonly traceparent: string;
  /** Begins a step of this one; null once this one has ended, so that what goes on after a request is not part of it. */
  child(name: string, kind: SpanKind, facts: Facts): Span | null;
  /** The operation and the tables of an SQL text. */
  summaryOf(text: string): string;
  set(facts: Facts): void;
  /** Ends it; of an error it keeps the class or code (`errorType`). */
  end(failure?: unknown): void;
};

/** `parent` and `links` are traceparents of other processes or earlier times; malformed ones are ignored. */
export type Beginning = { name: string; kind: SpanKind; facts: Facts; parent?: string; links?: readonly string[] };

/** Begins traces; null for one that is not to be recorded. */
export type Tracing = { begin(beginning: Beginning): Span | null };

// It lives as long as the step. As a parameter it would pass through every function down to the database's connection.
const current = new AsyncLocalStorage<Span | null>();

/** The span that the caller runs in; null where nothing is recorded. */
export const spanHere = (): Span | null => current.getStore() ?? null;

/** Runs `work` in a span, or outside of any. */
export function inSpan<Result>(span: Span | null, work: () => Result): Result {
  return span === spanHere() ? work() : current.run(span, work);
}

/** Runs `work` as a trace of its own, which ends with it; without tracing it is only called. */
export function traced<Result>(
  tracing: Tracing | null,
  beginning: () => Beginning,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work(null);
  const span = tracing.begin(beginning());
  return inSpan(span, () => (span ? ending(span, work(span)) : work(null)));
}

/** Ends the span with the promise. */
export function ending<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  return work.then(
    (result) => {
      span.end();
      return result;
    },
    (error) => {
      span.end(error);
      throw error;
    },
  );
}

/** What a span keeps of an error: PostgreSQL's code, the system's or the error's class, and never its message. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = databaseAnswer(error)?.code ?? factsOf(error).code;
  return code !== undefined && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.constructor.name;
}
