import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Context } from "./call.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { address, group, requiredInteger, requiredText, text } from "./params.ts";
import { present } from "./present.ts";
import { invalid, noSuch, type ProblemDetails, StripeProblem } from "./problems.ts";
import {
  brandNames,
  brandOf,
  passesLuhn,
  type Refusal,
  refusals,
  type TestCard,
  testCardNamed,
  testCardNumbered,
} from "./test-cards.ts";

/** What the API never returns of a card. Only test cards are accepted, so the number may be stored. */
type VaultEntry = { number: string; setUp: boolean };

type Details = {
  test: TestCard;
  expMonth: number;
  expYear: number;
  name: string | null;
  cvcGiven: boolean;
  address: Form | undefined;
};

/** Stripe's card error, status 402. With `keepsState` what the call has stored is kept. */
export function cardProblem(refusal: Refusal, details: ProblemDetails = {}, keepsState = false): StripeProblem {
  const { code, declineCode, message } = refusal;
  const shown = { code, ...(declineCode && { decline_code: declineCode }), ...details };
  return new StripeProblem(402, "card_error", message, shown, keepsState);
}

/** The stored number of a card or payment method; the plain Visa test card for an unknown id. */
export function vaultEntry(context: Context, id: string): VaultEntry {
  return context.store.note<VaultEntry>(`vault:${id}`) ?? { number: "4242424242424242", setUp: false };
}

/** The test card behind a card or payment method, which says how it behaves. */
export function testCardOf(context: Context, id: string): TestCard {
  return testCardNumbered(vaultEntry(context, id).number) ?? present(testCardNumbered("4242424242424242"));
}

/** Replaces the stored number of a card or payment method, and whether it was set up for later payments. */
export function saveToVault(context: Context, id: string, vault: VaultEntry): void {
  context.store.setNote(`vault:${id}`, vault);
}

