import { useCallback } from "react";
import { Failure } from "../../failure.ts";
import { loadCards } from "./load-cards.ts";

/**
 * For an answer that says `requires_action`: shows the bank's challenge over the page and waits for it. Resolves when the
 * bank has agreed; throws a Failure with the provider's own sentence when it has not, or the window was closed. The server
 * hears of the outcome from the provider: ask it again afterwards. Needs no CardProvider around it.
 */
export function useConfirmPayment(): (clientSecret: string) => Promise<void> {
  return useCallback(async (clientSecret: string) => {
    const stripe = await loadCards();
    const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret });
    // The server may have heard of a refusal first, and let the payment go: then it reads as cancelled here.
    const over = paymentIntent && ["canceled", "requires_payment_method"].includes(paymentIntent.status);
    if (!error && !over) return;
    const told = error?.message ?? paymentIntent?.last_payment_error?.message;
    throw new Failure(0, "", told ?? "Your bank did not confirm this payment. Please try again.");
  }, []);
}
