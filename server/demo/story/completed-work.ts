import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { acceptEngagement, completeEngagement, startEngagement } from "../../features/engagements/actions.ts";
import { findEngagement } from "../../features/engagements/store.ts";
import { makeEngagement } from "../engagements.ts";
import type { Person } from "../people.ts";
import { makeReview } from "../reviews.ts";
import { setBank } from "../sandbox.ts";
import { type Agreed, billed, type Line, paid, type Step, talk } from "./steps.ts";

export type Find = (name: string) => Person;

/** Work that is over: what was agreed, said, paid and thought of it. */
export type CompletedWork = {
  advisor: string;
  customer: string;
  name: string;
  theme: string;
  description: string;
  /** Pounds a week. */
  fee: number;
  endedDaysAgo: number;
  /** What was paid for it, so many days before its end, in weeks of the fee; the oldest first. */
  paid: readonly (readonly [daysBefore: number, weeks: number, line: string])[];
  /** What the two wrote before the proposal, and after the end. */
  before: readonly Line[];
  after?: readonly Line[];
  rating: number;
  review: string;
  answer?: string;
  /** Once a bank sent a payout back: between which days ago the account was closed. */
  bankClosed?: readonly [from: number, until: number];
};

/** A proposal is sent so many days before the work begins, and talked about so many days before that. */
const [proposedBefore, talkedBefore] = [4, 3];

const weeksOf = ({ paid }: CompletedWork) => paid.reduce((sum, [, weeks]) => sum + weeks, 0);
const beganDaysAgo = (work: CompletedWork) =>
  work.endedDaysAgo + Math.max(weeksOf(work) * 7, (work.paid[0]?.[0] ?? 0) + 10);
/** When the two first wrote to each other. */
export const metDaysAgo = (work: CompletedWork) => beganDaysAgo(work) + proposedBefore + talkedBefore;

/** Work that is over, with its conversation, invoices, payments and review. */
export function completed(context: AppContext, find: Find, work: CompletedWork): Step[] {
  const { name, theme, description, fee, endedDaysAgo: ended, review, rating, answer } = work;
  const pair = { advisor: find(work.advisor), customer: find(work.customer) };
  const began = beganDaysAgo(work);
  const made: Agreed = { ...pair, id: 0, steps: [] };
  const propose = async (then: AppContext) => {
    const startDate = addDays(dayInLondon(then.clock.now()), proposedBefore);
    const terms = { name, theme, description, fee, units: weeksOf(work) };
    made.id = await makeEngagement(then, { ...pair, ...terms, startDate, endDate: addDays(startDate, began - ended) });
  };
  const start = async (then: AppContext) => {
    const engagement = await findEngagement(then.db, made.id);
    if (engagement?.status === "accepted") await startEngagement(then, pair.customer.member, made.id);
  };
  const payments = work.paid.flatMap(([daysBefore, weeks, line]) => {
    const invoice = billed(made, ended + daysBefore + 2, { lines: [[line, weeks, fee]] });
    return [...invoice.steps, paid(context, invoice, ended + daysBefore)];
  });
  const bank = (daysAgo: number | undefined, state: "closed" | "open"): Step[] =>
    daysAgo === undefined ? [] : [{ daysAgo, happen: (then) => setBank(context, then, pair.advisor, state) }];
  const [closed, open] = work.bankClosed ?? [];
  const opinion = { rating, body: review, leftDaysAgo: ended - 2 };
  const answered = answer ? { answer: { advisor: pair.advisor, text: answer } } : {};
  return [
    ...talk(pair, metDaysAgo(work), work.before),
    { daysAgo: began + proposedBefore, happen: propose },
    {
      daysAgo: began + proposedBefore - 1,
      happen: (then) => acceptEngagement(then, pair.customer.member, made.id, {}),
    },
    { daysAgo: began - 0.5, happen: start },
    ...payments,
    ...bank(closed, "closed"),
    ...bank(open, "open"),
    { daysAgo: ended, happen: (then) => completeEngagement(then, pair.customer.member, made.id, {}) },
    ...talk(pair, ended - 1, work.after ?? []),
    {
      daysAgo: ended - 2,
      happen: () => makeReview(context, { engagementId: made.id, customer: pair.customer, ...opinion, ...answered }),
    },
  ];
}
