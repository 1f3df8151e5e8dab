import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientOf, connectAccount, keys, openSandbox, refusal } from "./testing.ts";

let context: Awaited<ReturnType<typeof openSandbox>>;
let advisor: string;
beforeAll(async () => {
  context = await openSandbox();
  advisor = await connectAccount(context, "payee@example.test");
});
afterAll(() => context.close());

const browser = () => clientOf(context.sandbox, keys.publishableKey);
const card = (number: string) => ({ number, exp_month: "12", exp_year: "2031", cvc: "123" });
const answer = (id: string, secret: string, outcome: "complete" | "fail") =>
  fetch(`${context.sandbox.url}/3ds/${id}`, {
    method: "POST",
    body: new URLSearchParams({ client_secret: secret, outcome }),
  });

describe("tokens and cards", () => {
  it("B-06 a mistyped, an expired and a real number are refused", async () => {
    expect(await refusal(browser().tokens.create({ card: card("4242424242424241") }))).toMatchObject({
      code: "incorrect_number",
      statusCode: 402,
    });
    const old = browser().tokens.create({ card: { ...card("4242424242424242"), exp_year: "2020" } });
    expect(await refusal(old)).toMatchObject({ code: "invalid_expiry_year" });
    expect(await refusal(browser().tokens.create({ card: card("4111111111111111") }))).toMatchObject({
      decline_code: "test_mode_live_card",
    });
  });

  it("a token works once", async () => {
    const token = await browser().tokens.create({ card: card("4242424242424242") });
    const customer = await context.stripe.customers.create({ source: token.id });
    expect(customer.default_source).toBe((await context.stripe.customers.listSources(customer.id)).data[0]?.id);
    expect(await refusal(context.stripe.customers.create({ source: token.id }))).toMatchObject({
      code: "token_already_used",
    });
  });

  it.each([
    ["4000000000000002", "card_declined", "generic_decline"],
    ["4000000000009995", "card_declined", "insufficient_funds"],
    ["4000000000009987", "card_declined", "lost_card"],
    ["4000000000009979", "card_declined", "stolen_card"],
    ["4000000000000069", "expired_card", "expired_card"],
    ["4000000000000127", "incorrect_cvc", "incorrect_cvc"],
    ["4000000000000119", "processing_error", "processing_error"],
  ])(
    "B-06 %s is refused when it is attached, and the customer keeps the card they had",
    async (number, code, decline) => {
      const customer = await context.stripe.customers.create({ source: "tok_visa" });
      const token = await browser().tokens.create({ card: card(number) });
      const error = await refusal(context.stripe.customers.update(customer.id, { source: token.id }));
      expect(error).toMatchObject({ type: "StripeCardError", statusCode: 402, code, decline_code: decline });
      expect(await context.stripe.customers.retrieve(customer.id)).toMatchObject({
        default_source: customer.default_source,
      });
    },
  );

  it("B-11 a new source becomes the default and replaces the old card", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_visa" });
    const changed = await context.stripe.customers.update(customer.id, { source: "tok_mastercard" });
    const { data } = await context.stripe.customers.listSources(customer.id);
    expect(data.map((one) => (one as { last4: string }).last4)).toEqual(["4444"]);
    expect(changed.default_source).toBe(data[0]?.id);
    const shown = await context.stripe.customers.retrieve(customer.id, { expand: ["default_source"] });
    expect((shown as { default_source: object }).default_source).toMatchObject({ brand: "MasterCard", last4: "4444" });
  });
});

