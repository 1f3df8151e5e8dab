import { useCallback } from "react";
import { Failure } from "../../failure.ts";
import { loadCards } from "./load-cards.ts";

/**
 * For a response with `requires_action`: shows the bank's challenge over the page and waits for it. Resolves when the
 * bank has agreed; throws a Failure with the provider's own sentence when it has not, or the dialog was closed. The
 * server gets the outcome from the provider: read it again afterwards. Needs no CardProvider around it.
 */
export function useConfirmPayment(): (clientSecret: string) => Promise<void> {
  return useCallback(async (clientSecret: string) => {
    const stripe = await loadCards();
    const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret });
    // The server may have received a refusal first and cancelled the payment, which is shown as cancelled here.
    const over = paymentIntent && ["canceled", "requires_payment_method"].includes(paymentIntent.status);
    if (!error && !over) return;
    const reason = error?.message ?? paymentIntent?.last_payment_error?.message;
    throw new Failure(0, "", reason ?? "Your bank did not confirm this payment. Please try again.");
  }, []);
}
