import type { FieldErrors } from "@plumbline/contract/fields.ts";

/**
 * The short list of what can be wrong with a call (house rule 9, decision 7). Code throws one of these; the one handler
 * in refusals.ts answers it. Anything else that is thrown is a plain 500 with the detail in the log only.
 */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldErrors | { status_code: number; message: string };
  readonly allowedActions: readonly string[] | undefined;
  readonly retryAfter: number | undefined;
  /** Headers that belong to the status: `Allow` of a 405. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    errors: Problem["errors"],
    more: { allowedActions?: readonly string[]; retryAfter?: number; headers?: Record<string, string> } = {},
  ) {
    super(JSON.stringify(errors));
    this.status = status;
    this.errors = errors;
    this.allowedActions = more.allowedActions;
    this.retryAfter = more.retryAfter;
    this.headers = more.headers ?? {};
  }
}

/** The session itself is bad. The browser signs out on it, so nothing else may answer 401. */
export function unauthenticated(message = "Please sign in."): Problem {
  return new Problem(401, { base: [message] });
}

/** Not there, or not for this caller to know about: strangers find nothing. */
export function notFound(message = "We could not find that."): Problem {
  return new Problem(404, { base: [message] });
}

/** It exists and may be seen, but this cannot be done now; says what can. */
export function conflict(message: string, allowedActions: readonly string[] = []): Problem {
  return new Problem(409, { base: [message] }, { allowedActions });
}

/** Bad input: messages per field, "base" for the whole. */
export function invalid(errors: FieldErrors): Problem {
  return new Problem(422, errors);
}

/** How a limit is told: how many there may be, how many are left, and seconds until all are back. */
export const limitHeaders = (most: number, left: number, resetsIn: number): Record<string, string> => ({
  "x-ratelimit-limit": String(most),
  "x-ratelimit-remaining": String(left),
  "x-ratelimit-reset": String(resetsIn),
});

/** Too many attempts; `seconds` until the next one is worthwhile, `limit` how many there may be. */
export function tooMany(seconds: number, limit: number): Problem {
  return new Problem(
    429,
    { base: [`Too many attempts. Please wait ${inWords(seconds)} and try again.`] },
    { retryAfter: Math.ceil(seconds), headers: limitHeaders(limit, 0, Math.ceil(seconds)) },
  );
}

function inWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)} seconds`;
  return seconds <= 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** More people at once than we can serve, through nobody's fault; `seconds` until it is worth trying again. */
export function overrun(seconds: number): Problem {
  return new Problem(
    429,
    { base: ["Many people are signing in at this moment. Please try again in a few seconds."] },
    { retryAfter: seconds },
  );
}

/** Something that this call needs is out of order for now; nothing was changed, or what was will be found. */
export function outOfOrder(seconds = 5): Problem {
  return new Problem(
    503,
    { base: ["We cannot do this at this moment. Please try again in a few seconds."] },
    { retryAfter: seconds },
  );
}

/** A refused sign-in, in the shape of the specification's sign-in call. */
export function signInRefused(message: string): Problem {
  return new Problem(401, { status_code: 401, message });
}
