import { factsOf } from "../error-facts.ts";

/** An error's name, code and place, for staff to read: without its message, which may contain a member's text. */
export function failureReason(error: unknown): string {
  const { name, cause } = factsOf(error);
  const { code, constraint } = factsOf(cause);
  const at = /\bserver\/[\w/.-]+:\d+/.exec((error instanceof Error && error.stack) || "")?.[0];
  return [name, code, constraint, at && `at ${at}`].filter(Boolean).join(" ");
}
