import type { FieldErrors } from "@plumbline/contract/fields.ts";

/**
 * An error response (rule 9, decision 7). Code throws one that a function below makes; the one handler in
 * error-handler.ts turns it into a response. Anything else that is thrown is a plain 500 with the detail in the log
 * only.
 */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldErrors | StatusErrors;
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

/** The session is missing, ended or invalid. The browser signs out on 401, so no other error may use it. */
export function unauthenticated(message = "Please sign in."): Problem {
  return new Problem(401, { base: [message] });
}

/** It does not exist, or the caller must not know that it exists. */
export function notFound(message = "We could not find that."): Problem {
  return new Problem(404, { base: [message] });
}

/** It exists and the caller may see it, but the action is not possible now; `allowedActions` lists those that are. */
export function conflict(message: string, allowedActions: readonly string[] = []): Problem {
  return new Problem(409, { base: [message] }, { allowedActions });
}

/** Invalid input: messages by field, under "base" when they concern the whole. */
export function invalid(errors: FieldErrors): Problem {
  return new Problem(422, errors);
}

type StatusErrors = { status_code: number; message: string; otp?: "required" | "wrong" };

/** Whether the errors are those of the sign-in call, and not messages by field. */
const hasStatusCode = (errors: Problem["errors"]): errors is StatusErrors => typeof errors["status_code"] === "number";

/** The messages by field, for a form; the one of the sign-in call concerns the whole. */
export const fieldErrorsOf = ({ errors }: Pick<Problem, "errors">): FieldErrors =>
  hasStatusCode(errors) ? { base: [errors.message] } : errors;

/** The X-RateLimit headers: the maximum, how many remain, and seconds until the window ends. */
export const limitHeaders = (max: number, remaining: number, resetsIn: number): Record<string, string> => ({
  "x-ratelimit-limit": String(max),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetsIn),
});

/** Too many attempts: `seconds` until the next one is allowed, `limit` the maximum. */
export function tooManyRequests(seconds: number, limit: number): Problem {
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

/** More sign-ins at once than the server can process; `seconds` until a retry is worthwhile. */
export function tooBusy(seconds: number): Problem {
  return new Problem(
    429,
    { base: ["Many people are signing in at this moment. Please try again in a few seconds."] },
    { retryAfter: seconds },
  );
}

/**
 * A dependency of this call is unavailable; nothing was changed, or a retry finds what was changed. `seconds`:
 * Retry-After.
 */
export function serviceUnavailable(seconds = 5): Problem {
  return new Problem(
    503,
    { base: ["We cannot do this at this moment. Please try again in a few seconds."] },
    { retryAfter: seconds },
  );
}

/** A refused sign-in, in the error format that the specification has for the sign-in call; `otp` asks for a code. */
export function signInRefused(message: string, otp?: "required" | "wrong"): Problem {
  return new Problem(401, { status_code: 401, message, ...(otp && { otp }) });
}
