import { dayMs } from "@plumbline/contract/dates.ts";
import { isProviderError } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { payoutsMadeSince } from "../earnings/store.ts";
import { chargesOfIntents, chargesPaidSince, type OurCharge } from "../invoices/charge-store.ts";
import { billsByIds, subscriptionsOfCustomers } from "../membership/paid-bill-store.ts";
import { findCatalogue } from "../membership/plan-store.ts";
import { accountsOfMembers } from "../payouts/store.ts";
import { compare, type Pair } from "./compare.ts";
import * as provider from "./provider.ts";
import type { Difference } from "./schema.ts";
import * as store from "./store.ts";

/** What moved so shortly ago may be recorded on one side only. */
const settling = 2 * 60_000;
/** How many differences are kept of one comparison. */
const kept = 100;

/**
 * Compares what moved in the last days with the card provider and keeps the result. Throws the provider's error when it does
 * not answer. `askedBy` is null for the daily run.
 */
export async function reconcileMoney(context: AppContext, askedBy: number | null, days: number): Promise<number> {
  const at = context.clock.now();
  const since = new Date(at.getTime() - days * dayMs);
  const memberships = await membershipsSince(context, since);
  const { compared, differences: unequal } = compare([
    ...(await invoicePairs(context, since)),
    ...memberships.pairs,
    ...(await payoutPairs(context, since)),
  ]);
  const differences = [...unequal, ...memberships.surplus, ...(await reactivatedPlans(context))];
  return context.db.transaction((tx) =>
    store.insertReconciliation(tx, {
      at,
      since,
      askedBy,
      failure: null,
      compared,
      differenceCount: differences.length,
      differences: differences.slice(0, kept),
    }),
  );
}

/** The daily run; a provider that does not answer is kept as the result, and asked again an hour later. */
export async function reconcileDaily(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const last = await store.lastDailyRun(context.db);
  if (last && now.getTime() - last.getTime() < dayMs) return;
  try {
    await reconcileMoney(context, null, 3);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn({ err: error }, "the card provider did not answer the daily comparison");
    const failure = "The card provider did not answer.";
    const since = new Date(now.getTime() - 3 * dayMs);
    await store.insertReconciliation(context.db, {
      at: now,
      since,
      askedBy: null,
      failure,
      compared: [],
      differenceCount: 0,
      differences: [],
    });
  }
}

const isRecent = (context: AppContext, created: number) => created * 1000 > context.clock.now().getTime() - settling;

async function invoicePairs(context: AppContext, since: Date): Promise<Pair[]> {
  const theirs = await provider.chargesSince(context, since);
  const ours = new Map<string, OurCharge>();
  for (let from = 0; from < theirs.length; from += 1000) {
    const intents = theirs.slice(from, from + 1000).map(({ intentId }) => intentId);
    for (const charge of await chargesOfIntents(context.db, intents)) ours.set(charge.intentId, charge);
  }
  const pairs = theirs.flatMap((charge) => {
    const known = ours.get(charge.intentId);
    if (known?.unsettled || (!known && isRecent(context, charge.created))) return [];
    return chargePairs(known ?? null, charge);
  });
  const seen = new Set(theirs.map(({ intentId }) => intentId));
  for (let after = 0, more = true; more; ) {
    const page = await chargesPaidSince(context.db, since, after);
    for (const charge of page.filter(({ intentId }) => !seen.has(intentId))) {
      // Charged just before the first moment, perhaps: the two clocks differ.
      const found = charge.intentId ? await provider.chargeOfIntent(context, charge.intentId) : null;
      if (!charge.unsettled) pairs.push(...chargePairs(charge, found));
    }
    after = page.at(-1)?.invoiceId ?? 0;
    more = page.length === 1000;
  }
  return pairs;
}

