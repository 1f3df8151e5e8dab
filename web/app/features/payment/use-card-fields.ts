import { texts } from "@plumbline/contract/membership/rules.ts";
import { CardCvcElement, CardExpiryElement, CardNumberElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { StripeElementChangeEvent } from "@stripe/stripe-js";
import { useState } from "react";
import { Failure } from "../../failure.ts";

const parts = ["cardNumber", "cardExpiry", "cardCvc"] as const;
export type Part = (typeof parts)[number];

/** The messages for empty or unfinished fields. */
const missing: Record<Part, string> = {
  cardNumber: texts.cardNumber,
  cardExpiry: "Please provide the expiry date",
  cardCvc: "Please provide the CVC",
};

/** The field that a refusal of the provider concerns, by its code. */
const partOf: Record<string, Part> = {
  incomplete_number: "cardNumber",
  invalid_number: "cardNumber",
  incorrect_number: "cardNumber",
  incomplete_expiry: "cardExpiry",
  invalid_expiry_year_past: "cardExpiry",
  invalid_expiry_month_past: "cardExpiry",
  incomplete_cvc: "cardCvc",
};

export type CardState = ReturnType<typeof useCardFields>;

/**
 * The card's three fields, which are frames of the provider: this page never sees their input (row W-05). Pass it to
 * CardFields; `tokenFor` returns the token for their content. Used below a CardProvider.
 */
export function useCardFields() {
  const stripe = useStripe();
  const elements = useElements();
  // One call for each, because the provider types them separately.
  const frameOf = (part: Part) =>
    ({
      cardNumber: () => elements?.getElement(CardNumberElement),
      cardExpiry: () => elements?.getElement(CardExpiryElement),
      cardCvc: () => elements?.getElement(CardCvcElement),
    })[part]();
  const [errors, setErrors] = useState<Partial<Record<Part, string>>>({});
  const [complete, setComplete] = useState<Partial<Record<Part, boolean>>>({});
  const [ready, setReady] = useState<Partial<Record<Part, boolean>>>({});

  const changed = (part: Part) => (event: StripeElementChangeEvent) => {
    const wrong = part === "cardNumber" ? texts.cardNumber : event.error?.message;
    // The provider also reports a field that lost the focus; its message stays until something is typed.
    setErrors((now) => ({ ...now, [part]: event.error ? wrong : event.empty ? now[part] : undefined }));
    setComplete((now) => ({ ...now, [part]: event.complete }));
  };

  /** Shows a message beside each unfinished field; returns the first of them. */
  const showMissing = (): Part | undefined => {
    const unfinished = parts.filter((part) => !complete[part]);
    setErrors((now) => ({
      ...now,
      ...Object.fromEntries(unfinished.map((part) => [part, now[part] ?? missing[part]])),
    }));
    return unfinished[0];
  };

  /** The same, and focuses the first. True when nothing is missing. */
  const check = (): boolean => {
    const first = showMissing();
    if (first) frameOf(first)?.focus();
    return !first;
  };

  /**
   * Null when the provider finds a field invalid, which is then shown beside it; throws a Failure for anything else.
   */
  const tokenFor = async (name: string): Promise<string | null> => {
    const number = elements?.getElement(CardNumberElement);
    if (!stripe || !number) throw new Failure(0, "", "The card form is still loading. Please try again in a moment.");
    const { token, error } = await stripe.createToken(number, { name });
    if (token) return token.id;
    const part = partOf[error.code ?? ""];
    if (!part) throw new Failure(0, "", error.message ?? "Your card could not be read. Please try again.");
    setErrors((now) => ({ ...now, [part]: error.message ?? missing[part] }));
    return null;
  };

  return {
    /** The provider has loaded and its fields accept input. */
    loaded: stripe !== null && parts.every((part) => ready[part]),
    errors,
    changed,
    readied: (part: Part) => () => setReady((now) => ({ ...now, [part]: true })),
    showMissing,
    check,
    tokenFor,
    clear: () => {
      for (const part of parts) frameOf(part)?.clear();
    },
  };
}
