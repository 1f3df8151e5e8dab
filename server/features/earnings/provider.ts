import { dayInLondon } from "@plumbline/contract/dates.ts";
import {
  amountsOf,
  type PayoutSchedule,
  type PayoutStatus,
  payoutStatuses,
} from "@plumbline/contract/earnings/rules.ts";
import type Stripe from "stripe";
import { idOf } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";

// What the card provider knows of an advisor's money. Transfers belong to our account, balance transactions and payouts
// to the advisor's.

/** A transfer to an advisor with the ids of all that it has moved in their balance so far. */
export type KnownTransfer = { intentId: string | null; destination: string | null; sources: string[] };

const withFee = "source_transaction.application_fee";

/** Our transfers to an account since a moment, the newest first. */
export async function* transfersTo(
  { cards }: AppContext,
  destination: string,
  since: Date | null,
): AsyncGenerator<KnownTransfer> {
  const created = since ? { created: { gte: secondsOf(since) } } : {};
  for await (const transfer of cards.stripe.transfers.list({
    destination,
    limit: 100,
    expand: [`data.${withFee}`],
    ...created,
  }))
    yield knownTransfer(transfer);
}

export async function readTransfer({ cards }: AppContext, id: string): Promise<KnownTransfer> {
  return knownTransfer(await cards.stripe.transfers.retrieve(id, { expand: [withFee] }));
}

function knownTransfer(transfer: Stripe.Transfer): KnownTransfer {
  const charge = expanded(transfer.source_transaction);
  const fee = charge && expanded(charge.application_fee);
  return {
    intentId: charge ? idOf(charge.payment_intent) : null,
    destination: idOf(transfer.destination),
    sources: [
      idOf(transfer.destination_payment),
      ...transfer.reversals.data.map((reversal) => idOf(reversal.destination_payment_refund)),
      ...(fee?.refunds.data.map(({ id }) => id) ?? []),
    ].filter((id) => id !== null),
  };
}

const expanded = <T extends { id: string }>(field: string | T | null | undefined): T | null =>
  typeof field === "object" ? (field ?? null) : null;

export type Movement = Awaited<ReturnType<typeof movementsFrom>>[number];

/** The balance transactions of an account that are about one source: a payment, its refund, or commission given back. */
export async function movementsFrom({ cards }: AppContext, stripeAccount: string, source: string) {
  const { data } = await cards.stripe.balanceTransactions.list({ source, limit: 10 }, { stripeAccount });
  return data.map((movement) => {
    const { gross, commission, net } = amountsOf(movement);
    return {
      id: movement.id,
      source,
      type: movement.type,
      grossPence: gross,
      commissionPence: commission,
      netPence: net,
      movedAt: momentOf(movement.created),
      movedOn: dayInLondon(momentOf(movement.created)),
      availableOn: dayInLondon(momentOf(movement.available_on)),
    };
  });
}

export type KnownPayout = Awaited<ReturnType<typeof payoutsOf>>[number];

/** An account's payouts since a moment, oldest first. */
export async function payoutsOf({ cards }: AppContext, stripeAccount: string, since: Date) {
  const found: Stripe.Payout[] = [];
  const created = { gte: secondsOf(since) };
  for await (const payout of cards.stripe.payouts.list({ limit: 100, created }, { stripeAccount })) found.push(payout);
  return found.reverse().map((payout) => ({
    providerId: payout.id,
    amountPence: payout.amount,
    status: statusOf(payout.status),
    createdAt: momentOf(payout.created),
    arrivesOn: dayInLondon(momentOf(payout.arrival_date)),
    failure: payout.failure_code,
    automatic: payout.automatic,
    reconciled: payout.automatic && payout.reconciliation_status === "completed",
  }));
}

/** What a payout includes: balance transactions, and earlier payouts whose money came back. */
export async function contentsOf({ cards }: AppContext, stripeAccount: string, payout: string) {
  const movements: string[] = [];
  const sentBack: string[] = [];
  const all = cards.stripe.balanceTransactions.list({ payout, limit: 100 }, { stripeAccount });
  for await (const { id, type, source } of all) {
    if (type === "payout_failure" || type === "payout_cancel") sentBack.push(idOf(source) ?? "");
    else if (type !== "payout") movements.push(id);
  }
  return { movements, sentBack };
}

/** When an account is paid out; null when the provider does not say. */
export async function scheduleOf({ cards }: AppContext, accountId: string): Promise<PayoutSchedule | null> {
  const { settings } = await cards.stripe.accounts.retrieve(accountId);
  const schedule = settings?.payouts?.schedule;
  if (schedule?.interval === "manual" || schedule?.interval === "daily") return { interval: schedule.interval };
  if (schedule?.interval === "weekly")
    return { interval: "weekly", weekdays: schedule.weekly_payout_days ?? [schedule.weekly_anchor ?? "friday"] };
  if (schedule?.interval === "monthly")
    return { interval: "monthly", days: schedule.monthly_payout_days ?? [schedule.monthly_anchor ?? 1] };
  return null;
}

/** A status of a later version of the provider counts as not decided yet. */
const statusOf = (status: string): PayoutStatus => payoutStatuses.find((known) => known === status) ?? "pending";

const momentOf = (seconds: number) => new Date(seconds * 1000);
const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);
