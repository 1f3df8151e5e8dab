import type Stripe from "stripe";
import { accountNamed } from "./accounts.ts";
import type { Context } from "./call.ts";

const day = 86_400;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

type Schedule = Stripe.Account.Settings.Payouts.Schedule;

/** When a payment to a connected account becomes available: `days` business days later, at midnight in UTC. Unix seconds. */
export function availableOn(now: number, days: number): number {
  let moment = midnightOf(now);
  for (let left = days; left > 0; left -= 1) moment = nextBusinessDay(moment);
  return moment;
}

/** The next day from Monday to Friday after a moment, at midnight in UTC, in Unix seconds: when a bank has the money. */
export function nextBusinessDay(moment: number): number {
  let next = midnightOf(moment) + day;
  while (isWeekend(next)) next += day;
  return next;
}

/** The first moment of a schedule at or after another, in Unix seconds; null for an account that is paid out by hand. */
function payoutMoment(schedule: Schedule, from: number): number | null {
  if (schedule.interval === "manual") return null;
  let moment = midnightOf(from + day - 1);
  while (!isPayoutDay(schedule, moment)) moment += day;
  return moment;
}

function isPayoutDay({ interval, weekly_anchor, monthly_anchor }: Schedule, moment: number): boolean {
  const at = new Date(moment * 1000);
  if (interval === "weekly") return weekdays[at.getUTCDay()] === weekly_anchor;
  // A month that is too short pays out on its last day, as at Stripe.
  const lastOfMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  if (interval === "monthly") return at.getUTCDate() === Math.min(monthly_anchor ?? 1, lastOfMonth);
  return !isWeekend(moment);
}

const midnightOf = (moment: number) => Math.floor(moment / day) * day;
const isWeekend = (moment: number) => [0, 6].includes(new Date(moment * 1000).getUTCDay());

/** When the context's account pays out; undefined for the platform. */
export function scheduleOf(context: Context): Schedule | undefined {
  return accountNamed(context, context.objects.account)?.settings?.payouts?.schedule;
}

/** The ids of a connected account's balance transactions that no payout has included yet. */
export function unpaidOf(context: Context): string[] {
  return context.store.note<string[]>(`unpaid:${context.objects.account}`) ?? [];
}

/** Replaces the ids of the balance transactions that no payout has included yet. */
export function setUnpaid(context: Context, ids: string[]): void {
  context.store.setNote(`unpaid:${context.objects.account}`, ids);
}

/** Sets the timer of a connected account's next payout, or none while nothing waits or the account may not be paid. */
export function planPayout(context: Context): void {
  const { account } = context.objects;
  const schedule = scheduleOf(context);
  const enabled = accountNamed(context, account)?.payouts_enabled === true;
  const available = unpaidOf(context).map((id) => context.objects.get("balance_transaction", id)?.available_on ?? 0);
  // One second later, so that a payout that has just run is not planned again for the same moment.
  const from = Math.max(context.clock.now() + 1, Math.min(...available));
  const moment = enabled && schedule && available.length > 0 ? payoutMoment(schedule, from) : null;
  context.store.setTimer(`payouts:${account}`, moment);
}
