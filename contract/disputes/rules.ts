import { dayInLondon, daysBetween, formatLong, formatMoment, formatShort } from "../dates.ts";
import type { DisputeState } from "../invoices/rules.ts";

/**
 * What we can show a bank out of the history of an engagement or of a membership; staff choose which of it goes in. Only what
 * there is about the disputed payment is offered.
 */
export const evidenceParts = [
  ...(["terms", "timeline", "messages", "invoice"] as const),
  ...(["sign_up", "membership", "bills", "use", "cancellation"] as const),
  ...(["mails", "sign_ins"] as const),
] as const;
export type EvidencePart = (typeof evidenceParts)[number];

export const evidencePartLabels: Record<EvidencePart, string> = {
  terms: "The terms as both agreed to them",
  timeline: "The course of the engagement",
  messages: "How often they wrote to each other",
  invoice: "The invoice as a PDF",
  sign_up: "How they joined",
  membership: "The membership and the terms that it was sold on",
  bills: "The bills of the membership",
  use: "What they did here since the payment",
  cancellation: "How a membership is cancelled, and whether theirs was",
  mails: "E-mails to the customer",
  sign_ins: "Sign-ins of the customer",
};

/** Own files: the provider has one place for each of these. */
export const ownFileKinds = ["signed_agreement", "refund_policy", "other"] as const;
export type OwnFileKind = (typeof ownFileKinds)[number];
export const ownFileLabels: Record<OwnFileKind, string> = {
  signed_agreement: "Signed agreement",
  refund_policy: "Refund policy that they accepted",
  other: "Something else",
};

/** The provider's limits: bytes of all files together, and characters of a text. */
export const evidenceLimits = { bytes: 4.5 * 1024 * 1024, words: 20_000 } as const;
export const evidenceTypes: readonly string[] = ["application/pdf", "image/jpeg", "image/png"];

/** An answer is a draft, under way to the provider, or there. One that the provider refuses is a draft again. */
export const answerStates = ["draft", "asked", "done"] as const;
type AnswerState = (typeof answerStates)[number];
export const answerKinds = ["evidence", "acceptance"] as const;
type AnswerKind = (typeof answerKinds)[number];

export const disputeActions = ["save", "answer", "accept"] as const;

export const disputeTexts = {
  tooLarge: "All files together may be 4.5 MB, with those that we make. Please leave something out.",
  wrongType: "Banks take PDF, JPEG and PNG files.",
  nothing: "Please tick something, write something or add a file: an empty answer loses.",
  twice: "Please give one file for each kind.",
  notYours: "This file is not there any more. Please upload it again.",
  becameDispute:
    "The inquiry has become a dispute meanwhile. Nothing was sent to the bank; please look at the dispute.",
  tooManyPages: "The bank takes fewer pages than this. Please leave something out.",
} as const;

type Answer = { kind: AnswerKind; state: AnswerState; by: string | null; at: string | null };
type Case = { state: DisputeState; respondBy: string | null; answer: Answer | null };

/** Why a dispute cannot be answered or accepted any more, as a sentence; null while it can be. */
export function answerRefusal({ state, respondBy, answer }: Case, now: Date): string | null {
  if (answer && answer.state !== "draft") {
    const who = `${answer.by ?? "A colleague"}${answer.at ? `, ${formatMoment(answer.at)}` : ""}`;
    return answer.kind === "evidence"
      ? `This dispute was answered by ${who}. An answer cannot be changed.`
      : `This dispute was accepted by ${who}. That cannot be undone.`;
  }
  if (state !== "open" && state !== "inquiry") return "This dispute is closed: the bank has decided.";
  if (respondBy === null) return "This dispute was answered at the card provider. The bank decides.";
  if (isTooLate(respondBy, now))
    return `This dispute had to be answered by ${formatLong(respondBy)}. It is too late now.`;
  return null;
}

/** Whether the bank takes no answer any more; false for a dispute that was answered, which has no day. */
export function isTooLate(respondBy: string | null | undefined, now: Date): boolean {
  return typeof respondBy === "string" && new Date(respondBy) < now;
}

/** "Answer by 29/11/2026", or that it is too late; null for a dispute that was answered. */
export function answerDue(respondBy: string | null | undefined, now: Date): string | null {
  if (!respondBy) return null;
  return isTooLate(respondBy, now) ? "Not answered in time" : `Answer by ${formatShort(respondBy)}`;
}

/** "6 days left", by London's calendar; null once the time is over. */
export function timeLeft(respondBy: string, now: Date): string | null {
  if (isTooLate(respondBy, now)) return null;
  const days = daysBetween(dayInLondon(now), dayInLondon(new Date(respondBy)));
  if (days === 0) return "the last day";
  return days === 1 ? "1 day left" : `${days} days left`;
}
