import { product } from "@plumbline/contract/product.ts";
import { readText, writeText } from "./browser-storage.ts";
import { currentSession, updateSession } from "./session.ts";

// The payout provider redirects the advisor back with a code, and with the state that proves who started it. The code
// is stored with the session, as specified; the state beside it, for as long as the tab is open.

const stateKey = `${product.toLowerCase()}.payout-state`;

/** The parameter of the page that asks for a payout account when the advisor has refused to connect one. */
export const payoutRefused = "payout-refused";

/** A forged link may contain a code as well: the server refuses whatever this advisor has not started. */
const notStartedHere = "not-started-here";

export function storePayoutReturn(code: string, state: string | null) {
  writeText("session", stateKey, state || notStartedHere);
  updateSession({ stripeCode: code });
}

/** Takes the code out of the store, so that it is sent once and a reload sends nothing (row X-03). */
export function takePayoutReturn(): { code: string; state: string } | null {
  const code = currentSession()?.stripeCode;
  if (!code) return null;
  const state = readText("session", stateKey) ?? notStartedHere;
  writeText("session", stateKey, null);
  updateSession({ stripeCode: null });
  return { code, state };
}

let outcomeShown = false;

/** Whether the advisor's home shows what came of the code: it stays open for that, though nothing is connected yet. */
export const isOutcomeShown = (): boolean => outcomeShown;
export function showOutcome(shown: boolean): void {
  outcomeShown = shown;
}
