import type { FieldErrors } from "@plumbline/contract/fields.ts";
import { tryAgain, unreachable as unreachableText } from "@plumbline/contract/product.ts";
import { isRecord } from "./is-record.ts";

/** A failed call, reduced to what the screens show (row W-02). Status 0: there was no response. */
export class Failure extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly errors: FieldErrors;
  /** What can be done instead, for a 409 (decision 7). */
  readonly allowedActions: readonly string[];
  constructor(
    status: number,
    statusText: string,
    message: string,
    errors: FieldErrors = {},
    allowedActions: readonly string[] = [],
  ) {
    super(message);
    this.name = "Failure";
    this.status = status;
    this.statusText = statusText;
    this.errors = errors;
    this.allowedActions = allowedActions;
  }
}

// HTTP/2 has no status text, and a number alone says little.
const names: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/**
 * Reads the response's `errors`: field lists, or the sign-in call's {status_code, message}. Where it has none, as the pages
 * of a proxy, the message is the status text with what to do.
 */
export function failureOf(status: number, statusText: string, body: unknown): Failure {
  const { errors, allowed_actions: actions } = isRecord(body) ? body : {};
  const fields: FieldErrors = {};
  let message = "";
  for (const [name, value] of Object.entries(isRecord(errors) ? errors : {})) {
    if (Array.isArray(value)) fields[name] = value.map(String);
    else if (name === "message") message = String(value);
  }
  const text = statusText || names[status] || "Error";
  return new Failure(
    status,
    text,
    message ||
      fields.base?.[0] ||
      `${text}. ${isPassing(status) ? tryAgain : "Please check what you sent and try again."}`,
    fields,
    Array.isArray(actions) ? actions.map(String) : [],
  );
}

/** Whether the same call may succeed in a moment: there was no response, there were too many, or the server has a problem. */
export const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500;

export function unreachable(): Failure {
  return new Failure(0, "", unreachableText);
}

/**
 * The error display rule (row W-03), one line each: 500 and 404 the status and the message; 401 the message; with no
 * status the message; otherwise each field, then its messages.
 */
export function failureLines(failure: Failure): string[] {
  const { status, message, errors } = failure;
  if (status === 500 || status === 404) return [`${status} ${message}`];
  if (status === 401 || status === 0) return [message];
  const lines = Object.entries(errors).map(([field, messages]) =>
    field === "base" ? messages.join(" ") : `${spoken(field)}: ${messages.join(", ")}`,
  );
  return lines.length > 0 ? lines : [`${status} ${message}`];
}

/** "customer_company.city_id" as "City". */
function spoken(field: string): string {
  const words = (field.split(".").at(-1) ?? field).replace(/_ids?$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Any thrown value as a Failure: a Failure is returned as it is, others become a plain sentence. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  return new Failure(0, "", "Something went wrong on this page. Reload it and try again.");
}
