import { type Day, daysBetween, formatLong } from "../dates.ts";
import type { FieldErrors } from "../fields.ts";
import { formatPence, formatQuantity, largestTotal, lineAmount } from "../money.ts";
import type { Role } from "../product.ts";

// The life of an engagement on one page: who may do what, from where, to where, and what each side then reads. The
// server enforces it, allowed_actions is answered from it, buttons and banners are drawn from it (decision 21).

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

/** The parties, and the clock, which starts what was accepted for a later day. */
export type Mover = Role | "clock";

type Transition = { from: Status | null; action: Action; by: readonly Mover[]; to: Status; when?: Condition };

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

/** What the table's conditions look at. Days are London's (decision 21). */
export type Facts = { status: Status; startDate: Day; reviewed: boolean; reviewAskedOn: Day | null };

const conditions = {
  "start date reached": ({ startDate }, today) => startDate <= today,
  "start date ahead": ({ startDate }, today) => startDate > today,
  "no review": ({ reviewed }) => !reviewed,
  "no review, not asked today": ({ reviewed, reviewAskedOn }, today) => !reviewed && reviewAskedOn !== today,
} as const satisfies Record<string, (facts: Facts, today: Day) => boolean>;
type Condition = keyof typeof conditions;

/** The row of the table that lets this mover do this now, or null. */
export function transitionFor(engagement: Facts, action: Action, mover: Mover, today: Day): Transition | null {
  const row = transitions.find(
    ({ from, action: does, by, when }) =>
      from === engagement.status &&
      does === action &&
      by.includes(mover) &&
      (!when || conditions[when](engagement, today)),
  );
  return row ?? null;
}

/** What this party may do now, in the table's order: the wire's `allowed_actions` (decision 22). */
export function allowedActions(engagement: Facts, role: Role, today: Day): Action[] {
  return actions.filter((action) => transitionFor(engagement, action, role, today));
}

/** Why an action is refused now, in a sentence for the person who tried it (a 409's `base`). */
export function whyNot(engagement: Facts, action: Action, today: Day): string {
  const { status, reviewed, reviewAskedOn } = engagement;
  if (status === "completed" && reviewed && (action === "review" || action === "ask_for_review"))
    return "This engagement has its review already.";
  if (status === "completed" && action === "ask_for_review" && reviewAskedOn === today)
    return "You have asked for a review today. You can ask again tomorrow.";
  return `This engagement is ${statusLabels[status].toLowerCase()} now, so it cannot be ${done[action]}.`;
}

// biome-ignore format: a table is read by its columns
const done: Record<Action, string> = {
  create: "proposed", accept: "accepted", reject: "rejected", suggest_edit: "sent back for changes", update: "changed",
  start: "started", complete: "ended", ask_for_review: "put up for a review", review: "reviewed",
};

/** An invoice is taken while the work runs; "Send invoice" on an accepted engagement starts it first (decision 21). */
export function takesInvoices(status: Status): boolean {
  return status === "in_progress";
}

// What people read ------------------------------------------------------------------------------------------------

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
export const banners: readonly Banner[] = [
  { status: "proposed",       to: both,         text: "Waiting for Customer Response." },
  { status: "accepted",       to: ["advisor"],  text: "Send invoice for payment." },
  { status: "rejected",       to: both,         text: "Project is rejected." },
  { status: "edit_suggested", to: ["advisor"],  text: "Customer has requested a change to your proposal. Please edit the project and submit again." },
  { status: "edit_suggested", to: ["customer"], text: "You have requested changes in the project. Waiting for advisor response." },
  { status: "completed",      to: both,         text: "Project is completed." },
];

/** The banner under the title, or null: in progress has none, accepted none for the customer (row E-22). */
export function bannerFor(status: Status, role: Role): string | null {
  return banners.find((banner) => banner.status === status && banner.to.includes(role))?.text ?? null;
}

