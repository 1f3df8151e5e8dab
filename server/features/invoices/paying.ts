import { allowedInvoiceActions, refusalReason, texts } from "@plumbline/contract/invoices/rules.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { idOf, isProviderError, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { isUnavailable } from "../../database/errors.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { readChargeableCard } from "../membership/card.ts";
import { findMembership } from "../membership/store.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { refusedAction } from "./actions.ts";
import {
  findOpenPayment,
  findPayment,
  insertPayment,
  type PaymentRow,
  type PaymentState,
  storeIntent,
} from "./payment-store.ts";
import * as provider from "./provider.ts";
import { recordAbandoned, recordOutcome } from "./settling.ts";
import { findInvoice, findInvoiceOf, type InvoiceRow, lockInvoice, moveInvoice } from "./store.ts";

/** How long an attempt that was interrupted before the charge is still continued, in milliseconds; then it is cancelled. */
const maxAttemptAge = 10 * 60_000;
/** How long a payment waits for the cardholder's authentication, in milliseconds, before it is cancelled. */
const challengeTimeout = 60 * 60_000;

/**
 * Pays an invoice with the customer's saved card, in the three steps of rule 8. Repeated and concurrent calls join the
 * attempt in progress. Throws invalid with the provider's reason when the card was declined.
 */
export async function payInvoice(context: AppContext, member: Member, id: number): Promise<PaymentState> {
  if (!(await findInvoiceOf(context.db, member, id))) throw notFound();
  const open = await findOpenPayment(context.db, id);
  if (open) {
    const state = await resumePayment(context, open);
    // After an abandoned attempt a new one begins. A declined one is reported first: each call makes one attempt only.
    if (state.status !== "failed" || state.message) return throwIfDeclined(state);
  }
  const { payment, card } = await startAttempt(context, member, id);
  return throwIfDeclined(await resumePayment(context, payment, card));
}

function throwIfDeclined(state: PaymentState): PaymentState {
  if (state.status === "failed") throw invalid({ base: [state.message ?? provider.notChargedText] });
  return state;
}

/** Step one: records the attempt with its amount, fee and destination before the provider is called. */
async function startAttempt(
  context: AppContext,
  member: Member,
  id: number,
): Promise<{ payment: PaymentRow; card: string }> {
  const invoice = existing(await findInvoiceOf(context.db, member, id));
  if (invoice.status !== "processing" && !allowedInvoiceActions(invoice.status, "customer").includes("accept"))
    throw refusedAction("accept", invoice.status, "customer");
  const customer = (await findMembership(context.db, member.id))?.providerCustomerId;
  const card = await cardOf(context, member.id);
  if (!customer || !card) throw invalid({ base: [texts.noCard] });
  const account = await findPayoutAccount(context.db, invoice.advisorId);
  if (!account?.payable)
    throw conflict("Your advisor cannot be paid by card at the moment. Please write to them, then try again.", [
      "accept",
    ]);

  const payment = await context.db.transaction(async (tx) => {
    const locked = await lockInvoice(tx, id);
    const open = await findOpenPayment(tx, id);
    if (open) return open;
    if (!(await moveInvoice(tx, id, ["sent"], { status: "processing" })))
      throw refusedAction("accept", locked.status, "customer");
    return insertPayment(tx, {
      invoiceId: id,
      status: "started",
      amountPence: locked.totalPence,
      feePence: locked.feePence ?? 0,
      destination: account.accountId,
      providerCustomerId: customer,
      createdAt: context.clock.now(),
    });
  });
  return { payment, card };
}

/** Reads the card before anything is recorded: if the provider does not answer, the payer can simply try again. */
async function cardOf(context: AppContext, memberId: number): Promise<string | null> {
  try {
    return (await readChargeableCard(context, memberId))?.id ?? null;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn({ err: error }, "the card provider did not answer");
    throw conflict(provider.notChargedText, ["accept"]);
  }
}

/**
 * Steps two and three: makes sure that the intent exists at the provider, that it was confirmed, and that its outcome is
 * recorded. Safe to run again from any point, by the payer, the sweep or a webhook; concurrent calls share one run.
 */
export function resumePayment(context: AppContext, payment: PaymentRow, card?: string): Promise<PaymentState> {
  return oncePerPayment(context, payment.id, () => settle(context, payment.id, card));
}

/** Runs `work` once at a time per payment in this process; concurrent callers get the same promise. */
function oncePerPayment(
  context: AppContext,
  paymentId: number,
  work: () => Promise<PaymentState>,
): Promise<PaymentState> {
  const { payments } = context.inProgress;
  const running = payments.get(paymentId);
  if (running) return running;
  const started = work().finally(() => payments.delete(paymentId));
  payments.set(paymentId, started);
  return started;
}

