import type Stripe from "stripe";
import { expect, it } from "vitest";
import * as accounts from "./accounts.ts";
import * as balance from "./balance.ts";
import type { Call } from "./call.ts";
import * as charges from "./charges.ts";
import * as coupons from "./coupons.ts";
import * as customers from "./customers.ts";
import * as disputes from "./disputes.ts";
import * as files from "./files.ts";
import * as invoices from "./invoices.ts";
import * as intents from "./payment-intents.ts";
import * as methods from "./payment-methods.ts";
import * as payouts from "./payouts.ts";
import * as prices from "./prices.ts";
import * as refunds from "./refunds.ts";
import { routes } from "./routes.ts";
import { search } from "./search.ts";
import * as setups from "./setup-intents.ts";
import * as subscriptions from "./subscriptions.ts";
import * as tokens from "./tokens.ts";
import * as transfers from "./transfers.ts";
import * as webhooks from "./webhooks.ts";

/** What a method of the official SDK resolves to. */
type AnswerOf<Method> = Method extends (...given: never[]) => infer Answer
  ? Awaited<Answer> extends Stripe.Response<infer Shape>
    ? Shape
    : Awaited<Answer>
  : never;

/** A handler whose answer is what the SDK's method resolves to, or this file does not compile. */
function answers<Method>(handler: (call: Call) => AnswerOf<Method>) {
  return handler;
}