describe("a payment to an advisor", () => {
  const pay = (method: string, extra: object = {}) =>
    context.stripe.paymentIntents.create({
      amount: 100000,
      currency: "gbp",
      payment_method: method,
      confirm: true,
      application_fee_amount: 10000,
      transfer_data: { destination: advisor },
      ...extra,
    });

  it("I-13 a fee above the amount and a stranger's account are refused", async () => {
    await refusal(pay("pm_card_visa", { application_fee_amount: 100001 }));
    expect(await refusal(pay("pm_card_visa", { transfer_data: { destination: "acct_none" } }))).toMatchObject({
      code: "resource_missing",
      param: "transfer_data[destination]",
    });
    const waiting = await connectAccount(context, "documents@example.test", { documents_later: "on" });
    expect(await refusal(pay("pm_card_visa", { transfer_data: { destination: waiting } }))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
  });

  it("I-13 the whole is charged, a tenth is kept, the rest is transferred", async () => {
    const intent = await pay("pm_card_visa", { expand: ["latest_charge.transfer", "latest_charge.application_fee"] });
    expect(intent.latest_charge).toMatchObject({
      amount: 100000,
      transfer: { amount: 100000, destination: advisor },
      application_fee: { amount: 10000, account: advisor },
    });
    const ledger = (await context.get("/sandbox/ledger")) as {
      charges: object[];
      accounts: { id: string; balance: number }[];
    };
    expect(ledger.charges[0]).toMatchObject({ amount: 100000, fee: 10000, transferred: 90000, destination: advisor });
    expect(ledger.accounts.find((one) => one.id === advisor)?.balance).toBe(90000);
    const page = await fetch(context.sandbox.url).then((one) => one.text());
    expect(page).toContain("£900.00");
  });

  it("a customer's card_ id pays off-session", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_visa" });
    const intent = await pay(customer.default_source as string, { customer: customer.id, off_session: true });
    expect(intent.status).toBe("succeeded");
    const shown = await context.stripe.paymentIntents.retrieve(intent.id, { expand: ["payment_method"] });
    expect(shown.payment_method).toMatchObject({ object: "payment_method", card: { brand: "visa", last4: "4242" } });
  });

  it("I-12 a card that attaches and then fails leaves a failed charge and the reason", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_chargeCustomerFail" });
    const error = await refusal(pay(customer.default_source as string, { customer: customer.id, off_session: true }));
    expect(error).toMatchObject({ code: "card_declined", statusCode: 402 });
    const intent = await context.stripe.paymentIntents.retrieve(error.payment_intent?.id ?? "");
    expect(intent).toMatchObject({ status: "requires_payment_method", last_payment_error: { code: "card_declined" } });
    expect((await context.stripe.charges.retrieve(error.charge ?? "")).status).toBe("failed");
  });

  it("a list of charges is expanded although some of them have no transfer and no fee", async () => {
    await context.stripe.paymentIntents.create({
      amount: 500,
      currency: "gbp",
      payment_method: "pm_card_visa",
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    });
    await pay("pm_card_visa");
    const expand = ["data.transfer", "data.application_fee"];
    const [connected, plain] = (await context.stripe.charges.list({ limit: 2, expand })).data;
    expect(connected).toMatchObject({
      transfer: { object: "transfer" },
      application_fee: { object: "application_fee" },
    });
    expect([plain?.transfer ?? null, plain?.application_fee ?? null]).toEqual([null, null]);
  });

  it("refunds act in proportion and reach the advisor's balance only when asked", async () => {
    const intent = await pay("pm_card_visa");
    await context.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 50000,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    const charge = await context.stripe.charges.retrieve(intent.latest_charge as string, {
      expand: ["transfer", "application_fee"],
    });
    expect(charge).toMatchObject({
      amount_refunded: 50000,
      transfer: { amount_reversed: 50000 },
      application_fee: { amount_refunded: 5000 },
    });
    await context.stripe.refunds.create({ payment_intent: intent.id });
    expect(await refusal(context.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: "charge_already_refunded",
    });
  });
});

it("a contested payment opens a dispute and takes the money from the platform", async () => {
  const intent = await context.stripe.paymentIntents.create({
    amount: 6000,
    currency: "gbp",
    payment_method: "pm_card_createDispute",
    confirm: true,
    expand: ["latest_charge"],
  });
  expect(intent.latest_charge).toMatchObject({ disputed: true });
  const [dispute] = (await context.stripe.disputes.list({ payment_intent: intent.id })).data;
  expect(dispute).toMatchObject({ status: "needs_response", reason: "fraudulent", amount: 6000 });
  expect(await refusal(context.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
    code: "charge_disputed",
  });
  expect((await context.stripe.disputes.close(dispute?.id ?? "")).status).toBe("lost");
});

