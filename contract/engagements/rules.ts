import { type Day, formatLong } from "../dates.ts";
import type { FieldErrors } from "../fields.ts";
import { formatPence, formatQuantity, largestTotal, lineAmount } from "../money.ts";
import type { Role } from "../product.ts";
import { nothingNew, type Standing, sanctionTexts } from "../sanctions/rules.ts";

// The states of an engagement: which party may take which action in which status, and what each party sees. The server
// enforces these tables, and allowed_actions, buttons and banners are derived from them (decision 21).

export const statuses = ["proposed", "accepted", "in_progress", "edit_suggested", "rejected", "completed"] as const;
export type Status = (typeof statuses)[number];

export const actions = [
  "create",
  "accept",
  "reject",
  "suggest_edit",
  "update",
  "start",
  "complete",
  "ask_for_review",
  "review",
] as const;
export type Action = (typeof actions)[number];

/** The actions that begin something new, for which both parties must be open to it (ADR-033). */
export const beginning: readonly Action[] = ["create", "accept", "suggest_edit", "update"];

/** The two parties, and the scheduled job ("clock") that starts engagements on their start date. */
export type Actor = Role | "clock";

type Transition = { from: Status | null; action: Action; by: readonly Actor[]; to: Status; when?: Condition };

// biome-ignore format: a table is read by its columns
export const transitions: readonly Transition[] = [
  { from: null,             action: "create",         by: ["advisor"],             to: "proposed" },
  { from: "proposed",       action: "accept",         by: ["customer"],            to: "in_progress", when: "start date reached" },
  { from: "proposed",       action: "accept",         by: ["customer"],            to: "accepted",    when: "start date ahead" },
  { from: "proposed",       action: "reject",         by: ["customer"],            to: "rejected" },
  { from: "proposed",       action: "suggest_edit",   by: ["customer"],            to: "edit_suggested" },
  { from: "edit_suggested", action: "update",         by: ["advisor"],             to: "proposed" },
  { from: "accepted",       action: "start",          by: ["customer", "advisor"], to: "in_progress" },
  { from: "accepted",       action: "start",          by: ["clock"],               to: "in_progress", when: "start date reached" },
  { from: "in_progress",    action: "complete",       by: ["customer", "advisor"], to: "completed" },
  { from: "completed",      action: "ask_for_review", by: ["advisor"],             to: "completed",   when: "no review, not asked today" },
  { from: "completed",      action: "review",         by: ["customer"],            to: "completed",   when: "no review" },
];

/** The facts that the table's conditions depend on. Days are in London (decision 21). */
export type Facts = {
  status: Status;
  startDate: Day;
  reviewed: boolean;
  reviewAskedOn: Day | null;
  /** What decisions about their conduct leave the two parties. */
  standings: Record<Role, Standing>;
};

const conditions = {
  "start date reached": ({ startDate }, today) => startDate <= today,
  "start date ahead": ({ startDate }, today) => startDate > today,
  "no review": ({ reviewed }) => !reviewed,
  "no review, not asked today": ({ reviewed, reviewAskedOn }, today) => !reviewed && reviewAskedOn !== today,
} as const satisfies Record<string, (facts: Facts, today: Day) => boolean>;
type Condition = keyof typeof conditions;

/** The transition that this actor would make with this action now, or null when it is not allowed (row E-24). */
export function transitionFor(engagement: Facts, action: Action, actor: Actor, today: Day): Transition | null {
  if (beginning.includes(action) && !areBothOpen(engagement)) return null;
  const row = transitions.find(
    ({ from, action: rowAction, by, when }) =>
      from === engagement.status &&
      rowAction === action &&
      by.includes(actor) &&
      (!when || conditions[when](engagement, today)),
  );
  return row ?? null;
}

/** The actions that this party may take now, in the order of `actions`: `allowed_actions` in responses (decision 22). */
export function allowedActions(engagement: Facts, role: Role, today: Day): Action[] {
  return actions.filter((action) => transitionFor(engagement, action, role, today));
}

/**
 * Why something that the status would let this party do is not offered, as a sentence, or null. What was decided about the
 * other party, and why, stays between them and us (ADR-033).
 */
