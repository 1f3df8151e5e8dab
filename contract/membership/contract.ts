import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { chosenSeveral, Moment, Page, Pagination, required, Whole } from "../fields.ts";
import { Dispute } from "../invoices/contract.ts";
import { disputeStates } from "../invoices/rules.ts";
import { CurrentPackage } from "../profiles/contract.ts";
import { messages } from "../profiles/rules.ts";
import { texts } from "./rules.ts";

/** Money of plans keeps the provider's convention, whole pence (decision 13); all other amounts here are pounds. */
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

/** The membership with what may be done to it and what it will cost next. */
export const Membership = z.object({
  current_package: CurrentPackage.nullable(),
  stripe_setup: z.boolean(),
  allowed_actions: z.array(z.enum(["subscribe", "change", "cancel", "resume", "pay"])),
  /** What is charged next, and when; null when nothing will be. */
  next_payment: z.object({ amount: z.number(), date: Moment }).nullable(),
  /** A renewal that failed: what is owed, and until when the membership goes on without it. */
  overdue: z.object({ amount: z.number(), until: Moment, message: z.string() }).nullable(),
  /** A payment of the membership that its member disputes with their bank, undecided; pounds. It goes on meanwhile. */
  disputed: z.object({ amount: z.number(), opened_at: Moment }).nullable(),
  /** Why there is no membership any more, where its payment went back; null in all other cases. */
  ended_because: z.string().nullable(),
});
export type Membership = z.infer<typeof Membership>;

/** How a payment went (decision 16). A card that needs its holder gets the challenge of `client_secret` in the page. */
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
/** Travels in a header to the provider: letters, digits and signs only. */
const Token = z
  .string(texts.cardNumber)
  .trim()
  .min(1, texts.cardNumber)
  .max(255, texts.cardNumber)
  .regex(/^[\x21-\x7e]*$/, texts.cardNumber);
/** The end of 2199, in seconds. */
const latestSecond = 7_258_118_399;
const Coupon = z.string().trim().max(100);

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

export const listPlans = endpoint({
  method: "GET",
  path: "/api/payment/plans",
  for: "customer",
  summary: "The plans, in the provider's order; screens leave out the one named Individual and reverse the rest.",
  output: z.array(Plan),
});

export const readMembership = endpoint({
  method: "GET",
  path: "/api/payment/subscriptions",
  for: "customer",
  summary: "My membership as the provider says now.",
  output: Membership,
});

export const subscribe = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions",
  resumes: true,
  for: "customer",
  summary: "Buy a membership with a card token. 200 also when the card is refused: read body.status.",
  body: z.object({
    token: Token,
    plan_id: PriceId,
    price_id: PriceId.nullish(),
    coupon: Coupon.nullish(),
  }),
  output: Outcome,
  limit: 30,
});

export const previewChange = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/preview",
  resumes: true,
  for: "customer",
  summary:
    "What changing to a plan would charge now. Send `proration_date` along with the change to be charged just that.",
  body: z.object({ plan_id: PriceId }),
  output: z.object({
    /** Charged now; what is left over stays as credit and pays the next bills. */
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
  summary: "Cancel: the membership lasts until its paid period ends; one whose renewal failed ends at once.",
  output: Outcome,
});

export const resumePlan = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/resume",
  resumes: true,
  for: "customer",
  summary: "Take a cancellation back before the period ends.",
  output: Outcome,
});

export const payOverdue = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/pay",
  resumes: true,
  for: "customer",
  summary: "Try a failed renewal again, with the saved card and its holder present.",
  output: Outcome,
  limit: 10,
});

export const checkCoupon = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/check_coupon",
  resumes: true,
  for: "customer",
  summary:
    "What a code is worth: months free of a monthly plan, pence off the first bill of an annual one (decision 15).",
  body: z.object({ coupon: z.string(texts.badCoupon).trim().min(1, texts.badCoupon).max(100, texts.badCoupon) }),
  output: z.object({
    coupon: z.string(),
    valid: z.literal(true),
    name: z.string(),
    months_free: Whole,
    annual_discount: z.number(),
  }),
  limit: 30,
});