/** Every route with the method of the SDK that calls it. */
const operations: Record<string, (call: Call) => object> = {
  "POST /v1/tokens": answers<Stripe["tokens"]["create"]>(tokens.createToken),
  "GET /v1/tokens/:id": answers<Stripe["tokens"]["retrieve"]>(tokens.retrieveToken),
  "POST /v1/payment_methods": answers<Stripe["paymentMethods"]["create"]>(methods.createMethod),
  "GET /v1/payment_methods": answers<Stripe["paymentMethods"]["list"]>(methods.listMethods),
  "GET /v1/payment_methods/:id": answers<Stripe["paymentMethods"]["retrieve"]>(methods.retrieveMethod),
  "POST /v1/payment_methods/:id": answers<Stripe["paymentMethods"]["update"]>(methods.updateMethod),
  "POST /v1/payment_methods/:id/attach": answers<Stripe["paymentMethods"]["attach"]>(methods.attachMethod),
  "POST /v1/payment_methods/:id/detach": answers<Stripe["paymentMethods"]["detach"]>(methods.detachMethod),
  "POST /v1/customers": answers<Stripe["customers"]["create"]>(customers.createCustomer),
  "GET /v1/customers": answers<Stripe["customers"]["list"]>(customers.listCustomers),
  "GET /v1/customers/:id": answers<Stripe["customers"]["retrieve"]>(customers.retrieveCustomer),
  "POST /v1/customers/:id": answers<Stripe["customers"]["update"]>(customers.updateCustomer),
  "DELETE /v1/customers/:id": answers<Stripe["customers"]["del"]>(customers.deleteCustomer),
  "GET /v1/customers/:id/payment_methods": answers<Stripe["customers"]["listPaymentMethods"]>(
    methods.listCustomerMethods,
  ),
  "GET /v1/customers/:id/payment_methods/:sub": answers<Stripe["customers"]["retrievePaymentMethod"]>(
    methods.retrieveCustomerMethod,
  ),
  "POST /v1/customers/:id/sources": answers<Stripe["customers"]["createSource"]>(customers.createSource),
  "GET /v1/customers/:id/sources": answers<Stripe["customers"]["listSources"]>(customers.listSources),
  "GET /v1/customers/:id/sources/:sub": answers<Stripe["customers"]["retrieveSource"]>(customers.retrieveSource),
  "DELETE /v1/customers/:id/sources/:sub": answers<Stripe["customers"]["deleteSource"]>(customers.deleteSource),
  "POST /v1/setup_intents": answers<Stripe["setupIntents"]["create"]>(setups.createSetup),
  "GET /v1/setup_intents": answers<Stripe["setupIntents"]["list"]>(setups.listSetups),
  "GET /v1/setup_intents/:id": answers<Stripe["setupIntents"]["retrieve"]>(setups.retrieveSetup),
  "POST /v1/setup_intents/:id": answers<Stripe["setupIntents"]["update"]>(setups.updateSetup),
  "POST /v1/setup_intents/:id/confirm": answers<Stripe["setupIntents"]["confirm"]>(setups.confirmSetup),
  "POST /v1/setup_intents/:id/cancel": answers<Stripe["setupIntents"]["cancel"]>(setups.cancelSetup),
  "POST /v1/payment_intents": answers<Stripe["paymentIntents"]["create"]>(intents.createIntent),
  "GET /v1/payment_intents": answers<Stripe["paymentIntents"]["list"]>(intents.listIntents),
  "GET /v1/payment_intents/:id": answers<Stripe["paymentIntents"]["retrieve"]>(intents.retrieveIntent),
  "POST /v1/payment_intents/:id": answers<Stripe["paymentIntents"]["update"]>(intents.updateIntent),
  "POST /v1/payment_intents/:id/confirm": answers<Stripe["paymentIntents"]["confirm"]>(intents.confirmIntent),
  "POST /v1/payment_intents/:id/cancel": answers<Stripe["paymentIntents"]["cancel"]>(intents.cancelIntent),
  "GET /v1/charges": answers<Stripe["charges"]["list"]>(charges.listCharges),
  "GET /v1/charges/:id": answers<Stripe["charges"]["retrieve"]>(charges.retrieveCharge),
  "POST /v1/charges/:id": answers<Stripe["charges"]["update"]>(charges.updateCharge),
  "POST /v1/refunds": answers<Stripe["refunds"]["create"]>(refunds.createRefund),
  "GET /v1/refunds": answers<Stripe["refunds"]["list"]>(refunds.listRefunds),
  "GET /v1/refunds/:id": answers<Stripe["refunds"]["retrieve"]>(refunds.retrieveRefund),
  "GET /v1/disputes": answers<Stripe["disputes"]["list"]>(disputes.listDisputes),
  "GET /v1/disputes/:id": answers<Stripe["disputes"]["retrieve"]>(disputes.retrieveDispute),
  "POST /v1/disputes/:id": answers<Stripe["disputes"]["update"]>(disputes.answerDispute),
  "POST /v1/disputes/:id/close": answers<Stripe["disputes"]["close"]>(disputes.closeDispute),
  "POST /v1/transfers": answers<Stripe["transfers"]["create"]>(transfers.createTransfer),
  "GET /v1/transfers": answers<Stripe["transfers"]["list"]>(transfers.listTransfers),
  "GET /v1/transfers/:id": answers<Stripe["transfers"]["retrieve"]>(transfers.retrieveTransfer),
  "POST /v1/transfers/:id/reversals": answers<Stripe["transfers"]["createReversal"]>(transfers.reverseTransfer),
  "GET /v1/application_fees": answers<Stripe["applicationFees"]["list"]>(transfers.listFees),
  "GET /v1/application_fees/:id": answers<Stripe["applicationFees"]["retrieve"]>(transfers.retrieveFee),
  "GET /v1/application_fees/:id/refunds": answers<Stripe["applicationFees"]["listRefunds"]>(transfers.listFeeRefunds),
  "POST /v1/application_fees/:id/refunds": answers<Stripe["applicationFees"]["createRefund"]>(transfers.refundFee),
  "GET /v1/balance": answers<Stripe["balance"]["retrieve"]>(balance.retrieveBalance),
  "GET /v1/balance_transactions": answers<Stripe["balanceTransactions"]["list"]>(balance.listBalanceTransactions),
  "GET /v1/balance_transactions/:id": answers<Stripe["balanceTransactions"]["retrieve"]>(
    balance.retrieveBalanceTransaction,
  ),
  "GET /v1/payouts": answers<Stripe["payouts"]["list"]>(payouts.listPayouts),
  "GET /v1/payouts/:id": answers<Stripe["payouts"]["retrieve"]>(payouts.retrievePayout),
  "POST /v1/products": answers<Stripe["products"]["create"]>(prices.createProduct),
  "GET /v1/products": answers<Stripe["products"]["list"]>(prices.listProducts),
  "GET /v1/products/:id": answers<Stripe["products"]["retrieve"]>(prices.retrieveProduct),
  "POST /v1/files": answers<Stripe["files"]["create"]>(files.createFile),
  "GET /v1/files": answers<Stripe["files"]["list"]>(files.listFiles),
  "GET /v1/files/:id": answers<Stripe["files"]["retrieve"]>(files.retrieveFile),
  "POST /v1/products/:id": answers<Stripe["products"]["update"]>(prices.updateProduct),
  "POST /v1/prices": answers<Stripe["prices"]["create"]>(prices.createPrice),
  "GET /v1/prices": answers<Stripe["prices"]["list"]>(prices.listPrices),
  "GET /v1/prices/:id": answers<Stripe["prices"]["retrieve"]>(prices.retrievePrice),
  "POST /v1/prices/:id": answers<Stripe["prices"]["update"]>(prices.updatePrice),
  "GET /v1/plans": answers<Stripe["plans"]["list"]>(prices.listPlans),
  "GET /v1/plans/:id": answers<Stripe["plans"]["retrieve"]>(prices.retrievePlan),
  "POST /v1/coupons": answers<Stripe["coupons"]["create"]>(coupons.createCoupon),
  "GET /v1/coupons": answers<Stripe["coupons"]["list"]>(coupons.listCoupons),
  "GET /v1/coupons/:id": answers<Stripe["coupons"]["retrieve"]>(coupons.retrieveCoupon),
  "POST /v1/coupons/:id": answers<Stripe["coupons"]["update"]>(coupons.updateCoupon),
  "DELETE /v1/coupons/:id": answers<Stripe["coupons"]["del"]>(coupons.deleteCoupon),
  "POST /v1/promotion_codes": answers<Stripe["promotionCodes"]["create"]>(coupons.createPromotionCode),
  "GET /v1/promotion_codes": answers<Stripe["promotionCodes"]["list"]>(coupons.listPromotionCodes),
  "GET /v1/promotion_codes/:id": answers<Stripe["promotionCodes"]["retrieve"]>(coupons.retrievePromotionCode),
  "POST /v1/promotion_codes/:id": answers<Stripe["promotionCodes"]["update"]>(coupons.updatePromotionCode),
  "POST /v1/subscriptions": answers<Stripe["subscriptions"]["create"]>(subscriptions.createSubscription),
  "GET /v1/subscriptions": answers<Stripe["subscriptions"]["list"]>(subscriptions.listSubscriptions),
  "GET /v1/subscriptions/:id": answers<Stripe["subscriptions"]["retrieve"]>(subscriptions.retrieveSubscription),
  "POST /v1/subscriptions/:id": answers<Stripe["subscriptions"]["update"]>(subscriptions.updateSubscription),
  "DELETE /v1/subscriptions/:id": answers<Stripe["subscriptions"]["cancel"]>(subscriptions.cancelSubscription),
  "POST /v1/invoices": answers<Stripe["invoices"]["create"]>(invoices.createInvoice),
  "POST /v1/invoices/create_preview": answers<Stripe["invoices"]["createPreview"]>(invoices.previewInvoice),
  "GET /v1/invoices": answers<Stripe["invoices"]["list"]>(invoices.listInvoices),
  "GET /v1/invoices/:id": answers<Stripe["invoices"]["retrieve"]>(invoices.retrieveInvoice),
  "GET /v1/invoices/:id/lines": answers<Stripe["invoices"]["listLineItems"]>(invoices.listLines),
  "POST /v1/invoices/:id/finalize": answers<Stripe["invoices"]["finalizeInvoice"]>(invoices.finalize),
  "POST /v1/invoices/:id/pay": answers<Stripe["invoices"]["pay"]>(invoices.pay),
  "POST /v1/invoices/:id/void": answers<Stripe["invoices"]["voidInvoice"]>(invoices.voidInvoice),
  "POST /v1/invoices/:id/mark_uncollectible": answers<Stripe["invoices"]["markUncollectible"]>(
    invoices.markUncollectible,
  ),
  "POST /v1/invoiceitems": answers<Stripe["invoiceItems"]["create"]>(invoices.createInvoiceItem),
  "GET /v1/invoice_payments": answers<Stripe["invoicePayments"]["list"]>(invoices.listInvoicePayments),
  "GET /v1/account": answers<Stripe["accounts"]["retrieveCurrent"]>(accounts.retrieveAccount),
  "POST /v1/accounts": answers<Stripe["accounts"]["create"]>(accounts.createAccount),
  "GET /v1/accounts": answers<Stripe["accounts"]["list"]>(accounts.listAccounts),
  "GET /v1/accounts/:id": answers<Stripe["accounts"]["retrieve"]>(accounts.retrieveAccount),
  "POST /v1/accounts/:id": answers<Stripe["accounts"]["update"]>(accounts.updateAccount),
  "POST /v1/accounts/:id/login_links": answers<Stripe["accounts"]["createLoginLink"]>(accounts.createLoginLink),
  "POST /v1/account_links": answers<Stripe["accountLinks"]["create"]>(accounts.createAccountLink),
  "POST /v1/webhook_endpoints": answers<Stripe["webhookEndpoints"]["create"]>(webhooks.createEndpoint),
  "GET /v1/webhook_endpoints": answers<Stripe["webhookEndpoints"]["list"]>(webhooks.listEndpoints),
  "GET /v1/webhook_endpoints/:id": answers<Stripe["webhookEndpoints"]["retrieve"]>(webhooks.retrieveEndpoint),
  "POST /v1/webhook_endpoints/:id": answers<Stripe["webhookEndpoints"]["update"]>(webhooks.updateEndpoint),
  "DELETE /v1/webhook_endpoints/:id": answers<Stripe["webhookEndpoints"]["del"]>(webhooks.deleteEndpoint),
};