export function heldBackReason(engagement: Facts, role: Role, today: Day): string | null {
  if (areBothOpen(engagement)) return null;
  const held = allowedActions(withBothOpen(engagement), role, today).some((action) => beginning.includes(action));
  return held ? standingReason(engagement.standings[role]) : null;
}

const areBothOpen = ({ standings }: Facts) => standings.customer === "open" && standings.advisor === "open";
const withBothOpen = (engagement: Facts): Facts => ({
  ...engagement,
  standings: { customer: "open", advisor: "open" },
});
const standingReason = (own: Standing) => (own === "open" ? sanctionTexts.counterpartAway : nothingNew(own));

/** Why an action is refused now, as a sentence for the party who tried it (the `base` error of a 409). */
export function refusalReason(engagement: Facts, action: Action, by: Actor, today: Day): string {
  const { status, reviewed, reviewAskedOn, standings } = engagement;
  if (by !== "clock" && !areBothOpen(engagement) && transitionFor(withBothOpen(engagement), action, by, today))
    return standingReason(standings[by]);
  if (status === "completed" && reviewed && (action === "review" || action === "ask_for_review"))
    return "This engagement has its review already.";
  if (status === "completed" && action === "ask_for_review" && reviewAskedOn === today)
    return "You have asked for a review today. You can ask again tomorrow.";
  const now =
    status === "edit_suggested" ? "was sent back for changes" : `is ${statusLabels[status].toLowerCase()} now`;
  return `This engagement ${now}, so it cannot be ${pastParticiples[action]}.`;
}

// biome-ignore format: a table is read by its columns
const pastParticiples: Record<Action, string> = {
  create: "proposed", accept: "accepted", reject: "rejected", suggest_edit: "sent back for changes", update: "changed",
  start: "started", complete: "ended", ask_for_review: "put up for a review", review: "reviewed",
};

/** Invoices can be sent while work is in progress; "Send invoice" on an accepted engagement starts it first (decision 21). */
export function takesInvoices(status: Status): boolean {
  return status === "in_progress";
}

// Labels, banners, buttons ------------------------------------------------------------------------------------------

export const statusLabels: Record<Status, string> = {
  proposed: "PROPOSED",
  accepted: "ACCEPTED",
  in_progress: "IN PROGRESS",
  edit_suggested: "EDIT SUGGESTED",
  rejected: "REJECTED",
  completed: "COMPLETED",
};

type Banner = { status: Status; to: readonly Role[]; text: string };
const both: readonly Role[] = ["customer", "advisor"];

// biome-ignore format: a table is read by its columns
const banners: readonly Banner[] = [
  { status: "proposed",       to: both,         text: "Waiting for Customer Response." },
  { status: "accepted",       to: ["advisor"],  text: "Send invoice for payment." },
  { status: "rejected",       to: both,         text: "Project is rejected." },
  { status: "edit_suggested", to: ["advisor"],  text: "Customer has requested a change to your proposal. Please edit the project and submit again." },
  { status: "edit_suggested", to: ["customer"], text: "You have requested changes in the project. Waiting for advisor response." },
  { status: "completed",      to: both,         text: "Project is completed." },
];

/** The banner under the title, or null: there is none in progress, and none for the customer once accepted (row E-22). */
export function bannerFor(status: Status, role: Role): string | null {
  return banners.find((banner) => banner.status === status && banner.to.includes(role))?.text ?? null;
}

type ButtonVariant = "primary" | "line" | "danger";
type Button = { action: Action; by: Role; text: string; variant: ButtonVariant };

// biome-ignore format: a table is read by its columns
export const buttons: readonly Button[] = [
  { action: "accept",         by: "customer", text: "Accept Project",   variant: "primary" },
  { action: "suggest_edit",   by: "customer", text: "Suggest Edit",     variant: "line" },
  { action: "reject",         by: "customer", text: "Reject Project",   variant: "danger" },
  { action: "update",         by: "advisor",  text: "Edit Project",     variant: "primary" },
  { action: "start",          by: "customer", text: "Start to Work",    variant: "primary" },
  { action: "start",          by: "advisor",  text: "Send invoice",     variant: "primary" },
  { action: "complete",       by: "customer", text: "Finish Project",   variant: "line" },
  { action: "complete",       by: "advisor",  text: "End Project",      variant: "line" },
  { action: "ask_for_review", by: "advisor",  text: "Ask for a Review", variant: "primary" },
  { action: "review",         by: "customer", text: "Leave Review",     variant: "primary" },
];