export const cardOfCustomer = endpoint({
  method: "GET",
  path: "/api/customers/get_card_customer",
  for: "customer",
  summary: "My default card, null while there is none (decision 20).",
  output: DefaultCard.nullable(),
});

export const defaultCard = endpoint({
  method: "GET",
  path: "/api/payment/subscriptions/default_card",
  for: "customer",
  summary: "The same card under its other address.",
  output: DefaultCard.nullable(),
});

export const updateCard = endpoint({
  method: "POST",
  path: "/api/payment/subscriptions/update_card",
  resumes: true,
  for: "customer",
  summary:
    "Replace my card with that of a token. A failed renewal is tried again with it at once. A refused card changes nothing.",
  body: z.object({ token: Token }),
  output: DefaultCard.extend({ body: Outcome.shape.body }),
  limit: 30,
});

export const PaymentRow = z.object({
  /** A bill of the membership, or an advisor's invoice. */
  kind: z.enum(["membership", "engagement"]),
  id: z.string(),
  number: z.string().nullable(),
  date: Moment,
  description: z.string(),
  total: z.number(),
  status: z.enum(["paid", "pending", "processing", "failed", "void", "refunded"]),
  /** Pounds that were given back so far; all of it is the status refunded. */
  refunded: z.number(),
  /** How a dispute of the payment stands; null when it was never disputed. */
  dispute: z.enum(disputeStates).nullable(),
  /** Where its receipt or document is: an address of the provider, or a path of ours. */
  receipt_url: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

export const listPayments = endpoint({
  method: "GET",
  path: "/api/payment/invoices",
  for: "customer",
  summary: "Everything I was billed, membership and engagements in one list, newest first.",
  query: z.object({ page: Page }),
  output: z.object({ entries: z.array(PaymentRow), pagination: Pagination }),
});

/** A payment of a membership that was refunded or disputed, for staff. */
export const ConcernedPayment = z.object({
  id: Whole,
  member: z.object({ id: Whole, name: z.string(), company_name: z.string().nullable(), email: z.string() }),
  paid_at: Moment,
  /** Pounds. */
  amount: z.number(),
  refunded: z.number(),
  dispute: Dispute.nullable(),
  /** Whether the membership ended by it. */
  ended: z.boolean(),
  /** The payment's name in the provider's dashboard. */
  provider_id: z.string(),
});
export type ConcernedPayment = z.infer<typeof ConcernedPayment>;

export const listConcernedPayments = endpoint({
  method: "GET",
  path: "/api/back-office/memberships/payments",
  for: "staff",
  summary:
    "Payments of memberships that were refunded or disputed, newest first. `dispute` narrows to what is undecided.",
  query: z.object({ page: Page, dispute: z.literal("open").optional() }),
  output: z.object({ entries: z.array(ConcernedPayment), pagination: Pagination }),
});

/** The last step of a customer's onboarding: all questions are required, the newsletter is not (row O-06). */
export const OnboardingForm = z.object({
  advisory_service_ids: chosenSeveral(messages.advisory_service_ids),
  expertise_area_ids: chosenSeveral(messages.option),
  investment_aim_ids: chosenSeveral(messages.option),
  availability_ids: chosenSeveral(messages.option),
  raising_investment: z.enum(["yes", "no"], messages.raising_investment).transform((answer) => answer === "yes"),
  newsletter_subscribed: z.boolean(),
});

/** The names beside the card's own fields, which belong to the provider. */
export const HolderForm = z.object({ name: required(texts.cardHolder) });
export const BillingCardForm = z.object({
  first_name: required(texts.firstName, 100),
  last_name: required(texts.lastName, 100),
});
