import { product } from "@plumbline/contract/product.ts";
import { currentSession, updateSession } from "./session.ts";

// The payout provider sends the advisor back with a code, and with the state that shows who started it. The code is kept
// in the session store, as specified; the state beside it, for as long as the tab lives.

const stateKey = `${product.toLowerCase()}.payout-state`;

/** Somebody else's link may carry a code as well: the server refuses whatever was not started by this advisor. */
const notStartedHere = "not-started-here";

export function keepPayoutReturn(code: string, state: string | null) {
  sessionStorage.setItem(stateKey, state || notStartedHere);
  updateSession({ stripeCode: code });
}

/** Takes the code out of the store, so that it is sent once and a reload sends nothing (row X-03). */
export function takePayoutReturn(): { code: string; state: string } | null {
  const code = currentSession()?.stripeCode;
  if (!code) return null;
  const state = sessionStorage.getItem(stateKey) ?? notStartedHere;
  sessionStorage.removeItem(stateKey);
  updateSession({ stripeCode: null });
  return { code, state };
}