/** An event's own fields: its type and data are a union in the SDK, of which the sandbox builds members by name. */
type EventFields = Pick<
  Stripe.Event,
  "id" | "object" | "api_version" | "created" | "livemode" | "pending_webhooks" | "request"
>;
const events: Record<string, (call: Call) => object> = {
  "GET /v1/events": webhooks.listEvents satisfies (call: Call) => Stripe.ApiList<EventFields>,
  "GET /v1/events/:id": webhooks.retrieveEvent satisfies (call: Call) => EventFields,
};

const searches: Record<string, (call: Call) => object> = {
  "GET /v1/charges/search": answers<Stripe["charges"]["search"]>((call) => search(call, "charge")),
  "GET /v1/customers/search": answers<Stripe["customers"]["search"]>((call) => search(call, "customer")),
  "GET /v1/invoices/search": answers<Stripe["invoices"]["search"]>((call) => search(call, "invoice")),
  "GET /v1/payment_intents/search": answers<Stripe["paymentIntents"]["search"]>((call) =>
    search(call, "payment_intent"),
  ),
  "GET /v1/prices/search": answers<Stripe["prices"]["search"]>((call) => search(call, "price")),
  "GET /v1/products/search": answers<Stripe["products"]["search"]>((call) => search(call, "product")),
  "GET /v1/subscriptions/search": answers<Stripe["subscriptions"]["search"]>((call) => search(call, "subscription")),
};

const mounted = new Map(routes.map(({ method, path, run }) => [`${method} ${path}`, run]));

it("every route answers what the SDK's method for it resolves to", () => {
  // That each handler has its method's type is the compiler's part; here, that these are the handlers that are mounted.
  expect([...mounted.keys()].sort()).toEqual(Object.keys({ ...operations, ...events, ...searches }).sort());
  for (const [route, handler] of Object.entries({ ...operations, ...events }))
    expect(mounted.get(route), route).toBe(handler);
});
