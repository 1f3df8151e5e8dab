import { formatPence, hundredthsOf, proportion, sumOf } from "../money.ts";

// How a payment is given back in parts: what each refund takes from the advisor and from us, to the penny.

/** What one payment was, and how far it was given back already, in pence. */
export type RefundedCharge = {
  totalPence: number;
  feePence: number;
  /** Refunds that took the advisor's share back, whether the money reached the customer or came back from their bank. */
  reversedPence: number;
  /** How much of our fee those returned. */
  feeReturnedPence: number;
};

/**
 * What a refund takes from the advisor and from us. The fee is returned in proportion to all that has been given back so
 * far, so that rounding never adds up: however many parts there are, together they are the advisor's amount and our fee.
 */
export function refundParts(charge: RefundedCharge, amountPence: number): { advisorPence: number; feePence: number } {
  const { totalPence, feePence, reversedPence, feeReturnedPence } = charge;
  const due = proportion(feePence, reversedPence + amountPence, totalPence);
  const fee = Math.max(0, Math.min(due - feeReturnedPence, amountPence));
  return { advisorPence: amountPence - fee, feePence: fee };
}

/**
 * The states of a refund: `asked` until the provider has carried it through, `failed` when the customer's bank sent the
 * money back to us, `refused` when the provider did not carry it out.
 */
export const refundStates = ["asked", "done", "failed", "refused"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundStateLabels: Record<RefundState, string> = {
  asked: "Under way",
  done: "Refunded",
  failed: "Sent back by the bank",
  refused: "Refused by the provider",
};

/** What refunds gave back, or are giving back, in pence; not those that the provider refused or a bank sent back. */
export const refundedPence = (refunds: readonly { state: RefundState; amountPence: number }[]): number =>
  sumOf(refunds.filter(({ state }) => state === "done" || state === "asked").map(({ amountPence }) => amountPence));

/** What can be refunded now, in pence. */
export type Refundable = {
  leftPence: number;
  /** What a bank sent back to us and is refunded first: we have it already, so that no share is taken for it. */
  heldPence: number;
};

export const refundAmountMessage = "Please enter an amount in pounds, of at most two decimals, above 0.";

/** What is wrong with the amount of a refund, with the sum that is possible, as a sentence; null when it can be made. */
export function refundAmountError({ leftPence, heldPence }: Refundable, amountPence: number): string | null {
  if (amountPence > leftPence) return `At most ${formatPence(leftPence)} can be refunded now.`;
  if (heldPence > 0 && amountPence > heldPence)
    return `${formatPence(heldPence)} that a bank sent back is still with us. Please refund at most ${formatPence(heldPence)} now, and the rest after it.`;
  return null;
}

/** The amount of a refund as typed, in pence; null when it is not an amount. Empty is all that is possible. */
export function typedRefund({ leftPence, heldPence }: Refundable, typed: string): number | null {
  if (typed.trim() === "") return heldPence || leftPence;
  const pence = hundredthsOf(typed);
  return pence !== null && pence > 0 ? pence : null;
}