export type ButtonLook = "primary" | "line" | "danger";
type Button = { action: Action; by: Role; text: string; look: ButtonLook };

// biome-ignore format: a table is read by its columns
export const buttons: readonly Button[] = [
  { action: "accept",         by: "customer", text: "Accept Project",   look: "primary" },
  { action: "suggest_edit",   by: "customer", text: "Suggest Edit",     look: "line" },
  { action: "reject",         by: "customer", text: "Reject Project",   look: "danger" },
  { action: "update",         by: "advisor",  text: "Edit Project",     look: "primary" },
  { action: "start",          by: "customer", text: "Start to Work",    look: "primary" },
  { action: "start",          by: "advisor",  text: "Send invoice",     look: "primary" },
  { action: "complete",       by: "customer", text: "Finish Project",   look: "line" },
  { action: "complete",       by: "advisor",  text: "End Project",      look: "line" },
  { action: "ask_for_review", by: "advisor",  text: "Ask for a Review", look: "primary" },
  { action: "review",         by: "customer", text: "Leave Review",     look: "primary" },
];

/** The buttons of a page, from the answer's allowed actions (row E-23). */
export function buttonsFor(allowed: readonly Action[], role: Role): Button[] {
  return buttons.filter(({ action, by }) => by === role && allowed.includes(action));
}

// Texts of the specification.
export const texts = {
  sent: "Your proposal has been sent.",
  updated: "Project has been updated.",
  ended: "Project is ended!",
  // "accept" is the specification's own (row E-10).
  acceptedTitle: "You accept Project, get started now",
  rejectedTitle: "You rejected Project, discuss it again",
  startToWork: "Start to Work",
  goToChat: "Go to Chat",
  sendMessage: "Send Message",
  sendInvoice: "Send invoice",
  reviewRequested: "review requested",
} as const;

// The terms of a proposal -----------------------------------------------------------------------------------------

export const paymentTypes = ["hourly", "daily", "weekly", "monthly"] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** hourly is shown as hour (row E-06). */
export const periods: Record<PaymentType, string> = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" };

/** Fee in pence times units in hundredths, in pence, rounded half up once (decision 13). */
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

/** A total is a penny at least and ten million pounds at most (decision 23). */
export function totalComplaints(price: Price): string[] {
  const total = totalOf(price);
  if (total > largestTotal) return [totalTooLarge];
  return total < 1 ? [totalTooSmall] : [];
}

/** The bounds that lie between fields (decision 23); empty when all is well. */
export function complaintsAbout(terms: Price & { startDate: Day; endDate: Day }): FieldErrors {
  const errors: FieldErrors = {};
  if (terms.endDate < terms.startDate) errors.end_date = [endBeforeStart];
  const messages = totalComplaints(terms);
  if (messages.length > 0) errors.payment_cost = messages;
  return errors;
}

/** A proposal as people read it, for telling one version from the next. */
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
const readings: readonly [field: string, read: (terms: Terms) => string][] = [
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

/** What a resubmission changed, old to new, in plain words (decision 21). */
export function changesBetween(before: Terms, after: Terms): Change[] {
  return readings.flatMap(([field, read]) => {
    const [from, to] = [read(before), read(after)];
    return from === to ? [] : [{ field, from, to }];
  });
}

/** "£1,250.00 per week", the cost line of a page. */
export function feeText(unitPricePence: number, paymentType: PaymentType): string {
  return `${formatPence(unitPricePence)} per ${periods[paymentType]}`;
}

/** "Starts in 3 days", "12 days left", "Ended": where today stands between start and end. */
export function whereabouts(startDate: Day, endDate: Day, today: Day): string {
  const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
  if (today < startDate) return `Starts in ${days(daysBetween(today, startDate))}`;
  if (today > endDate) return `The end date was ${days(daysBetween(endDate, today))} ago`;
  return today === endDate ? "Ends today" : `${days(daysBetween(today, endDate))} left`;
}
