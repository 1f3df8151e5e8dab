import { allowedInvoiceActions, refusalOf, texts } from "@plumbline/contract/invoices/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { readDefaultCard } from "../membership/card.ts";
import { findMembership } from "../membership/store.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { refused } from "./actions.ts";
import {
  findOpenPayment,
  findPayment,
  insertPayment,
  keepIntent,
  type PaymentRow,
  type Standing,
} from "./payment-store.ts";
import * as provider from "./provider.ts";
import { recordLetGo, recordOutcome } from "./settling.ts";
import { findInvoice, findInvoiceOf, type InvoiceRow, lockInvoice, moveInvoice } from "./store.ts";

/** An attempt that reached the provider only in part is carried through for so long, then given up. */
const carriedThroughFor = 10 * 60_000;
/** A challenge that nobody answers is given up after this long, so that nothing hangs on a forgotten window. */
const challengeLasts = 60 * 60_000;

/**
 * Pays an invoice with the customer's saved card, in the three steps of house rule 8. Pressed twice, or in two browsers,
 * everybody joins the one attempt. Throws invalid with the provider's reason when the card was refused.
 */
export async function payInvoice(house: House, member: Member, id: number): Promise<Standing> {
  if (!(await findInvoiceOf(house.db, member, id))) throw notFound();
  const open = await findOpenPayment(house.db, id);
  if (open) {
    const standing = await carryThrough(house, open);
    // What was let go without a refusal makes room for a new attempt. A refusal is told first: one press, one attempt.
    if (standing.status !== "failed" || standing.message) return paidOrRefused(standing);
  }
  const { payment, card } = await begin(house, member, id);
  return paidOrRefused(await carryThrough(house, payment, card));
}

function paidOrRefused(standing: Standing): Standing {
  if (standing.status === "failed") throw invalid({ base: [standing.message ?? provider.unpaid] });
  return standing;
}

/** Step one: what is about to be charged, with which share for whom, is written down before anybody is asked. */
async function begin(house: House, member: Member, id: number): Promise<{ payment: PaymentRow; card: string }> {
  const invoice = (await findInvoiceOf(house.db, member, id)) as InvoiceRow;
  if (invoice.status !== "processing" && !allowedInvoiceActions(invoice.status, "customer").includes("accept"))
    throw refused("accept", invoice.status, "customer");
  const customer = (await findMembership(house.db, member.id))?.providerCustomerId;
  const card = await cardOf(house, member.id);
  if (!customer || !card) throw invalid({ base: [texts.noCard] });
  const account = await findPayoutAccount(house.db, invoice.advisorId);
  if (!account?.payable)
    throw conflict("Your advisor cannot be paid by card at the moment. Please write to them, then try again.", [
      "accept",
    ]);

  const payment = await house.db.transaction(async (tx) => {
    const locked = await lockInvoice(tx, id);
    const open = await findOpenPayment(tx, id);
    if (open) return open;
    if (!(await moveInvoice(tx, id, ["sent"], { status: "processing" })))
      throw refused("accept", locked.status, "customer");
    return insertPayment(tx, {
      invoiceId: id,
      status: "started",
      amountPence: locked.totalPence,
      feePence: locked.feePence ?? 0,
      destination: account.accountId,
      providerCustomerId: customer,
      createdAt: house.clock.now(),
    });
  });
  return { payment, card };
}

/** Asked before anything is written down: without an answer nothing has happened, and the payer may simply try again. */
async function cardOf(house: House, memberId: number): Promise<string | null> {
  try {
    return (await readDefaultCard(house, memberId))?.id ?? null;
  } catch (error) {
    house.log.warn({ err: error }, "the card provider did not answer");
    throw conflict(provider.unpaid, ["accept"]);
  }
}

/** Attempts that this process is carrying through right now. */
const underWay = new WeakMap<House["database"], Map<number, Promise<Standing>>>();

/**
 * Steps two and three: makes sure that the provider has the intent, that it was asked to charge it, and that its answer is
 * recorded. Safe to run again from any point, by the payer, the sweep or a webhook; whoever comes second joins.
 */
export function carryThrough(house: House, payment: PaymentRow, card?: string): Promise<Standing> {
  return joined(house, payment.id, () => settle(house, payment.id, card));
}

/** One piece of work at a time per payment: whoever comes second gets what the first one is about to find. */
function joined(house: House, paymentId: number, work: () => Promise<Standing>): Promise<Standing> {
  const mine = underWay.get(house.database) ?? new Map<number, Promise<Standing>>();
  underWay.set(house.database, mine);
  const running = mine.get(paymentId);
  if (running) return running;
  const started = work().finally(() => mine.delete(paymentId));
  mine.set(paymentId, started);
  return started;
}