async function settle(context: AppContext, paymentId: number, card?: string): Promise<PaymentState> {
  const payment = existing(await findPayment(context.db, paymentId));
  const invoice = existing(await findInvoice(context.db, payment.invoiceId));
  const attempt = { payment, invoice };
  try {
    const intent = await intentOf(context, attempt);
    const charged = intent && provider.isUnconfirmed(intent) ? await charge(context, attempt, intent, card) : intent;
    if (charged && (await isStaleChallenge(context, attempt, charged)))
      return await abandonAttempt(context, payment, charged);
    return await recordOutcome(context, payment, charged && (await cancelFailedIntent(context, charged)));
  } catch (error) {
    // The outcome is unknown: the sweep asks again, and the payer sees the payment as still processing.
    context.log.warn(
      { err: error, payment: payment.id },
      "what became of a payment is not known; the sweep will ask again",
    );
    if (!isProviderError(error) && !isUnavailable(error))
      context.telemetry.report(error, { member: invoice.customerId });
    return { status: payment.status, message: null, clientSecret: null };
  }
}

type Attempt = { payment: PaymentRow; invoice: InvoiceRow };

/** The attempt's intent; null when the provider refuses to create it, so that nothing can ever be charged. */
async function intentOf(context: AppContext, { payment, invoice }: Attempt): Promise<Stripe.PaymentIntent | null> {
  if (payment.intentId) return provider.readIntent(context, payment.intentId);
  try {
    const made = await provider.createIntent(context, payment, invoice);
    await storeIntent(context.db, payment.id, made.id);
    // Another process may have stored a different intent first; that one counts, and this one is never charged.
    const kept = (await findPayment(context.db, payment.id))?.intentId;
    return kept && kept !== made.id ? await provider.readIntent(context, kept) : made;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    context.log.error({ err: error, payment: payment.id }, "the card provider refused a payment");
    return null;
  }
}

/** Confirms the intent. If the call fails or times out, the intent is read to find out what happened. */
async function charge(
  context: AppContext,
  { payment, invoice }: Attempt,
  intent: Stripe.PaymentIntent,
  card?: string,
): Promise<Stripe.PaymentIntent> {
  if (ageOf(context, payment) > maxAttemptAge) return provider.cancelIntent(context, intent.id);
  const chosen = card ?? (await readChargeableCard(context, invoice.customerId))?.id;
  if (!chosen) return provider.cancelIntent(context, intent.id);
  try {
    return await provider.confirmIntent(context, payment, intent.id, chosen);
  } catch (error) {
    const after = await provider.readIntent(context, intent.id);
    if (!provider.isUnconfirmed(after)) return after;
    if (!isRefusal(error)) throw error;
    // The payer has replaced the card since it was read, and the provider no longer has the old one.
    const newer = (await readChargeableCard(context, invoice.customerId))?.id;
    if (newer && newer !== chosen) return charge(context, { payment, invoice }, after, newer);
    context.log.error({ err: error, payment: payment.id }, "the card provider refused to charge");
    return provider.cancelIntent(context, intent.id);
  }
}

/**
 * Cancels an intent that has failed: the browser still has its client secret, and must not be able to charge it after a
 * newer attempt has begun.
 */
async function cancelFailedIntent(context: AppContext, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (intent.status !== "requires_payment_method") return intent;
  const cancelled = await provider.cancelIntent(context, intent.id);
  return cancelled.status === "canceled" ? { ...cancelled, last_payment_error: intent.last_payment_error } : cancelled;
}

/** Whether a payment has waited too long for authentication, or is for a card that is no longer the default. */
async function isStaleChallenge(
  context: AppContext,
  attempt: Attempt,
  { status, payment_method }: Stripe.PaymentIntent,
): Promise<boolean> {
  if (status !== "requires_action" || attempt.payment.status !== "requires_action") return false;
  if (ageOf(context, attempt.payment) > challengeTimeout) return true;
  return idOf(payment_method) !== (await readChargeableCard(context, attempt.invoice.customerId))?.id;
}

async function abandonAttempt(
  context: AppContext,
  payment: PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  const cancelled = await provider.cancelIntent(context, intent.id);
  return cancelled.status === "canceled"
    ? recordAbandoned(context, payment)
    : recordOutcome(context, payment, cancelled);
}

/**
 * Cancels an invoice's payment that is waiting for authentication, so that it can no longer be charged. Throws conflict
 * while the provider does not answer. Does nothing when no payment is waiting.
 */
export async function cancelChallenge(context: AppContext, invoiceId: number): Promise<void> {
  const open = await findOpenPayment(context.db, invoiceId);
  const intentId = open?.intentId;
  if (open?.status !== "requires_action" || !intentId) return;
  const { payments } = context.inProgress;
  try {
    // Another run may begin as soon as one has ended, and would be taken for ours.
    for (let running = payments.get(open.id); running; running = payments.get(open.id)) await running;
    await oncePerPayment(context, open.id, async () =>
      abandonAttempt(context, open, await provider.readIntent(context, intentId)),
    );
  } catch (error) {
    context.log.warn({ err: error, payment: open.id }, "a payment that waits for its holder could not be called off");
    throw conflict(refusalReason("void", "processing"));
  }
}

const ageOf = (context: AppContext, payment: PaymentRow) => context.clock.now().getTime() - payment.createdAt.getTime();
