import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { currency } from "@plumbline/contract/money.ts";
import Stripe from "stripe";
import type { House } from "../../house.ts";
import { installationOf, keyOf } from "../../platform/cards.ts";
import type { PaymentRow } from "./payment-store.ts";
import type { InvoiceRow } from "./store.ts";

// What is asked of the card provider about invoices. The intent is the one truth: it charges once at most, says what
// happened whenever it is asked, and once cancelled can never charge.

/** The same call for the same payment answers the same intent, however often it is made. It charges nothing yet. */
export function createIntent(house: House, payment: PaymentRow, invoice: InvoiceRow): Promise<Stripe.PaymentIntent> {
  return house.cards.stripe.paymentIntents.create(
    {
      amount: payment.amountPence,
      currency,
      customer: payment.providerCustomerId,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      application_fee_amount: payment.feePence,
      transfer_data: { destination: payment.destination },
      transfer_group: `invoice-${invoice.id}`,
      description: `Invoice ${invoiceNumber(invoice.number ?? 0)}`,
      metadata: { payment_id: String(payment.id), invoice_id: String(invoice.id), installation: installationOf(house) },
    },
    { idempotencyKey: keyOf(house, "payment", payment.id) },
  );
}

export function readIntent(house: House, id: string): Promise<Stripe.PaymentIntent> {
  return house.cards.stripe.paymentIntents.retrieve(id);
}

/** Charges. Asked twice for the same payment, the provider does it once. */
export function confirmIntent(
  house: House,
  payment: PaymentRow,
  intentId: string,
  card: string,
): Promise<Stripe.PaymentIntent> {
  return house.cards.stripe.paymentIntents.confirm(
    intentId,
    { payment_method: card },
    { idempotencyKey: keyOf(house, "payment-confirm", payment.id) },
  );
}

/** From here on it can never charge; when it has charged already, the intent says so instead. */
export async function cancelIntent(house: House, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await house.cards.stripe.paymentIntents.cancel(id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return readIntent(house, id);
    throw error;
  }
}

/**
 * The whole sum back to the payer: the advisor's share and our fee with it. The payment itself says whether that was done
 * already; one that the bank has sent back (a closed card) may be tried again, which is why the tries are counted.
 */
export async function refundIntent(house: House, payment: PaymentRow, intentId: string): Promise<Stripe.Refund> {
  const { refunds } = house.cards.stripe;
  const done = async () => {
    const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
    const lives = ({ amount, status }: Stripe.Refund) =>
      amount === payment.amountPence && status !== "failed" && status !== "canceled";
    return { refund: data.find(lives), tries: data.length };
  };
  const { refund: earlier, tries } = await done();
  if (earlier) return earlier;
  try {
    return await refunds.create(
      {
        payment_intent: intentId,
        reverse_transfer: true,
        refund_application_fee: true,
        reason: "requested_by_customer",
      },
      { idempotencyKey: keyOf(house, "payment-refund", `${payment.id}-${tries}`) },
    );
  } catch (error) {
    const { refund } = await done();
    if (refund) return refund;
    throw error;
  }
}

export function readDispute(house: House, id: string): Promise<Stripe.Dispute> {
  return house.cards.stripe.disputes.retrieve(id);
}

/** Ours, when the intent was made by this installation. */
export function paymentIdIn(house: House, { metadata }: Pick<Stripe.PaymentIntent, "metadata">): number | null {
  const id = Number(metadata["payment_id"]);
  return metadata["installation"] === installationOf(house) && Number.isInteger(id) ? id : null;
}

/** Made, but nobody has asked to charge it, or the question never arrived. */
export function isUnconfirmed({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return status === "requires_confirmation" || (status === "requires_payment_method" && !error);
}

export const unpaid =
  "The payment provider could not take this payment. Nothing was charged; please try again in a moment.";
const notAuthenticated = "payment_intent_authentication_failure";

/** What the payer may read of a failed attempt: card errors speak to them, all others stay with us. */
export function reasonOf({ last_payment_error: error }: Stripe.PaymentIntent): string {
  return error?.message && (error.type === "card_error" || error.code === notAuthenticated) ? error.message : unpaid;
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
