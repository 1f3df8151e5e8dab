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
import { search } from "./search.ts";
import * as setups from "./setup-intents.ts";
import * as subscriptions from "./subscriptions.ts";
import * as tokens from "./tokens.ts";
import * as transfers from "./transfers.ts";
import * as webhooks from "./webhooks.ts";

/** `takes` are the parameters Stripe knows for this call: any other is refused as parameter_unknown. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  run: (call: Call) => object;
  takes: string[];
  browser: boolean;
};

const paging = "limit starting_after ending_before created";
const confirming =
  "payment_method payment_method_data payment_method_options off_session return_url setup_future_usage use_stripe_sdk client_secret mandate_data error_on_requires_action radar_options shipping receipt_email";
const subscribing =
  "items default_payment_method default_source discounts metadata description cancel_at cancel_at_period_end off_session payment_behavior payment_settings proration_behavior trial_end automatic_tax collection_method days_until_due add_invoice_items trial_settings";

const get = (path: string, run: Route["run"], takes = "") => route("GET", path, run, takes);
const post = (path: string, run: Route["run"], takes = "") => route("POST", path, run, takes);
const remove = (path: string, run: Route["run"], takes = "") => route("DELETE", path, run, takes);

/** Allows a call with the publishable key. */
const browser = (one: Route): Route => ({ ...one, browser: true });

function route(method: Route["method"], path: string, run: Route["run"], takes: string): Route {
  return { method, path, run, takes: takes.split(" ").filter(Boolean), browser: false };
}