/** The buttons of the engagement's page, from the response's allowed actions (row E-23). */
export function buttonsFor(allowed: readonly Action[], role: Role): Button[] {
  return buttons.filter(({ action, by }) => by === role && allowed.includes(action));
}

// Texts of the specification.
export const texts = {
  sent: "Your proposal has been sent.",
  updated: "Project has been updated.",
  ended: "Project is ended!",
  // "accept" instead of "accepted" is the specification's spelling (row E-10).
  acceptedTitle: "You accept Project, get started now",
  rejectedTitle: "You rejected Project, discuss it again",
  startToWork: "Start to Work",
  goToChat: "Go to Chat",
  sendMessage: "Send Message",
  sendInvoice: "Send invoice",
  reviewRequested: "review requested",
  sentAgainSince:
    "This proposal was sent again since you opened it, so nothing was changed. Read it as it is now; what you typed stays here until then.",
} as const;

// The terms of a proposal -----------------------------------------------------------------------------------------

export const paymentTypes = ["hourly", "daily", "weekly", "monthly"] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** What one unit of each payment type is called (row E-06). */
export const periods: Record<PaymentType, string> = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" };

/** Fee in pence times units in hundredths: the total in pence, rounded half up once (decision 13). */
export function totalOf({
  unitPricePence,
  unitsHundredths,
}: {
  unitPricePence: number;
  unitsHundredths: number;
}): number {
  return lineAmount(unitPricePence, unitsHundredths);
}

export const endBeforeStart = "The end date must be the start date or later.";
export const totalTooLarge = `Please keep the total to ${formatPence(largestTotal)} at most.`;
export const totalTooSmall = "Fee times units must come to at least a penny.";

type Price = { unitPricePence: number; unitsHundredths: number };

/** What is wrong with a price's total: it must be between a penny and ten million pounds (decision 23). */
export function totalErrors(price: Price): string[] {
  const total = totalOf(price);
  if (total > largestTotal) return [totalTooLarge];
  return total < 1 ? [totalTooSmall] : [];
}

/** Errors that depend on more than one field (decision 23); empty when there are none. */
export function termsErrors(terms: Price & { startDate: Day; endDate: Day }): FieldErrors {
  const errors: FieldErrors = {};
  if (terms.endDate < terms.startDate) errors.end_date = [endBeforeStart];
  const messages = totalErrors(terms);
  if (messages.length > 0) errors.payment_cost = messages;
  return errors;
}

/** A proposal's values for display, to compare one version with the next. */
export type Terms = {
  name: string;
  description: string;
  theme: string;
  startDate: Day;
  endDate: Day;
  paymentType: PaymentType;
  unitPricePence: number;
  unitsHundredths: number;
  files: readonly string[];
  collaborators: readonly string[];
};
export type Change = { field: string; from: string; to: string };

// biome-ignore format: a table is read by its columns
const comparedFields: readonly [field: string, read: (terms: Terms) => string][] = [
  ["name",          ({ name }) => name],
  ["theme",         ({ theme }) => theme],
  ["fee",           ({ unitPricePence, paymentType }) => feeText(unitPricePence, paymentType)],
  ["units",         ({ unitsHundredths }) => formatQuantity(unitsHundredths)],
  ["total",         (terms) => formatPence(totalOf(terms))],
  ["start",         ({ startDate }) => formatLong(startDate)],
  ["end",           ({ endDate }) => formatLong(endDate)],
  ["files",         ({ files }) => files.join(", ") || "none"],
  ["collaborators", ({ collaborators }) => collaborators.join(", ") || "none"],
  ["description",   ({ description }) => description],
];

/** The differences between two versions as text, old and new (decision 21). */
export function changesBetween(before: Terms, after: Terms): Change[] {
  return comparedFields.flatMap(([field, read]) => {
    const [from, to] = [read(before), read(after)];
    return from === to ? [] : [{ field, from, to }];
  });
}

/** "£1,250.00 per week". */
function feeText(unitPricePence: number, paymentType: PaymentType): string {
  return `${formatPence(unitPricePence)} per ${periods[paymentType]}`;
}
