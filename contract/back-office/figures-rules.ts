import { addDays, type Day, daysBetween } from "../dates.ts";

/** The steps of a member, from applying to money. */
export const figureSteps = ["applied", "approved", "paying", "matched", "talking", "engaged", "paid"] as const;
export type FigureStep = (typeof figureSteps)[number];

/** What each step is, and when a member has come to it. */
export const figureStepTexts: Record<FigureStep, { name: string; means: string }> = {
  applied: { name: "Applied", means: "sent an application" },
  approved: { name: "Approved", means: "was approved; an undone decision no longer counts" },
  paying: { name: "Paying or ready", means: "has a membership, or as an advisor a payout account that can be paid" },
  matched: { name: "Matched", means: "as a customer, said what to look for and was shown advisors" },
  talking: { name: "Talking", means: "is in a conversation" },
  engaged: { name: "Engaged", means: "has an engagement that was agreed" },
  paid: { name: "Paid", means: "has paid an invoice, or was paid one; one that was given back no longer counts" },
};

/** How many weeks are shown when no days are given, and at most. */
export const weeksShown = 26;
export const mostWeeks = 158;

/** The Monday of a day's week. */
export function mondayBefore(day: Day): Day {
  return addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
}

/** The Mondays from one to another, the newest first. */
export function mondaysBetween(first: Day, last: Day): Day[] {
  const count = daysBetween(first, last) / 7 + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(last, -7 * index));
}
