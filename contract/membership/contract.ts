import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { chosenSeveral, Moment, Page, Pagination, required, Whole } from "../fields.ts";
import { Dispute } from "../invoices/contract.ts";
import { disputeStates } from "../invoices/rules.ts";
import { choice, listCsv, listFilters, listSums } from "../lists.ts";
import { CurrentPackage } from "../profiles/contract.ts";
import { messages } from "../profiles/rules.ts";
import { Discount } from "./offers.ts";
import { paymentStatuses, texts } from "./rules.ts";

/** A plan's amount is in whole pence, as the provider has it (decision 13); all other amounts in this file are pounds. */
export const Plan = z.object({
  name: z.string(),
  description: z.string(),
  amount: Whole,
  interval: z.enum(["month", "year"]),
  interval_count: Whole,
  tag: z.string(),
  price_id: z.string(),
  currency: z.string(),
  benefits: z.array(z.string()),
});
export type Plan = z.infer<typeof Plan>;

export const DefaultCard = z.object({
  id: z.string(),
  last4: z.string(),
  exp_month: Whole,
  exp_year: Whole,
  brand: z.string(),
});
export type DefaultCard = z.infer<typeof DefaultCard>;

/** The membership with the allowed actions and the next payment. */
export const Membership = z.object({
  current_package: CurrentPackage.nullable(),
  stripe_setup: z.boolean(),
  allowed_actions: z.array(z.enum(["subscribe", "change", "cancel", "resume", "pay"])),
  /** The next charge; null when there will be none. */
  next_payment: z.object({ amount: z.number(), date: Moment }).nullable(),
  /** A failed renewal: the amount owed, and how long the membership stays active without it. */
  overdue: z.object({ amount: z.number(), until: Moment, message: z.string() }).nullable(),
  /** A payment that the member disputes with their bank, still undecided; the membership stays active meanwhile. */
  disputed: z.object({ amount: z.number(), opened_at: Moment }).nullable(),
  /** Why the membership ended, if its payment was returned; null in all other cases. */
  ended_because: z.string().nullable(),
  /** When the provider last reported all this, bills and card included; null until it first has. */
  as_of: Moment.nullable(),
});
export type Membership = z.infer<typeof Membership>;

/** The result of a payment (decision 16). If the card needs authentication, the page uses `client_secret` for it. */
export const Outcome = z.object({
  body: z.object({
    status: z.enum(["success", "requires_action", "error"]),
    message: z.string(),
    client_secret: z.string().optional(),
  }),
  current_package: CurrentPackage.nullable(),
  stripe_setup: z.boolean(),
});
export type Outcome = z.infer<typeof Outcome>;

const PriceId = z.string(texts.selectPlan).trim().min(1, texts.selectPlan).max(255, texts.selectPlan);
/** Sent to the provider in a header: printable ASCII only. */
const Token = z
  .string(texts.cardNumber)
  .trim()
  .min(1, texts.cardNumber)
  .max(255, texts.cardNumber)
  .regex(/^[\x21-\x7e]*$/, texts.cardNumber);
/** The end of 2199, in Unix seconds. */
const latestSecond = 7_258_118_399;
const Coupon = z.string().trim().max(100);

/** The keys come from the settings, so that the bundle holds none (row B-12). */
export const paymentConfig = endpoint({
  method: "GET",
  path: "/api/payment/config",
  for: "anyone",
  summary: "What a client needs to reach the card provider.",
  output: z.object({
    publishable_key: z.string(),
    stripe_js_url: z.string(),
    payout_client_id: z.string(),
    mode: z.enum(["sandbox", "live"]),
  }),
});

/** Row B-01. */
export const listPlans = endpoint({
  method: "GET",
  path: "/api/payment/plans",
  for: "customer",
  changesWith: "plan_catalogue",
  summary: "The plans, in the provider's order; screens leave out the one named Individual and reverse the rest.",
  output: z.array(Plan),
});

export const readMembership = endpoint({
  method: "GET",
  path: "/api/payment/subscriptions",
  for: "customer",
  summary: "My membership, as the provider last told.",
  output: Membership,
});

export const refreshMembership = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/refresh",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary: "Ask the provider how my membership stands now: after its challenge was answered in the page.",
  output: Membership,
  limit: 30,
});

/** Row B-06. */
export const subscribe = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions",
  resumes: true,
  for: "customer",
  startsNew: true,
  summary: "Buy a membership with a card token. 200 also when the card is refused: read body.status.",
  body: z
    .object({
      token: Token,
      plan_id: PriceId,
      price_id: PriceId.nullish(),
      coupon: Coupon.nullish(),
    })
    // Of two different plans, the one that we charged might not be the one that was meant.
    .refine(({ plan_id, price_id }) => (price_id ?? plan_id) === plan_id, {
      path: ["price_id"],
      message: texts.selectPlan,
    }),
  output: Outcome,
  limit: 30,
});

export const previewChange = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/preview",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary:
    "What changing to a plan would charge now. Send `proration_date` along with the change to be charged just that.",
  body: z.object({ plan_id: PriceId }),
  output: z.object({
    /** Charged now; remaining credit is used for the next bills. */
    amount_now: z.number(),
    credit: z.number(),
    currency: z.string(),
    next_payment: z.object({ amount: z.number(), date: Moment }),
    proration_date: Whole,
  }),
});

export const changePlan = endpoint({
  method: "PUT",
  path: "/api/payment/subscriptions",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary: "Change to another plan; the difference is charged or credited now. A refused card changes nothing.",
  body: z.object({
    plan_id: PriceId,
    proration_date: z.int("is not a moment").min(1, "is not a moment").max(latestSecond, "is not a moment").nullish(),
  }),
  output: Outcome,
  limit: 30,
});

