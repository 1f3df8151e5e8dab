import { present } from "@plumbline/contract/present.ts";
import type Stripe from "stripe";
import { expectObject, idempotencyKeyFor, idMadeBy, isMadeBy, isRefusal, madeBy } from "../../cards/cards.ts";
import { makeOnce } from "../../cards/make-once.ts";
import type { AppContext } from "../../context.ts";
import type { PaymentRow } from "./payment-store.ts";
import type { RefundRow } from "./refund-store.ts";

// Refunds at the card provider. The transfer to the advisor is of the whole charge, so that a refund takes its whole amount
// back from them, to the penny; what we return of our fee is a call of its own, because only then do we choose the penny.

/**
 * Gives a part of a payment back to its payer. What exists already is found by our refund's id in its metadata, unless the
 * caller has it at hand (`known`). A refusal that it throws means that nothing was given back.
 */
export async function refundPart(
  context: AppContext,
  payment: PaymentRow,
  refund: RefundRow,
  known?: Stripe.Refund,
): Promise<Stripe.Refund> {
  const { refunds } = context.cards.stripe;
  const intentId = present(payment.intentId, "the payment intent");
  if (known) return known;
  const find = async () => (await listRefunds(context, intentId)).find((made) => isOurRefund(context, refund, made));
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await refunds.create(
        {
          payment_intent: intentId,
          amount: refund.amountPence,
          ...(refund.fromHeld ? {} : { reverse_transfer: true }),
          reason: "requested_by_customer",
          metadata: madeBy(context, "refund_id", refund),
        },
        options,
      ),
      "refund",
    );
  return makeOnce(idempotencyKeyFor(context, "refund", refund), create, find);
}

/**
 * Returns our fee on a refund to the advisor, once, found as in `refundPart`; resolves to how much it was, which is nothing
 * when it is refused.
 */
export async function returnFee(context: AppContext, payment: PaymentRow, refund: RefundRow): Promise<number> {
  if (refund.feePence === 0) return 0;
  const { applicationFees } = context.cards.stripe;
  const fee = await feeOf(context, payment);
  if (!fee) return 0;
  const find = async () =>
    (await applicationFees.listRefunds(fee.id, { limit: 100 })).data.find((made) => isOurRefund(context, refund, made));
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await applicationFees.createRefund(
        fee.id,
        {
          amount: refund.feePence,
          metadata: madeBy(context, "refund_id", refund),
        },
        options,
      ),
      "fee_refund",
    );
  try {
    return (await makeOnce(idempotencyKeyFor(context, "refund-fee", refund), create, find)).amount;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    context.log.error({ err: error, refund: refund.id }, "our fee on a refund was not returned; the advisor bears it");
    return 0;
  }
}

/** All refunds of a payment at the provider, oldest first. */
export async function listRefunds({ cards }: AppContext, intentId: string): Promise<Stripe.Refund[]> {
  const found: Stripe.Refund[] = [];
  const all = cards.stripe.refunds.list({ payment_intent: intentId, limit: 100, expand: ["data.transfer_reversal"] });
  for await (const refund of all) found.push(refund);
  return found.reverse();
}

/** How much of our fee on a payment has been returned at the provider, in pence. */
export async function returnedFee(context: AppContext, payment: PaymentRow): Promise<number> {
  return (await feeOf(context, payment))?.amount_refunded ?? 0;
}

async function feeOf({ cards }: AppContext, { intentId }: PaymentRow): Promise<Stripe.ApplicationFee | null> {
  const intent = await cards.stripe.paymentIntents.retrieve(present(intentId, "the payment intent"), {
    expand: ["latest_charge.application_fee"],
  });
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  return typeof charge?.application_fee === "object" ? charge.application_fee : null;
}

/** What a refund took back from the advisor's account, in pence. */
export function reversedBy({ transfer_reversal: reversal }: Stripe.Refund): number {
  return typeof reversal === "object" ? (reversal?.amount ?? 0) : 0;
}

/** The id of our refund, when this installation asked for it; null for one made in the dashboard. */
export function refundIdIn(context: AppContext, made: Stripe.Refund): number | null {
  return idMadeBy(context, "refund_id", made);
}

/** Whether this refund of ours, of which there may be another one with its id before a restore, has made one there. */
export function isOurRefund(context: AppContext, refund: RefundRow, made: Stripe.Refund | Stripe.FeeRefund): boolean {
  return isMadeBy(context, "refund_id", refund, made);
}