/** Reads `card[number]`, `card[exp_month]`…, and throws Stripe's card errors for invalid values. */
export function readCard(context: Context, card: Form): Details {
  const number = requiredText(card, "number").replace(/[\s-]/g, "");
  const expMonth = requiredInteger(card, "exp_month");
  const shortYear = requiredInteger(card, "exp_year");
  const expYear = shortYear < 100 ? 2000 + shortYear : shortYear;
  const cvc = text(card, "cvc");
  if (!/^\d+$/.test(number) || !passesLuhn(number)) throw cardProblem(refusals.incorrectNumber, { param: "number" });
  if (expMonth < 1 || expMonth > 12) {
    throw cardProblem(
      { code: "invalid_expiry_month", message: "Your card's expiration month is invalid." },
      { param: "exp_month" },
    );
  }
  const today = new Date(context.clock.now() * 1000);
  if (expYear * 12 + expMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 || expYear > 2100) {
    throw cardProblem(
      { code: "invalid_expiry_year", message: "Your card's expiration year is invalid." },
      { param: "exp_year" },
    );
  }
  if (cvc && !(brandOf(number) === "amex" ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw cardProblem({ code: "invalid_cvc", message: "Your card's security code is invalid." }, { param: "cvc" });
  }
  const test = testCardNumbered(number);
  if (!test) throw cardProblem(refusals.notATestCard);
  return { test, expMonth, expYear, name: text(card, "name") ?? null, cvcGiven: Boolean(cvc), address: card };
}

/** A predefined test card (`tok_visa`, `pm_card_visa`), valid until the end of next year. */
function readyMade(context: Context, name: string): Details | undefined {
  const test = testCardNamed(name);
  const year = new Date(context.clock.now() * 1000).getUTCFullYear();
  return test && { test, expMonth: 12, expYear: year + 1, name: null, cvcGiven: true, address: undefined };
}

/** A new card for a token or a customer. Stores its number, but not the card. */
export function makeCard(context: Context, details: Details, customer: string | null): Stripe.Card {
  const { test, address } = details;
  const line = (name: string) => (address && text(address, name)) ?? null;
  const card: Stripe.Card = {
    id: newId("card"),
    object: "card",
    address_city: line("address_city"),
    address_country: line("address_country"),
    address_line1: line("address_line1"),
    address_line1_check: line("address_line1") && "pass",
    address_line2: line("address_line2"),
    address_state: line("address_state"),
    address_zip: line("address_zip"),
    address_zip_check: line("address_zip") && "pass",
    brand: brandNames[test.brand] ?? "Unknown",
    country: test.country,
    customer,
    cvc_check: customer && details.cvcGiven ? "pass" : details.cvcGiven ? "unchecked" : null,
    dynamic_last4: null,
    exp_month: details.expMonth,
    exp_year: details.expYear,
    fingerprint: fingerprint(test.number),
    funding: test.funding,
    last4: test.number.slice(-4),
    metadata: {},
    name: details.name,
    networks: { preferred: null },
    regulated_status: "unregulated",
    tokenization_method: null,
  };
  saveToVault(context, card.id, { number: test.number, setUp: false });
  return card;
}

/** A new payment method without a customer. Stores its number, but not the method. */
export function makeMethod(context: Context, details: Details, billing: Form | undefined): Stripe.PaymentMethod {
  const { test } = details;
  const method: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billingOf(billing, details.name),
    card: methodCard({
      brand: test.brand,
      country: test.country,
      expMonth: details.expMonth,
      expYear: details.expYear,
      funding: test.funding,
      last4: test.number.slice(-4),
      fingerprint: fingerprint(test.number),
      cvcCheck: details.cvcGiven ? "unchecked" : null,
    }),
    created: context.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  saveToVault(context, method.id, { number: test.number, setUp: false });
  return method;
}

/** A card as a payment method: Stripe accepts a `card_` id wherever it takes a payment method. */
export function methodOfCard(card: Stripe.Card): Stripe.PaymentMethod {
  const brand = Object.entries(brandNames).find(([, name]) => name === card.brand)?.[0] ?? "unknown";
  return {
    id: card.id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billingOf(undefined, card.name),
    card: methodCard({
      brand,
      country: card.country,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      funding: card.funding,
      last4: card.last4,
      fingerprint: card.fingerprint ?? null,
      cvcCheck: card.cvc_check,
    }),
    created: 0,
    customer: idOf(card.customer),
    customer_account: null,
    livemode: false,
    metadata: card.metadata,
    type: "card",
  };
}

/** A stored payment method or card, as a payment method. */
export function findMethod(context: Context, id: string): Stripe.PaymentMethod | undefined {
  const method = context.objects.get("payment_method", id);
  if (method) return method;
  const card = context.objects.get("card", id);
  return card && methodOfCard(card);
}

/** The payment method whose id is in the body; a predefined one (`pm_card_visa`) is created first. */
export function methodNamed(context: Context, id: string, param = "payment_method"): Stripe.PaymentMethod {
  const stored = findMethod(context, id);
  if (stored) return stored;
  const details = id.startsWith("pm_") ? readyMade(context, id) : undefined;
  if (!details) throw noSuch("PaymentMethod", id, { body: param });
  const made = makeMethod(context, details, undefined);
  context.objects.put(made);
  return made;
}

/** Redeems a token for its card's details. Throws for one that was used before. */
export function redeemToken(context: Context, id: string, param = "source"): Details {
  const made = readyMade(context, id);
  if (made && id.startsWith("tok_")) return made;
  const token = context.objects.get("token", id);
  const details = context.store.note<Details>(`token:${id}`);
  if (!token || !details) throw noSuch("token", id, { body: param });
  if (token.used) {
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, undefined, "token_already_used");
  }
  context.objects.put({ ...token, used: true });
  return details;
}

function billingOf(given: Form | undefined, name: string | null): Stripe.PaymentMethod.BillingDetails {
  const place = given && group(given, "address");
  return {
    address: address(place ?? {}),
    email: (given && text(given, "email")) ?? null,
    name: (given && text(given, "name")) ?? name,
    phone: (given && text(given, "phone")) ?? null,
    tax_id: null,
  };
}

type Shown = {
  brand: string;
  country: string | null;
  expMonth: number;
  expYear: number;
  funding: string;
  last4: string;
  fingerprint: string | null;
  cvcCheck: string | null;
};

function methodCard(shown: Shown): Stripe.PaymentMethod.Card {
  return {
    brand: shown.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: shown.cvcCheck },
    country: shown.country,
    display_brand: shown.brand,
    exp_month: shown.expMonth,
    exp_year: shown.expYear,
    fingerprint: shown.fingerprint,
    funding: shown.funding,
    generated_from: null,
    last4: shown.last4,
    networks: { available: [shown.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function fingerprint(number: string): string {
  return createHash("sha256").update(`plumbline:${number}`).digest("base64url").slice(0, 16);
}