export const cancelPlan = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/cancel",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary: "Cancel: the membership lasts until its paid period ends; one whose renewal failed ends at once.",
  output: Outcome,
});

export const resumePlan = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/resume",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary: "Take a cancellation back before the period ends.",
  output: Outcome,
});

export const payOverdue = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/pay",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary: "Try a failed renewal again, with the saved card and its holder present.",
  output: Outcome,
  limit: 10,
});

/** Row B-07. */
export const checkCoupon = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/check_coupon",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary:
    "What a code is worth: months free of a monthly plan, pence off the first bill of an annual one (decision 15).",
  body: z.object({ coupon: z.string(texts.badCoupon).trim().min(1, texts.badCoupon).max(100, texts.badCoupon) }),
  output: z.object({
    coupon: z.string(),
    valid: z.literal(true),
    name: z.string(),
    months_free: Whole,
    annual_discount: z.number(),
    /** Our addition: what it takes off the bills of each plan; amounts in pence, as the provider has them. */
    discounts: z.object({ month: Discount.nullable(), year: Discount.nullable() }),
  }),
  limit: 30,
});

/** Row B-08. */
export const cardOfCustomer = endpoint({
  method: "GET",
  path: "/api/customers/get_card_customer",
  for: "customer",
  summary: "My default card as the provider last told, null while there is none (decision 20).",
  output: DefaultCard.nullable(),
});

/** Row B-08. */
export const defaultCard = endpoint({
  method: "GET",
  path: "/api/payment/subscriptions/default_card",
  for: "customer",
  summary: "The same card under its other address.",
  output: DefaultCard.nullable(),
});

/** Row B-11. */
export const updateCard = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/update_card",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary:
    "Replace my card with that of a token. A failed renewal is tried again with it at once. A refused card changes nothing.",
  body: z.object({ token: Token }),
  output: DefaultCard.extend({ body: Outcome.shape.body }),
  limit: 30,
});

const paymentKinds = ["membership", "engagement"] as const;

export const PaymentRow = z.object({
  /** A bill of the membership, or an advisor's invoice. */
  kind: z.enum(paymentKinds),
  id: z.string(),
  number: z.string().nullable(),
  date: Moment,
  description: z.string(),
  total: z.number(),
  status: z.enum(paymentStatuses),
  /** Pounds refunded so far; the status is `refunded` once it is the total. */
  refunded: z.number(),
  /** Pounds that came back in all: refunds, and what the bank gave back in a dispute. */
  given_back: z.number(),
  /** The state of the payment's dispute; null when it was never disputed. */
  dispute: z.enum(disputeStates).nullable(),
  /** The receipt or the document: a URL of the provider, or a path of ours. */
  receipt_url: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

const billed = {
  path: "/api/payment/invoices",
  for: "customer",
  filters: listFilters({ kind: choice(paymentKinds), status: choice(paymentStatuses) }),
} as const;

export const listPayments = endpoint({
  method: "GET",
  path: billed.path,
  for: billed.for,
  summary: "Everything I was billed, membership and engagements in one list, newest first.",
  query: billed.filters.extend({ page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(PaymentRow), pagination: Pagination }),
});

/** Pounds: `total` is `paid` (without what was given back of it), `unpaid` and `other`: withdrawn and given back. */
export const sumPayments = listSums(billed, "of my bills", {
  total: z.number(),
  paid: z.number(),
  unpaid: z.number(),
  other: z.number(),
});
export const paymentsCsv = listCsv(billed, "of my bills");

/** A payment of a membership that was refunded or disputed, for staff. */
export const ConcernedPayment = z.object({
  id: Whole,
  member: z.object({ id: Whole, name: z.string(), company_name: z.string().nullable(), email: z.string() }),
  paid_at: Moment,
  /** Pounds. */
  amount: z.number(),
  refunded: z.number(),
  dispute: Dispute.nullable(),
  /** Whether the membership ended because of it. */
  ended: z.boolean(),
  /** The payment's id in the provider's dashboard. */
  provider_id: z.string(),
});
export type ConcernedPayment = z.infer<typeof ConcernedPayment>;

export const listConcernedPayments = endpoint({
  method: "GET",
  path: "/api/back-office/memberships/payments",
  for: "staff",
  area: "money",
  summary:
    "Payments of memberships that were refunded or disputed, newest first. `dispute` narrows to what is undecided.",
  query: z.object({ page: Page, dispute: z.literal("open").optional() }),
  mayBeStale: true,
  output: z.object({ entries: z.array(ConcernedPayment), pagination: Pagination }),
});

/** The last step of a customer's onboarding: all fields are required but the newsletter (row O-06). */
export const OnboardingForm = z.object({
  advisory_service_ids: chosenSeveral(messages.advisory_service_ids),
  expertise_area_ids: chosenSeveral(messages.option),
  investment_aim_ids: chosenSeveral(messages.option),
  availability_ids: chosenSeveral(messages.option),
  raising_investment: z.enum(["yes", "no"], messages.raising_investment).transform((answer) => answer === "yes"),
  newsletter_subscribed: z.boolean(),
});

/** The name fields beside the card fields; the card fields themselves are the provider's. */
export const HolderForm = z.object({ name: required(texts.cardHolder) });
export const BillingCardForm = z.object({
  first_name: required(texts.firstName, 100),
  last_name: required(texts.lastName, 100),
});
