/** A decline: Stripe's error code, decline code and message for the customer. */
export type Refusal = { code: string; declineCode?: string; message: string };

const declined = "Your card was declined.";

export const refusals = {
  generic: { code: "card_declined", declineCode: "generic_decline", message: declined },
  insufficientFunds: {
    code: "card_declined",
    declineCode: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  lost: { code: "card_declined", declineCode: "lost_card", message: declined },
  stolen: { code: "card_declined", declineCode: "stolen_card", message: declined },
  velocity: { code: "card_declined", declineCode: "card_velocity_exceeded", message: declined },
  expired: { code: "expired_card", declineCode: "expired_card", message: "Your card has expired." },
  incorrectCvc: {
    code: "incorrect_cvc",
    declineCode: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
  },
  processing: {
    code: "processing_error",
    declineCode: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  incorrectNumber: { code: "incorrect_number", message: "Your card number is incorrect." },
  authenticationRequired: {
    code: "authentication_required",
    declineCode: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
  notATestCard: {
    code: "card_declined",
    declineCode: "test_mode_live_card",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  },
} satisfies Record<string, Refusal>;

/**
 * When a card requires authentication: never; on every payment; until it was set up for later use; or only on session
 * (a card that counts as set up already).
 */
type Authentication = "never" | "always" | "until_set_up" | "on_session";

export type TestCard = {
  number: string;
  names: string[];
  brand: string;
  funding: "credit" | "debit";
  country: string;
  authentication: Authentication;
  attach?: Refusal;
  charge?: Refusal;
  refund?: "later" | "fails";
  dispute?: "fraudulent" | "product_not_received" | "inquiry";
};

function card(number: string, names: string, effect: Partial<TestCard> = {}): TestCard {
  return {
    number,
    names: names ? names.split(" ") : [],
    brand: brandOf(number),
    funding: "credit",
    country: "US",
    authentication: "never",
    ...effect,
  };
}

/** Declined on attachment to a customer, and on every charge. */
const refused = (refusal: Refusal) => ({ attach: refusal, charge: refusal });
const gb = { country: "GB" };

/** Stripe's published test cards: number, predefined ids (pm_card_… and tok_…), effect. */
const testCards: TestCard[] = [
  card("4242424242424242", "pm_card_visa tok_visa"),
  card("4000056655665556", "pm_card_visa_debit tok_visa_debit", { funding: "debit" }),
  card("4000008260000000", "pm_card_gb tok_gb", gb),
  card("4000058260000005", "pm_card_gb_debit tok_gb_debit", { ...gb, funding: "debit" }),
  card("5555555555554444", "pm_card_mastercard tok_mastercard"),
  card("378282246310005", "pm_card_amex tok_amex"),
  card("4000000000000002", "pm_card_visa_chargeDeclined tok_visa_chargeDeclined tok_chargeDeclined", {
    ...refused(refusals.generic),
  }),
  card(
    "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds tok_visa_chargeDeclinedInsufficientFunds tok_chargeDeclinedInsufficientFunds",
    refused(refusals.insufficientFunds),
  ),
  card("4000000000009987", "pm_card_visa_chargeDeclinedLostCard", refused(refusals.lost)),
  card("4000000000009979", "pm_card_visa_chargeDeclinedStolenCard", refused(refusals.stolen)),
  card("4000000000006975", "pm_card_visa_chargeDeclinedVelocityLimitExceeded", refused(refusals.velocity)),
  card(
    "4000000000000069",
    "pm_card_chargeDeclinedExpiredCard tok_chargeDeclinedExpiredCard",
    refused(refusals.expired),
  ),
  card(
    "4000000000000127",
    "pm_card_chargeDeclinedIncorrectCvc tok_chargeDeclinedIncorrectCvc",
    refused(refusals.incorrectCvc),
  ),
  card(
    "4000000000000119",
    "pm_card_chargeDeclinedProcessingError tok_chargeDeclinedProcessingError",
    refused(refusals.processing),
  ),
  card("4000000000000341", "pm_card_chargeCustomerFail tok_chargeCustomerFail", { charge: refusals.generic }),
  card("4000002500003155", "pm_card_authenticationRequiredOnSetup", { authentication: "until_set_up" }),
  card("4000002760003184", "pm_card_authenticationRequired", { authentication: "always" }),
  card("4000003800000446", "pm_card_authenticationRequiredSetupForOffSession", { authentication: "on_session" }),
  card("4000008260003178", "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds", {
    ...gb,
    authentication: "always",
    charge: refusals.insufficientFunds,
  }),
  card("4000000000003220", "pm_card_threeDSecure2Required", { authentication: "always" }),
  card("4000008400001629", "pm_card_threeDSecureRequiredChargeDeclined", {
    authentication: "always",
    charge: refusals.generic,
  }),
  card("4000008400001280", "pm_card_threeDSecureRequiredProcessingError", { charge: refusals.processing }),
  card("4000000000003055", "pm_card_threeDSecureOptional"),
  card("4000000000000259", "pm_card_createDispute tok_createDispute", { dispute: "fraudulent" }),
  card("4000000000002685", "pm_card_createDisputeProductNotReceived tok_createDisputeProductNotReceived", {
    dispute: "product_not_received",
  }),
  card("4000000000001976", "pm_card_createDisputeInquiry tok_createDisputeInquiry", { dispute: "inquiry" }),
  card("4000000000000077", "pm_card_bypassPending tok_bypassPending"),
  card("4000000000007726", "pm_card_pendingRefund tok_pendingRefund", { refund: "later" }),
  card("4000000000005126", "pm_card_refundFail tok_refundFail", { refund: "fails" }),
];

/** The test card with this number, written without spaces; undefined for any other. */
export function testCardNumbered(number: string): TestCard | undefined {
  return testCards.find((one) => one.number === number);
}

/** `pm_card_visa`, `tok_visa`: predefined ids that need not be created. */
export function testCardNamed(name: string): TestCard | undefined {
  return testCards.find((one) => one.names.includes(name));
}

/** The brand by a number's first digits; "unknown" for any other. */
export function brandOf(number: string): string {
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^6(011|5)/.test(number)) return "discover";
  return "unknown";
}

/** Cards carry the brand's display name; payment methods and Elements use its identifier. */
export const brandNames: Record<string, string> = {
  visa: "Visa",
  mastercard: "MasterCard",
  amex: "American Express",
  discover: "Discover",
  unknown: "Unknown",
};

/** Whether the card number's check digit is right (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return number.length >= 12 && sum % 10 === 0;
}
