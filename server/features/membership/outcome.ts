import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import Stripe from "stripe";
import type { House } from "../../house.ts";
import { payerMessage } from "../../platform/cards.ts";
import { findMember } from "../accounts/store.ts";
import { findMembership } from "./store.ts";
import { packageView } from "./view.ts";

type Body = Outcome["body"];

export const success = (message: string): Body => ({ status: "success", message });
export const refused = (message: string): Body => ({ status: "error", message });
export const challenge = (clientSecret: string): Body => ({
  status: "requires_action",
  message: "Your bank wants to see that it is you. Please confirm the payment.",
  client_secret: clientSecret,
});

/** When nobody knows what happened; the sweep finds out. */
export const noAnswer =
  "The payment provider did not answer. We are finding out whether it took the payment: please look again in two minutes, before you try again.";

/** The answer of every verb: how the payment went, and where the membership stands now (decision 16). */
export async function outcomeOf(house: House, memberId: number, body: Body): Promise<Outcome> {
  const [row, member] = [await findMembership(house.db, memberId), await findMember(house.db, memberId)];
  const live = member?.stripeSetup ?? false;
  return { body, current_package: packageView(row, live), stripe_setup: live };
}

/** Why the provider said no, in words for the payer. */
export function refusalText(error: unknown): string {
  const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
  const spent = code === "token_already_used" || code === "resource_missing";
  return spent ? "We could not read this card. Please enter it again." : payerMessage(error);
}

/** The provider's way of saying that the holder has to be asked first. */
export function wantsHolder(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return /^(subscription|invoice)_payment_intent_requires_action$/.test(error.code ?? "");
}
