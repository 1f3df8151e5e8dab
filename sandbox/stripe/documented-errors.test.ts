import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prices } from "./catalogue.ts";
import { clientOf, connectAccount, keys, openSandbox, refusal } from "./testing.ts";

// The error codes, decline codes, types and statuses of https://docs.stripe.com/error-codes, /declines/codes, /testing and
// /api/errors, as the official SDK hands them on.

let context: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  context = await openSandbox();
});
afterAll(() => context.close());

const gbp = { currency: "gbp", amount: 5000 };
const pay = (payment_method: string) => (stripe: Stripe) =>
  stripe.paymentIntents.create({ ...gbp, payment_method, confirm: true, return_url: "http://127.0.0.1/back" });

const declines: [card: string, code: string, declineCode: string][] = [
  ["pm_card_visa_chargeDeclined", "card_declined", "generic_decline"],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
  ["pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card"],
  ["pm_card_visa_chargeDeclinedStolenCard", "card_declined", "stolen_card"],
  ["pm_card_visa_chargeDeclinedVelocityLimitExceeded", "card_declined", "card_velocity_exceeded"],
  ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
  ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
  ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"],
];

it.each(declines)("a payment with %s is declined with %s, %s", async (card, code, declineCode) => {
  const error = await refusal(pay(card)(context.stripe));
  expect(error).toMatchObject({ type: "StripeCardError", statusCode: 402, code, decline_code: declineCode });
  // What a declined attempt leaves behind is in its error.
  expect(error.payment_intent).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { type: "card_error", code, decline_code: declineCode },
  });
  expect(error.charge).toMatch(/^ch_/);
  expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`);
  expect(error.requestId).toMatch(/^req_/);
});

const card = (given: object) => (stripe: Stripe) =>
  stripe.tokens.create({
    card: { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123", ...given },
  });
const inThePast = { exp_month: "1", exp_year: "2020" };

const refused: [what: string, call: (stripe: Stripe) => Promise<unknown>, answer: object][] = [
  [
    "a number that fails the check digit",
    card({ number: "4242424242424241" }),
    cardError("incorrect_number", "number"),
  ],
  ["a month that does not exist", card({ exp_month: "13" }), cardError("invalid_expiry_month", "exp_month")],
  ["a year that is over", card(inThePast), cardError("invalid_expiry_year", "exp_year")],
  ["a security code that is too short", card({ cvc: "12" }), cardError("invalid_cvc", "cvc")],
  ["a real card in test mode", card({ number: "4111111111111111" }), cardError("card_declined")],
  [
    "a parameter that is missing",
    (stripe) => stripe.paymentIntents.create({ amount: 5000 } as never),
    invalid("parameter_missing", "currency"),
  ],
  [
    "a parameter that is unknown",
    (stripe) => stripe.customers.create({ colour: "blue" } as never),
    invalid("parameter_unknown", "colour"),
  ],
  [
    "a required parameter that is empty",
    (stripe) => stripe.products.create({ name: "" }),
    invalid("parameter_invalid_empty", "name"),
  ],
  [
    "a number that is none",
    (stripe) => stripe.paymentIntents.create({ ...gbp, amount: "ten" as never }),
    invalid("parameter_invalid_integer", "amount"),
  ],
  [
    "an amount below the minimum",
    (stripe) => stripe.paymentIntents.create({ ...gbp, amount: 29 }),
    invalid("amount_too_small", "amount"),
  ],
  [
    "an id in the path that names nothing",
    (stripe) => stripe.customers.retrieve("cus_none"),
    { ...invalid("resource_missing", "id"), statusCode: 404 },
  ],
  [
    "an id in the body that names nothing",
    (stripe) => stripe.paymentIntents.create({ ...gbp, customer: "cus_none" }),
    invalid("resource_missing", "customer"),
  ],
  ["a coupon whose id is taken", takenCoupon, invalid("resource_already_exists", "id")],
  ["a token that was used", usedToken, invalid("token_already_used")],
  ["a refund of what was refunded", refundTwice, invalid("charge_already_refunded")],
  ["a refund of what was charged back", refundDisputed, invalid("charge_disputed")],
  ["confirming a payment that has succeeded", confirmTwice, invalid("payment_intent_unexpected_state")],
  ["canceling a payment that has succeeded", cancelPaid, invalid("payment_intent_unexpected_state")],
  ["a coupon that has expired", expiredCoupon, invalid("coupon_expired", "discounts[0][coupon]")],
  ["previewing the end of a subscription", previewEnding, invalid("invoice_upcoming_none", "subscription")],
  [
    "a transfer to an account without the capability",
    transferTooEarly,
    invalid("insufficient_capabilities_for_transfer"),
  ],
  [
    "an off-session payment that needs authentication",
    offSession,
    { ...cardError("authentication_required"), decline_code: "authentication_required" },
  ],
  [
    "a wrong key",
    () => clientOf(context.sandbox, "sk_test_wrong").balance.retrieve(),
    { type: "StripeAuthenticationError", statusCode: 401 },
  ],
  [
    "a publishable key for a secret call",
    () => clientOf(context.sandbox, keys.publishableKey).balance.retrieve(),
    { type: "StripePermissionError", statusCode: 403, code: "secret_key_required" },
  ],
  [
    "an account that is not connected",
    (stripe) => stripe.balance.retrieve({}, { stripeAccount: "acct_none" }),
    { type: "StripePermissionError", statusCode: 403, code: "account_invalid" },
  ],
  ["an idempotency key with other parameters", otherParameters, { type: "StripeIdempotencyError", statusCode: 400 }],
  ["too many requests", faulty("rate_limit"), { type: "StripeRateLimitError", statusCode: 429, code: "rate_limit" }],
  ["an outage", faulty("500"), { type: "StripeAPIError", statusCode: 500 }],
];

it.each(refused)("%s is refused as documented", async (_what, call, answer) => {
  expect(await refusal(call(context.stripe))).toMatchObject(answer);
});

function cardError(code: string, param?: string) {
  return { type: "StripeCardError", statusCode: 402, code, ...(param && { param }) };
}

function invalid(code: string, param?: string) {
  return { type: "StripeInvalidRequestError", statusCode: 400, code, ...(param && { param }) };
}

async function takenCoupon(stripe: Stripe) {
  await stripe.coupons.create({ id: "taken", percent_off: 10 });
  await stripe.coupons.create({ id: "taken", percent_off: 10 });
}

async function usedToken(stripe: Stripe) {
  const { id } = (await card({})(stripe)) as Stripe.Token;
  await stripe.customers.create({ source: id });
  await stripe.customers.create({ source: id });
}

async function refundTwice(stripe: Stripe) {
  const { id } = await pay("pm_card_visa")(stripe);
  await stripe.refunds.create({ payment_intent: id });
  await stripe.refunds.create({ payment_intent: id });
}

async function refundDisputed(stripe: Stripe) {
  const { id } = await pay("pm_card_createDispute")(stripe);
  await stripe.refunds.create({ payment_intent: id });
}

async function confirmTwice(stripe: Stripe) {
  const { id } = await pay("pm_card_visa")(stripe);
  await stripe.paymentIntents.confirm(id);
}

async function cancelPaid(stripe: Stripe) {
  const { id } = await pay("pm_card_visa")(stripe);
  await stripe.paymentIntents.cancel(id);
}

const subscribe = (stripe: Stripe, customer: string, extra: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer, items: [{ price: prices.monthly }], ...extra });

async function expiredCoupon(stripe: Stripe) {
  const { id: customer } = await stripe.customers.create({ source: "tok_visa" });
  const coupon = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 });
  await subscribe(stripe, customer, { discounts: [{ coupon: coupon.id }] });
  await subscribe(stripe, customer, { discounts: [{ coupon: coupon.id }] });
}

async function previewEnding(stripe: Stripe) {
  const { id: customer } = await stripe.customers.create({ source: "tok_visa" });
  const { id } = await subscribe(stripe, customer, { cancel_at_period_end: true });
  await stripe.invoices.createPreview({ subscription: id });
}

async function transferTooEarly(stripe: Stripe) {
  const destination = await connectAccount({ ...context, stripe }, "early@example.test", { documents_later: "on" });
  await stripe.paymentIntents.create({ ...gbp, transfer_data: { destination } });
}

async function offSession(stripe: Stripe) {
  const { id: customer } = await stripe.customers.create();
  const { id } = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
  await stripe.paymentIntents.create({ ...gbp, customer, payment_method: id, confirm: true, off_session: true });
}

async function otherParameters(stripe: Stripe) {
  const once = { idempotencyKey: "documented-errors" };
  await stripe.customers.create({ name: "One" }, once);
  await stripe.customers.create({ name: "Other" }, once);
}

function faulty(kind: "rate_limit" | "500") {
  return async (stripe: Stripe) => {
    await context.post("/sandbox/faults", { kind, path: "/v1/balance" });
    await stripe.balance.retrieve();
  };
}
