import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import Stripe from "stripe";
import { payerMessage } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { findMember } from "../accounts/store.ts";
import { findMembership } from "./store.ts";
import { packageView } from "./view.ts";

type Body = Outcome["body"];

export const success = (message: string): Body => ({ status: "success", message });
export const declined = (message: string): Body => ({ status: "error", message });
export const challenge = (clientSecret: string): Body => ({
  status: "requires_action",
  message: "Your bank wants to see that it is you. Please confirm the payment.",
  client_secret: clientSecret,
});

/** Shown when the outcome is unknown; the sweep finds it out. */
export const noAnswerText =
  "The payment provider did not answer. We are finding out whether it took the payment: please look again in two minutes, before you try again.";

/** The response of every action: the payment's outcome and the membership's current state (decision 16). */
export async function outcomeOf(context: AppContext, memberId: number, body: Body): Promise<Outcome> {
  const [row, member] = [await findMembership(context.db, memberId), await findMember(context.db, memberId)];
  const live = member?.stripeSetup ?? false;
  return { body, current_package: packageView(row, live), stripe_setup: live };
}

/** The provider's reason for a refusal, for the payer. */
export function refusalText(error: unknown): string {
  const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
  const spent = code === "token_already_used" || code === "resource_missing";
  return spent ? "We could not read this card. Please enter it again." : payerMessage(error);
}

/** Whether the provider's error means that the cardholder has to authenticate the payment first. */
export function requiresAuthentication(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return /^(subscription|invoice)_payment_intent_requires_action$/.test(error.code ?? "");
}
