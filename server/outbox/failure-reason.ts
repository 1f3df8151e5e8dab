/** An error's name, code and place, for staff to read: without its message, which may contain a member's text. */
export function failureReason(error: unknown): string {
  const { name, stack = "", cause } = error as Error & { cause?: { code?: string; constraint?: string } };
  const at = /\bserver\/[\w/.-]+:\d+/.exec(stack)?.[0];
  return [name, cause?.code, cause?.constraint, at && `at ${at}`].filter(Boolean).join(" ");
}