function chargePairs(ours: OurCharge | null, theirs: provider.ProviderCharge | null): Pair[] {
  const providerId = theirs?.id ?? ours?.intentId ?? "";
  const of = (kind: Pair["kind"], name: "amount" | "fee" | "transferred" | "refunded"): Pair => ({
    kind,
    providerId,
    invoiceId: ours?.invoiceId ?? null,
    ours: ours?.[name] ?? null,
    theirs: theirs?.[name] ?? null,
  });
  if (!ours || !theirs) return [of("charge", "amount")];
  const refunded = of("refund", "refunded");
  return [
    of("charge", "amount"),
    of("fee", "fee"),
    of("transfer", "transferred"),
    ...(refunded.ours || refunded.theirs ? [refunded] : []),
  ];
}

async function membershipsSince(context: AppContext, since: Date): Promise<{ pairs: Pair[]; surplus: Difference[] }> {
  const bills = await provider.paidBillsSince(context, since);
  const customers = await subscriptionsOfCustomers(context.db, [...new Set(bills.map(({ customer }) => customer))]);
  // Customers of other installations that share the account are theirs.
  const theirs = bills.filter(({ customer, created }) => customers.has(customer) && !isRecent(context, created));
  const ours = await billsByIds(
    context.db,
    theirs.map(({ id }) => id),
  );
  const pairs = theirs
    .filter(({ amount }) => amount > 0)
    .map(
      ({ id, amount }): Pair => ({ kind: "membership", providerId: id, ours: ours.get(id) ?? null, theirs: amount }),
    );
  return { pairs, surplus: await secondMemberships(context, theirs, customers) };
}

const secondMembership =
  "A customer has two memberships at once, of which only the other one is shown here. Please cancel this one at the provider, and give back there what it has charged.";

/** Memberships that began or were paid for beside the one that counts here, and that go on charging. */
async function secondMemberships(
  context: AppContext,
  bills: readonly provider.ProviderBill[],
  customers: ReadonlyMap<string, string | null>,
): Promise<Difference[]> {
  const found = new Map<string, Difference>();
  for (const { customer, subscription, amount } of bills) {
    const counts = customers.get(customer);
    if (!subscription || !counts || subscription === counts || found.has(subscription)) continue;
    const running = await provider.runningSubscriptions(context, customer);
    if (running.includes(subscription) && running.includes(counts))
      found.set(subscription, { ...notHere, providerId: subscription, what: secondMembership, theirs: amount });
  }
  return [...found.values()];
}

const notHere = { kind: "membership", invoiceId: null, ours: null } as const;

/** Plans that staff have ended and that were activated at the provider again: they are not sold. */
async function reactivatedPlans({ db }: AppContext): Promise<Difference[]> {
  const prices = (await findCatalogue(db))?.offers?.prices ?? [];
  return prices
    .filter(({ reactivated }) => reactivated)
    .map(({ priceId, name }) => ({
      ...notHere,
      providerId: priceId,
      what: `${name} was ended here and is active at the provider again. It is not sold: please archive it there, or make a new plan here.`,
      theirs: null,
    }));
}

async function payoutPairs(context: AppContext, since: Date): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const members = Map.groupBy(await payoutsMadeSince(context.db, since), ({ memberId }) => memberId);
  // Accounts that were left since are not asked about any more (ADR-023).
  for (const [member, account] of await accountsOfMembers(context.db, [...members.keys()])) {
    const ours = members.get(member) ?? [];
    const known = new Map(ours.map((payout) => [payout.providerId, payout.amount]));
    const theirs = await provider.payoutsSince(context, account, new Date(since.getTime() - dayMs));
    const there = new Map(theirs.map((payout) => [payout.id, payout]));
    for (const [providerId, amount] of known)
      pairs.push({ kind: "payout", providerId, ours: amount, theirs: there.get(providerId)?.amount ?? null });
    for (const { id, amount, created } of theirs)
      if (!known.has(id) && created * 1000 >= since.getTime() + dayMs && !isRecent(context, created))
        pairs.push({ kind: "payout", providerId: id, ours: null, theirs: amount });
  }
  return pairs;
}