it("an answered dispute is decided by the words of the evidence, and a won one brings the money back", async () => {
  const intent = await context.stripe.paymentIntents.create({
    amount: 6000,
    currency: "gbp",
    payment_method: "pm_card_createDispute",
    confirm: true,
  });
  const id = (await context.stripe.disputes.list({ payment_intent: intent.id })).data[0]?.id ?? "";
  const answer = (words: string) =>
    context.stripe.disputes.update(id, { evidence: { uncategorized_text: words }, submit: true });
  expect((await answer("The contract.")).status).toBe("under_review");
  expect(await answer("winning_evidence")).toMatchObject({
    status: "won",
    balance_transactions: [
      { amount: -6000, fee: 2000 },
      { amount: 6000, fee: 0 },
    ],
  });
  expect(await refusal(context.stripe.disputes.close(id))).toMatchObject({ message: "This dispute is already closed" });
  expect((await context.stripe.refunds.create({ payment_intent: intent.id })).status).toBe("succeeded");
});

describe("authentication", () => {
  const pay = (method: string, extra: object = {}) =>
    context.stripe.paymentIntents.create({
      amount: 2000,
      currency: "gbp",
      payment_method: method,
      confirm: true,
      ...extra,
    });

  it("off-session it is a refusal that asks the holder back", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_visa" });
    const method = await context.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: customer.id,
    });
    const error = await refusal(pay(method.id, { customer: customer.id, off_session: true }));
    expect(error).toMatchObject({ code: "authentication_required", decline_code: "authentication_required" });
  });

  it("a failed challenge needs another method; a passed one pays", async () => {
    const intent = await pay("pm_card_threeDSecure2Required");
    expect(intent).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    await answer(intent.id, intent.client_secret as string, "fail");
    const failed = await context.stripe.paymentIntents.retrieve(intent.id);
    expect(failed).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
    const again = await context.stripe.paymentIntents.confirm(intent.id, {
      payment_method: "pm_card_threeDSecure2Required",
    });
    await answer(again.id, "pi_wrong_secret", "complete");
    expect((await context.stripe.paymentIntents.retrieve(intent.id)).status).toBe("requires_action");
    await answer(again.id, again.client_secret as string, "complete");
    expect((await context.stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  });

  it("1629 is refused after the challenge", async () => {
    const intent = await pay("pm_card_threeDSecureRequiredChargeDeclined");
    await answer(intent.id, intent.client_secret as string, "complete");
    expect((await context.stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.code).toBe("card_declined");
  });

  it("3155 asks until it was set up, and never again after that", async () => {
    const customer = await context.stripe.customers.create();
    const method = await context.stripe.paymentMethods.create({
      type: "card",
      card: { token: (await browser().tokens.create({ card: card("4000002500003155") })).id },
    });
    const setup = await context.stripe.setupIntents.create({
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      automatic_payment_methods: { enabled: true },
    });
    expect(setup.status).toBe("requires_action");
    await answer(setup.id, setup.client_secret as string, "complete");
    const intent = await pay(method.id, { customer: customer.id, off_session: true });
    expect(intent.status).toBe("succeeded");
  });

  it("a browser sees an intent only with its client secret, and without the fee", async () => {
    const intent = await context.stripe.paymentIntents.create({
      amount: 2000,
      currency: "gbp",
      application_fee_amount: 200,
      transfer_data: { destination: advisor },
    });
    expect(await refusal(browser().paymentIntents.retrieve(intent.id))).toMatchObject({ code: "parameter_missing" });
    const shown = await browser().paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret as string });
    expect(shown.status).toBe("requires_payment_method");
    expect(shown.application_fee_amount).toBeUndefined();
  });
});
