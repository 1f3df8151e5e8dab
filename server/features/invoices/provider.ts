import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { currency } from "@plumbline/contract/money.ts";
import Stripe from "stripe";
import {
  cardErrorMessage,
  expectObject,
  idempotencyKeyFor,
  idMadeBy,
  isMadeBy,
  isRefusal,
  isReplayedServerError,
  madeBy,
  nameOfAttempt,
} from "../../cards/cards.ts";
import { makeOnce } from "../../cards/make-once.ts";
import type { AppContext } from "../../context.ts";
import type { PaymentRow } from "./payment-store.ts";
import type { InvoiceRow } from "./store.ts";

// Calls to the card provider about invoices. The payment intent is the source of truth: it charges at most once, its state
// can be read at any time, and once cancelled it can never charge.

/**
 * Creates the attempt's intent at the provider. It charges nothing yet, so a second one does no harm. When the response is
 * lost, an existing intent is looked up, because the provider replays a stored server error under the same key for a day.
 */
export async function createIntent(
  context: AppContext,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<Stripe.PaymentIntent> {
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await context.cards.stripe.paymentIntents.create(
        {
          amount: payment.amountPence,
          currency,
          customer: payment.providerCustomerId,
          automatic_payment_methods: { enabled: true, allow_redirects: "never" },
          // The provider refuses a fee of zero, which a claim has (ADR-048).
          ...(payment.feePence > 0 && { application_fee_amount: payment.feePence }),
          transfer_data: { destination: payment.destination },
          transfer_group: `invoice-${invoice.id}`,
          description: `Invoice ${invoiceNumber(invoice.number ?? 0)}`,
          metadata: { invoice_id: String(invoice.id), ...madeBy(context, "payment_id", payment) },
        },
        options,
      ),
      "payment_intent",
    );
  try {
    return await create({ idempotencyKey: idempotencyKeyFor(context, "payment", payment) });
  } catch (error) {
    if (isRefusal(error)) throw error;
    const made = await findIntent(context, payment);
    if (made) return made;
    if (isReplayedServerError(error)) return create({});
    throw error;
  }
}

/** How far our clock and the provider's may differ, in seconds. */
const clockTolerance = 3600;

/** Finds the intent of an attempt whose response was lost by its metadata; null when the provider has none. */
async function findIntent(context: AppContext, payment: PaymentRow): Promise<Stripe.PaymentIntent | null> {
  const from = Math.floor(payment.createdAt.getTime() / 1000) - clockTolerance;
  const all = context.cards.stripe.paymentIntents.list({
    customer: payment.providerCustomerId,
    created: { gte: from },
    limit: 100,
  });
  for await (const intent of all) if (isOurIntent(context, payment, intent)) return intent;
  return null;
}

export async function readIntent(context: AppContext, id: string): Promise<Stripe.PaymentIntent> {
  return expectObject(await context.cards.stripe.paymentIntents.retrieve(id), "payment_intent");
}

/** Confirms, and so charges, an intent. An intent charges at most once, whatever the idempotency key. */
export async function confirmIntent(
  context: AppContext,
  payment: PaymentRow,
  intentId: string,
  card: string,
): Promise<Stripe.PaymentIntent> {
  const confirm = async (options: Stripe.RequestOptions) =>
    expectObject(
      await context.cards.stripe.paymentIntents.confirm(intentId, { payment_method: card }, options),
      "payment_intent",
    );
  try {
    return await confirm({
      idempotencyKey: idempotencyKeyFor(context, "payment-confirm", `${nameOfAttempt(payment)}-${card}`),
    });
  } catch (error) {
    if (!isReplayedServerError(error)) throw error;
    const after = await readIntent(context, intentId);
    return isUnconfirmed(after) ? confirm({}) : after;
  }
}

/** Cancels an intent, so that it can never charge; returns it unchanged when it has charged already. */
export async function cancelIntent(context: AppContext, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return expectObject(await context.cards.stripe.paymentIntents.cancel(id), "payment_intent");
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return readIntent(context, id);
    throw error;
  }
}

/**
 * Refunds the whole amount to the payer, including the advisor's share and our fee. Existing refunds are found first; a
 * refund that the bank has sent back (a closed card) may be tried again, so the number of tries is part of the key.
 */
export async function refundIntent(context: AppContext, payment: PaymentRow, intentId: string): Promise<Stripe.Refund> {
  const { refunds } = context.cards.stripe;
  const findRefund = async () => {
    const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
    const successful = data.filter(({ status }) => status !== "failed" && status !== "canceled");
    const pence = successful.reduce((sum, { amount }) => sum + amount, 0);
    // Part of the amount may have been refunded in the provider's dashboard; our refund is then for the rest.
    return { refund: pence >= payment.amountPence ? successful[0] : undefined, tries: data.length };
  };
  const { tries } = await findRefund();
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await refunds.create(
        {
          payment_intent: intentId,
          reverse_transfer: true,
          ...(payment.feePence > 0 && { refund_application_fee: true }),
          reason: "requested_by_customer",
        },
        options,
      ),
      "refund",
    );
  // The provider never refunds more than was charged, so another key cannot refund twice.
  const key = idempotencyKeyFor(context, "payment-refund", `${nameOfAttempt(payment)}-${tries}`);
  return makeOnce(key, create, async () => (await findRefund()).refund);
}

export function readDispute(context: AppContext, id: string): Promise<Stripe.Dispute> {
  return context.cards.stripe.disputes.retrieve(id);
}

/** The id of our payment, when this installation created the intent; null otherwise. */
export function paymentIdIn(context: AppContext, intent: Stripe.PaymentIntent): number | null {
  return idMadeBy(context, "payment_id", intent);
}

/** Whether the intent is of this payment, and not of one that had its id before a restore. */
export function isOurIntent(context: AppContext, payment: PaymentRow, intent: Stripe.PaymentIntent): boolean {
  return isMadeBy(context, "payment_id", payment, intent);
}

/** Whether the intent was created but its confirmation was never sent, or never arrived. */
export function isUnconfirmed({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return status === "requires_confirmation" || (status === "requires_payment_method" && !error);
}

export const notChargedText =
  "The payment provider could not take this payment. Nothing was charged; please try again in a moment.";
const notAuthenticated = "payment_intent_authentication_failure";

/** Why an attempt failed, for the payer: card errors are meant for them, other errors are not shown. */
export function reasonOf({ last_payment_error: error }: Stripe.PaymentIntent): string {
  const isForPayer = error?.type === "card_error" || error?.code === notAuthenticated;
  return isForPayer && error.message ? cardErrorMessage(error.message) : notChargedText;
}