export const routes: Route[] = [
  browser(post("/v1/tokens", tokens.createToken, "card customer")),
  get("/v1/tokens/:id", tokens.retrieveToken),

  browser(post("/v1/payment_methods", methods.createMethod, "type card billing_details metadata allow_redisplay")),
  get("/v1/payment_methods", methods.listMethods, `customer type ${paging}`),
  get("/v1/payment_methods/:id", methods.retrieveMethod),
  post("/v1/payment_methods/:id", methods.updateMethod, "metadata billing_details card allow_redisplay"),
  post("/v1/payment_methods/:id/attach", methods.attachMethod, "customer"),
  post("/v1/payment_methods/:id/detach", methods.detachMethod),

  post(
    "/v1/customers",
    customers.createCustomer,
    "email name description phone metadata address balance source payment_method invoice_settings shipping preferred_locales",
  ),
  get("/v1/customers", customers.listCustomers, `email ${paging}`),
  get("/v1/customers/:id", customers.retrieveCustomer),
  post(
    "/v1/customers/:id",
    customers.updateCustomer,
    "email name description phone metadata address balance source default_source invoice_settings shipping preferred_locales",
  ),
  remove("/v1/customers/:id", customers.deleteCustomer),
  get("/v1/customers/:id/payment_methods", methods.listCustomerMethods, `type ${paging}`),
  get("/v1/customers/:id/payment_methods/:sub", methods.retrieveCustomerMethod),
  post("/v1/customers/:id/sources", customers.createSource, "source metadata"),
  get("/v1/customers/:id/sources", customers.listSources, `object ${paging}`),
  get("/v1/customers/:id/sources/:sub", customers.retrieveSource),
  remove("/v1/customers/:id/sources/:sub", customers.deleteSource),

  post(
    "/v1/setup_intents",
    setups.createSetup,
    `customer confirm description metadata usage payment_method_types automatic_payment_methods ${confirming}`,
  ),
  get("/v1/setup_intents", setups.listSetups, `customer payment_method ${paging}`),
  browser(get("/v1/setup_intents/:id", setups.retrieveSetup, "client_secret")),
  post("/v1/setup_intents/:id", setups.updateSetup, "payment_method metadata"),
  browser(post("/v1/setup_intents/:id/confirm", setups.confirmSetup, confirming)),
  post("/v1/setup_intents/:id/cancel", setups.cancelSetup, "cancellation_reason"),

  post(
    "/v1/payment_intents",
    intents.createIntent,
    `amount currency customer confirm confirmation_method description metadata on_behalf_of transfer_data transfer_group application_fee_amount payment_method_types automatic_payment_methods source statement_descriptor statement_descriptor_suffix ${confirming}`,
  ),
  get("/v1/payment_intents", intents.listIntents, `customer ${paging}`),
  browser(get("/v1/payment_intents/:id", intents.retrieveIntent, "client_secret")),
  post(
    "/v1/payment_intents/:id",
    intents.updateIntent,
    "amount customer description metadata payment_method setup_future_usage source payment_method_data",
  ),
  browser(post("/v1/payment_intents/:id/confirm", intents.confirmIntent, `source ${confirming}`)),
  post("/v1/payment_intents/:id/cancel", intents.cancelIntent, "cancellation_reason"),

  get("/v1/charges", charges.listCharges, `customer payment_intent transfer_group ${paging}`),
  get("/v1/charges/:id", charges.retrieveCharge),
  post("/v1/charges/:id", charges.updateCharge, "description metadata"),
  post(
    "/v1/refunds",
    refunds.createRefund,
    "charge payment_intent amount reason metadata reverse_transfer refund_application_fee currency",
  ),
  get("/v1/refunds", refunds.listRefunds, `charge payment_intent ${paging}`),
  get("/v1/refunds/:id", refunds.retrieveRefund),

  post("/v1/files", files.createFile, "file purpose file_link_data"),
  get("/v1/files", files.listFiles, `purpose ${paging}`),
  get("/v1/files/:id", files.retrieveFile),

  get("/v1/disputes", disputes.listDisputes, `charge payment_intent ${paging}`),
  get("/v1/disputes/:id", disputes.retrieveDispute),
  post("/v1/disputes/:id", disputes.answerDispute, "evidence submit metadata"),
  post("/v1/disputes/:id/close", disputes.closeDispute),

  post(
    "/v1/transfers",
    transfers.createTransfer,
    "amount currency destination source_transaction transfer_group description metadata",
  ),
  get("/v1/transfers", transfers.listTransfers, `destination transfer_group ${paging}`),
  get("/v1/transfers/:id", transfers.retrieveTransfer),
  post("/v1/transfers/:id/reversals", transfers.reverseTransfer, "amount metadata description refund_application_fee"),
  get("/v1/application_fees", transfers.listFees, `charge ${paging}`),
  get("/v1/application_fees/:id", transfers.retrieveFee),
  get("/v1/application_fees/:id/refunds", transfers.listFeeRefunds, paging),
  post("/v1/application_fees/:id/refunds", transfers.refundFee, "amount metadata"),
  get("/v1/balance", balance.retrieveBalance),
  get("/v1/balance_transactions", balance.listBalanceTransactions, `type source currency payout ${paging}`),
  get("/v1/balance_transactions/:id", balance.retrieveBalanceTransaction),
  get("/v1/payouts", payouts.listPayouts, `status destination ${paging}`),
  get("/v1/payouts/:id", payouts.retrievePayout),

  post("/v1/products", prices.createProduct, "id name description active metadata marketing_features images url"),
  get("/v1/products", prices.listProducts, `active ${paging}`),
  get("/v1/products/:id", prices.retrieveProduct),
  post("/v1/products/:id", prices.updateProduct, "name description active metadata default_price marketing_features"),
  post("/v1/prices", prices.createPrice, "unit_amount currency product recurring nickname metadata active lookup_key"),
  get("/v1/prices", prices.listPrices, `active product type currency ${paging}`),
  get("/v1/prices/:id", prices.retrievePrice),
  post("/v1/prices/:id", prices.updatePrice, "active nickname metadata lookup_key"),
  get("/v1/plans", prices.listPlans, `active product ${paging}`),
  get("/v1/plans/:id", prices.retrievePlan),

  post(
    "/v1/coupons",
    coupons.createCoupon,
    "id percent_off amount_off currency duration duration_in_months name metadata max_redemptions redeem_by applies_to",
  ),
  get("/v1/coupons", coupons.listCoupons, paging),
  get("/v1/coupons/:id", coupons.retrieveCoupon),
  post("/v1/coupons/:id", coupons.updateCoupon, "name metadata"),
  remove("/v1/coupons/:id", coupons.deleteCoupon),
  post(
    "/v1/promotion_codes",
    coupons.createPromotionCode,
    "promotion code active customer expires_at max_redemptions metadata",
  ),
  get("/v1/promotion_codes", coupons.listPromotionCodes, `code active coupon customer ${paging}`),
  get("/v1/promotion_codes/:id", coupons.retrievePromotionCode),
  post("/v1/promotion_codes/:id", coupons.updatePromotionCode, "active metadata"),

  post("/v1/subscriptions", subscriptions.createSubscription, `customer trial_period_days currency ${subscribing}`),
  get("/v1/subscriptions", subscriptions.listSubscriptions, `customer status price ${paging}`),
  get("/v1/subscriptions/:id", subscriptions.retrieveSubscription),
  post(
    "/v1/subscriptions/:id",
    subscriptions.updateSubscription,
    `proration_date billing_cycle_anchor cancellation_details ${subscribing}`,
  ),
  remove("/v1/subscriptions/:id", subscriptions.cancelSubscription, "invoice_now prorate cancellation_details"),

  post(
    "/v1/invoices",
    invoices.createInvoice,
    "customer description metadata discounts auto_advance collection_method currency pending_invoice_items_behavior",
  ),
  post(
    "/v1/invoices/create_preview",
    invoices.previewInvoice,
    "customer subscription subscription_details discounts currency preview_mode",
  ),
  get("/v1/invoices", invoices.listInvoices, `customer subscription status ${paging}`),
  get("/v1/invoices/:id", invoices.retrieveInvoice),
  get("/v1/invoices/:id/lines", invoices.listLines),
  post("/v1/invoices/:id/finalize", invoices.finalize, "auto_advance"),
  post("/v1/invoices/:id/pay", invoices.pay, "payment_method source off_session paid_out_of_band forgive mandate"),
  post("/v1/invoices/:id/void", invoices.voidInvoice),
  post("/v1/invoices/:id/mark_uncollectible", invoices.markUncollectible),
  post("/v1/invoiceitems", invoices.createInvoiceItem, "customer amount currency description metadata"),
  get("/v1/invoice_payments", invoices.listInvoicePayments, `invoice payment status ${paging}`),

  get("/v1/account", accounts.retrieveAccount),
  post(
    "/v1/accounts",
    accounts.createAccount,
    "type country email capabilities metadata business_type business_profile settings",
  ),
  get("/v1/accounts", accounts.listAccounts, paging),
  get("/v1/accounts/:id", accounts.retrieveAccount),
  post("/v1/accounts/:id", accounts.updateAccount, "email metadata"),
  post("/v1/accounts/:id/login_links", accounts.createLoginLink),
  post(
    "/v1/account_links",
    accounts.createAccountLink,
    "account type refresh_url return_url collect collection_options",
  ),

  get("/v1/events", webhooks.listEvents, `type types ${paging}`),
  get("/v1/events/:id", webhooks.retrieveEvent),
  post("/v1/webhook_endpoints", webhooks.createEndpoint, "url enabled_events description metadata api_version connect"),
  get("/v1/webhook_endpoints", webhooks.listEndpoints, paging),
  get("/v1/webhook_endpoints/:id", webhooks.retrieveEndpoint),
  post("/v1/webhook_endpoints/:id", webhooks.updateEndpoint, "url enabled_events description metadata"),
  remove("/v1/webhook_endpoints/:id", webhooks.deleteEndpoint),

  ...(
    [
      ["charges", "charge"],
      ["customers", "customer"],
      ["invoices", "invoice"],
      ["payment_intents", "payment_intent"],
      ["prices", "price"],
      ["products", "product"],
      ["subscriptions", "subscription"],
    ] as const
  ).map(([path, kind]) => get(`/v1/${path}/search`, (call) => search(call, kind), "query limit page")),
];
