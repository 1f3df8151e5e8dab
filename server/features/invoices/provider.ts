import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { currency } from "@plumbline/contract/money.ts";
import Stripe from "stripe";
import type { House } from "../../house.ts";
import { expectObject, installationOf, isRefusal, isStoredOutage, keyOf } from "../../platform/cards.ts";
import type { PaymentRow } from "./payment-store.ts";
import type { InvoiceRow } from "./store.ts";

// What is asked of the card provider about invoices. The intent is the one truth: it charges once at most, says what
// happened whenever it is asked, and once cancelled can never charge.

/**
 * The attempt's intent at the provider, made there when there is none. It charges nothing yet, so that making one twice
 * does no harm. When the answer is lost the provider is asked what it has: a stored outage is repeated for a day.
 */
export async function createIntent(
  house: House,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<Stripe.PaymentIntent> {
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await house.cards.stripe.paymentIntents.create(
        {
          amount: payment.amountPence,
          currency,
          customer: payment.providerCustomerId,
          automatic_payment_methods: { enabled: true, allow_redirects: "never" },
          application_fee_amount: payment.feePence,
          transfer_data: { destination: payment.destination },
          transfer_group: `invoice-${invoice.id}`,
          description: `Invoice ${invoiceNumber(invoice.number ?? 0)}`,
          metadata: {
            payment_id: String(payment.id),
            invoice_id: String(invoice.id),
            installation: installationOf(house),
          },
        },
        options,
      ),
      "payment_intent",
    );
  try {
    return await create({ idempotencyKey: keyOf(house, "payment", payment.id) });
  } catch (error) {
    if (isRefusal(error)) throw error;
    const made = await findIntent(house, payment);
    if (made) return made;
    if (isStoredOutage(error)) return create({});
    throw error;
  }
}

/** Our clock and the provider's may differ by this much, in seconds. */
const clocksDiffer = 3600;

/** The intent of an attempt whose answer was lost, known by what we wrote on it; null when the provider has none. */
async function findIntent(house: House, payment: PaymentRow): Promise<Stripe.PaymentIntent | null> {
  const from = Math.floor(payment.createdAt.getTime() / 1000) - clocksDiffer;
  const all = house.cards.stripe.paymentIntents.list({
    customer: payment.providerCustomerId,
    created: { gte: from },
    limit: 100,
  });
  for await (const intent of all) if (paymentIdIn(house, intent) === payment.id) return intent;
  return null;
}

export async function readIntent(house: House, id: string): Promise<Stripe.PaymentIntent> {
  return expectObject(await house.cards.stripe.paymentIntents.retrieve(id), "payment_intent");
}

/** Charges. An intent charges once at most, so that asking again, under whatever key, does it once. */
export async function confirmIntent(
  house: House,
  payment: PaymentRow,
  intentId: string,
  card: string,
): Promise<Stripe.PaymentIntent> {
  const confirm = async (options: Stripe.RequestOptions) =>
    expectObject(
      await house.cards.stripe.paymentIntents.confirm(intentId, { payment_method: card }, options),
      "payment_intent",
    );
  try {
    return await confirm({ idempotencyKey: keyOf(house, "payment-confirm", `${payment.id}-${card}`) });
  } catch (error) {
    if (!isStoredOutage(error)) throw error;
    const after = await readIntent(house, intentId);
    return isUnconfirmed(after) ? confirm({}) : after;
  }
}

/** From here on it can never charge; when it has charged already, the intent says so instead. */
export async function cancelIntent(house: House, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return expectObject(await house.cards.stripe.paymentIntents.cancel(id), "payment_intent");
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
    const standing = data.filter(({ status }) => status !== "failed" && status !== "canceled");
    const pence = standing.reduce((sum, { amount }) => sum + amount, 0);
    // Part of it may have been given back at the provider's own desk: then the rest was all that was left to give.
    return { refund: pence >= payment.amountPence ? standing[0] : undefined, tries: data.length };
  };
  const { refund: earlier, tries } = await done();
  if (earlier) return earlier;
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await refunds.create(
        {
          payment_intent: intentId,
          reverse_transfer: true,
          refund_application_fee: true,
          reason: "requested_by_customer",
        },
        options,
      ),
      "refund",
    );
  try {
    return await create({ idempotencyKey: keyOf(house, "payment-refund", `${payment.id}-${tries}`) });
  } catch (error) {
    const { refund } = await done();
    if (refund) return refund;
    // The provider gives no more back than it took, so that another key cannot do it twice.
    if (isStoredOutage(error)) return create({});
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
