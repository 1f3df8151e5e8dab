import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../context.ts";

/** How long a state is valid, while the advisor is on the provider's pages. */
const validFor = 24 * 3600_000;

/**
 * The OAuth state of a payout authorisation: it comes back with the code and proves that this advisor started it, so
 * that an attacker cannot make somebody connect another account.
 */
export function makeState(context: Pick<AppContext, "secret" | "clock">, memberId: number): string {
  const until = context.clock.now().getTime() + validFor;
  const payload = `${memberId}.${until}.${randomBytes(9).toString("base64url")}`;
  return `${payload}.${sign(context, payload)}`;
}

export function isStateOf(context: Pick<AppContext, "secret" | "clock">, memberId: number, state: string): boolean {
  const at = state.lastIndexOf(".");
  const payload = state.slice(0, at);
  const given = Buffer.from(state.slice(at + 1));
  const expected = Buffer.from(sign(context, payload));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [id, until] = payload.split(".").map(Number);
  return id === memberId && context.clock.now().getTime() < (until ?? 0);
}

function sign(context: Pick<AppContext, "secret">, payload: string): string {
  return createHmac("sha256", context.secret).update(`payout:${payload}`).digest("base64url");
}
