import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { House } from "../../house.ts";

/** How long an advisor may take over the provider's pages. */
const lasts = 24 * 3600_000;

/**
 * The state of a payout authorisation: it comes back with the code, and shows that this very advisor started it, so that
 * nobody can be made to connect somebody else's account.
 */
export function makeState(house: Pick<House, "secret" | "clock">, memberId: number): string {
  const until = house.clock.now().getTime() + lasts;
  const said = `${memberId}.${until}.${randomBytes(9).toString("base64url")}`;
  return `${said}.${sign(house, said)}`;
}

export function isStateOf(house: Pick<House, "secret" | "clock">, memberId: number, state: string): boolean {
  const at = state.lastIndexOf(".");
  const said = state.slice(0, at);
  const given = Buffer.from(state.slice(at + 1));
  const expected = Buffer.from(sign(house, said));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [id, until] = said.split(".").map(Number);
  return id === memberId && house.clock.now().getTime() < (until ?? 0);
}

function sign(house: Pick<House, "secret">, said: string): string {
  return createHmac("sha256", house.secret).update(`payout:${said}`).digest("base64url");
}
