import { type Day, dayInLondon, daysBetween, elapsedPercent, formatLong } from "../dates.ts";
import type { Role } from "../product.ts";
import type { Status } from "./rules.ts";

// What the page says beside an engagement's dates and terms: derived from its state, so that no label outlives it.

/** `endedOn` is the day on which it was completed, null before. */
export type Course = { status: Status; startDate: Day; endDate: Day; endedOn: Day | null };

/** How much of the time has passed in percent (row E-21), and the engagement's progress in words. */
export function progressOf(
  { status, startDate, endDate, endedOn }: Course,
  now: Date,
): { percent: number; text: string } {
  const today = dayInLondon(now);
  const percent = elapsedPercent(startDate, endDate, now);
  switch (status) {
    case "proposed":
    case "edit_suggested":
      return { percent, text: `Not agreed yet. ${plannedStart(startDate, today)}` };
    case "rejected":
      return { percent: 0, text: "Rejected, so the work did not start" };
    case "accepted":
      return { percent, text: today < startDate ? `Starts in ${days(daysBetween(today, startDate))}` : "Starts today" };
    case "in_progress":
      return { percent, text: runningText(startDate, endDate, today) };
    case "completed":
      return { percent: 100, text: endedOn ? `Ended on ${formatLong(endedOn)}` : "Ended" };
  }
}

function plannedStart(startDate: Day, today: Day): string {
  if (today < startDate) return `Planned to start in ${days(daysBetween(today, startDate))}`;
  if (today === startDate) return "Planned to start today";
  return `The planned start was ${days(daysBetween(startDate, today))} ago`;
}

function runningText(startDate: Day, endDate: Day, today: Day): string {
  if (today > endDate) return `The end date was ${days(daysBetween(endDate, today))} ago`;
  const left = today === endDate ? "Ends today" : `${days(daysBetween(today, endDate))} left`;
  return today < startDate ? `Started early, ${left}` : left;
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** The title above the terms: they are agreed from the acceptance on. */
export function termsTitle(status: Status): string {
  return isAgreed(status) ? "Agreed terms" : "Proposed terms";
}

/** The sentence under the terms, before and after its link to the terms and conditions (row E-20). */
export function termsNote(status: Status, role: Role): { before: string; after: string } {
  if (isAgreed(status)) return { before: "Agreed under the ", after: "." };
  if (status === "rejected") return { before: "Nothing was agreed. Proposals are made under the ", after: "." };
  if (status === "edit_suggested")
    return { before: "Not agreed yet: the proposal is being changed. It is made under the ", after: "." };
  return role === "customer"
    ? { before: "By accepting you agree to the ", after: ". Nothing is charged until you pay an invoice." }
    : { before: "Not agreed yet. By accepting, your customer agrees to the ", after: "." };
}

function isAgreed(status: Status): boolean {
  return status === "accepted" || status === "in_progress" || status === "completed";
}