async function settle(house: House, paymentId: number, card?: string): Promise<Standing> {
  const payment = (await findPayment(house.db, paymentId)) as PaymentRow;
  const invoice = (await findInvoice(house.db, payment.invoiceId)) as InvoiceRow;
  const attempt = { payment, invoice };
  try {
    const intent = await intentOf(house, attempt);
    const tried = intent && provider.isUnconfirmed(intent) ? await charge(house, attempt, intent, card) : intent;
    if (tried && (await isForgotten(house, attempt, tried))) return await letGo(house, payment, tried);
    return await recordOutcome(house, payment, tried && (await sealed(house, tried)));
  } catch (error) {
    // Nobody knows what happened: the sweep asks again, and the payer is told no more than that.
    house.log.warn({ err: error, payment: payment.id }, "the card provider did not answer; the sweep will ask again");
    return { status: payment.status, message: null, clientSecret: null };
  }
}

type Attempt = { payment: PaymentRow; invoice: InvoiceRow };

/** Null when the provider will not have it: there is nothing then that could ever be charged. */
async function intentOf(house: House, { payment, invoice }: Attempt): Promise<Stripe.PaymentIntent | null> {
  if (payment.intentId) return provider.readIntent(house, payment.intentId);
  try {
    const made = await provider.createIntent(house, payment, invoice);
    await keepIntent(house.db, payment.id, made.id);
    // Another process may have kept the one it found: that one counts, and this one is never charged.
    const kept = (await findPayment(house.db, payment.id))?.intentId;
    return kept && kept !== made.id ? await provider.readIntent(house, kept) : made;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    house.log.error({ err: error, payment: payment.id }, "the card provider refused a payment");
    return null;
  }
}

/** Asks for the charge. Whatever comes back, a refusal or silence, the intent itself then says what happened. */
async function charge(
  house: House,
  { payment, invoice }: Attempt,
  intent: Stripe.PaymentIntent,
  card?: string,
): Promise<Stripe.PaymentIntent> {
  if (ageOf(house, payment) > carriedThroughFor) return provider.cancelIntent(house, intent.id);
  const chosen = card ?? (await readDefaultCard(house, invoice.customerId))?.id;
  if (!chosen) return provider.cancelIntent(house, intent.id);
  try {
    return await provider.confirmIntent(house, payment, intent.id, chosen);
  } catch (error) {
    const after = await provider.readIntent(house, intent.id);
    if (!provider.isUnconfirmed(after)) return after;
    if (!isRefusal(error)) throw error;
    house.log.error({ err: error, payment: payment.id }, "the card provider refused to charge");
    return provider.cancelIntent(house, intent.id);
  }
}

/**
 * What has failed is cancelled as well: the browser still knows its secret, and must not be able to charge it after a
 * newer attempt has begun.
 */
async function sealed(house: House, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (intent.status !== "requires_payment_method") return intent;
  const cancelled = await provider.cancelIntent(house, intent.id);
  return cancelled.status === "canceled" ? { ...cancelled, last_payment_error: intent.last_payment_error } : cancelled;
}

/** A challenge that nobody answers, or for a card that is no longer the chosen one. */
async function isForgotten(
  house: House,
  attempt: Attempt,
  { status, payment_method }: Stripe.PaymentIntent,
): Promise<boolean> {
  if (status !== "requires_action" || attempt.payment.status !== "requires_action") return false;
  if (ageOf(house, attempt.payment) > challengeLasts) return true;
  return provider.idOf(payment_method) !== (await readDefaultCard(house, attempt.invoice.customerId))?.id;
}

async function letGo(house: House, payment: PaymentRow, intent: Stripe.PaymentIntent): Promise<Standing> {
  const cancelled = await provider.cancelIntent(house, intent.id);
  return cancelled.status === "canceled" ? recordLetGo(house, payment) : recordOutcome(house, payment, cancelled);
}

/**
 * Calls off a payment of an invoice that waits for its holder, so that nothing can be charged for it any more. Throws
 * conflict while the provider does not answer. Nothing to do when no payment waits.
 */
export async function releaseChallenge(house: House, invoiceId: number): Promise<void> {
  const open = await findOpenPayment(house.db, invoiceId);
  const intentId = open?.intentId;
  if (open?.status !== "requires_action" || !intentId) return;
  try {
    await underWay.get(house.database)?.get(open.id);
    await joined(house, open.id, async () => letGo(house, open, await provider.readIntent(house, intentId)));
  } catch (error) {
    house.log.warn({ err: error, payment: open.id }, "a payment that waits for its holder could not be called off");
    throw conflict(refusalOf("void", "processing"));
  }
}

const ageOf = (house: House, payment: PaymentRow) => house.clock.now().getTime() - payment.createdAt.getTime();
