import { type Day, dayInLondon, dayMs } from "../dates.ts";

// The rules of the queue of applications, for the server and the page.

/** The days within which an application is decided, unless an owner has set another number. */
export const defaultDecideWithinDays = 5;

/** The reasons that are ready to choose; the applicant reads what is sent, so each is a whole sentence. */
export const readyReasons = {
  approved: [
    "A good fit for our members.",
    "Two references know your work and speak well of it.",
    "Known in the trade, and what you offer is what our members look for.",
  ],
  rejected: [
    "We could not confirm the details of your company.",
    "You are not based in the UK, and our members are.",
    "Your experience does not yet cover what our members look for.",
    "We have enough advisors in your area for now: please apply again in six months.",
    "We asked you for more and have not heard from you.",
  ],
} as const;

/** What is checked about an applicant, and how a check can end. */
export const checkKinds = ["company_number", "linkedin", "reference"] as const;
export type CheckKind = (typeof checkKinds)[number];
export const checkKindLabels: Record<CheckKind, string> = {
  company_number: "Company number",
  linkedin: "LinkedIn",
  reference: "Reference",
};
export const checkResults = ["passed", "failed", "unclear"] as const;
export type CheckResult = (typeof checkResults)[number];
export const checkResultLabels: Record<CheckResult, string> = {
  passed: "In order",
  failed: "Not in order",
  unclear: "Unclear",
};

/** What a referee may say. */
export const recommendations = ["yes", "with_reservations", "no"] as const;
export type Recommendation = (typeof recommendations)[number];
export const recommendationLabels: Record<Recommendation, string> = {
  yes: "Yes, without reservation",
  with_reservations: "Yes, with reservations",
  no: "No",
};
/** How many references are asked for at most, and for how many days a referee's link works. */
export const mostReferences = 5;
export const referenceDays = 30;

/** Where an application stands beside its account's state: with us, or with the applicant who was asked for more. */
export type Waiting = {
  /** When it could first be decided; null until the e-mail address is verified. */
  verifiedAt: string | null;
  askedAt: string | null;
  answeredAt: string | null;
};

/** Whether the applicant was asked for more and has not answered: the promise does not run meanwhile. */
export const waitsForApplicant = ({ askedAt, answeredAt }: Omit<Waiting, "verifiedAt">): boolean =>
  askedAt !== null && (answeredAt === null || answeredAt < askedAt);

/** Since when an application waits for us; null while it waits for the applicant. */
export function waitsSince(waiting: Waiting): string | null {
  if (waiting.verifiedAt === null || waitsForApplicant(waiting)) return null;
  return waiting.answeredAt && waiting.answeredAt > waiting.verifiedAt ? waiting.answeredAt : waiting.verifiedAt;
}

/** The day by which we promise a decision; null while the applicant has to do something. */
export function promisedBy(waiting: Waiting, days: number): Day | null {
  const since = waitsSince(waiting);
  return since && dayInLondon(new Date(Date.parse(since) + days * dayMs));
}

/** Whether the promise is broken. */
export function isOverdue(waiting: Waiting, days: number, now: Date): boolean {
  const since = waitsSince(waiting);
  return since !== null && Date.parse(since) + days * dayMs < now.getTime();
}

/** What a decision's undoing depends on. */
export type Decided = {
  decision: "approved" | "rejected" | null;
  decidedAt: string | null;
  /** The person has created their password. */
  hasPassword: boolean;
};

/** How long a decision may be undone, and what ends it earlier: one row for each decision. */
const undoRules = {
  approved: { days: null, endedByPassword: true, refusal: "They have created their password: suspend them instead." },
  rejected: {
    days: 30,
    endedByPassword: false,
    refusal: "It was rejected more than 30 days ago: they may apply again.",
  },
} as const satisfies Record<
  "approved" | "rejected",
  { days: number | null; endedByPassword: boolean; refusal: string }
>;

/** Why a decision cannot be undone, or null when it can be. */
export function undoRefusal({ decision, decidedAt, hasPassword }: Decided, now: Date): string | null {
  if (decision === null) return "This application has not been decided.";
  const { days, endedByPassword, refusal } = undoRules[decision];
  if (endedByPassword && hasPassword) return refusal;
  const tooLate = days !== null && decidedAt !== null && Date.parse(decidedAt) + days * dayMs < now.getTime();
  return tooLate ? refusal : null;
}
