import { dayMs } from "@plumbline/contract/dates.ts";
import { eq, getTableColumns } from "drizzle-orm";
import type Stripe from "stripe";
import { afterEach, expect, test } from "vitest";
import { jobs, webhooks } from "../app.ts";
import { members } from "../auth/schema.ts";
import { providerEvents } from "../cards/schema.ts";
import { eventsSince, sweepEvents } from "../cards/webhooks.ts";
import { authorizeInBrowser, cardToken } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person } from "../demo/people.ts";
import { disputes } from "../features/invoices/schema.ts";
import { saveCard } from "../features/membership/card.ts";
import { endRevokedMemberships } from "../features/membership/returned-payments.ts";
import {
  membershipBilling,
  membershipBills,
  membershipPayments,
  membershipRefunds,
  memberships,
} from "../features/membership/schema.ts";
import { accountLinkFor } from "../features/payouts/actions.ts";
import { payoutAccounts } from "../features/payouts/schema.ts";
import { connectAccount } from "../features/payouts/store.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { testServer } from "../testing/plumbline.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";
import { type Pick, playWalks } from "../testing/walks.ts";

// Random histories of memberships and payout accounts, made at the provider while no webhook arrives. Their events are
// then delivered once and in order; several times, shuffled, late and among forgeries; and not at all, with the sweeps
// alone. The recorded state must be the same in the end.

const server = testServer({}, { skipNotifications: true });
const provider = cardSandbox(server);
afterEach(() => provider.clearFaults());

const stripe = () => server.context.cards.stripe;
const monthly = "price_plumbline_monthly";
const annual = "price_plumbline_annual";
/** One customer and one advisor, before anything has happened at the provider. */
type Cast = { customer: Person; advisor: Person; customerId: string; accountId: string };

async function cast(staff: Person): Promise<Cast> {
  const { context } = server;
  const customer = await makeMember(context, "customer", {}, staff);
  const advisor = await makeMember(context, "advisor", {}, staff);
  const { customerId } = await saveCard(context, customer.member, await cardToken(context));
  const back = await authorizeInBrowser(await accountLinkFor(context, advisor.member, advisor.email));
  const { stripe_user_id: accountId } = await stripe().oauth.token({
    grant_type: "authorization_code",
    code: back.get("code") as string,
  });
  return { customer, advisor, customerId, accountId: accountId as string };
}

/** A step that the provider refuses in this state is skipped. */
const perhaps = (call: Promise<unknown>) => call.catch(() => {});

async function subscriptionOf(customer: string): Promise<Stripe.Subscription | undefined> {
  const { data } = await stripe().subscriptions.list({ customer, limit: 1 });
  return data[0];
}
async function chargeOf(customer: string): Promise<Stripe.Charge | undefined> {
  const { data } = await stripe().charges.list({ customer, limit: 5 });
  return data.find(({ paid }) => paid);
}
async function disputeOf(customer: string): Promise<Stripe.Dispute | undefined> {
  const charge = await chargeOf(customer);
  return charge && (await stripe().disputes.list({ charge: charge.id, limit: 1 })).data[0];
}

type Chapter = (cast: Cast, pick: Pick) => Promise<unknown>;
const chapters: Record<string, Chapter> = {
  subscribe: async ({ customerId: customer }, pick) =>
    (await subscriptionOf(customer)) === undefined &&
    perhaps(
      stripe().subscriptions.create({
        customer,
        items: [{ price: pick([monthly, annual]) }],
        payment_behavior: "allow_incomplete",
      }),
    ),
  change: async ({ customerId }, pick) => {
    const subscription = await subscriptionOf(customerId);
    const item = subscription?.items.data[0];
    if (subscription && item)
      await perhaps(
        stripe().subscriptions.update(subscription.id, {
          items: [{ id: item.id, price: pick([monthly, annual]) }],
          proration_behavior: "always_invoice",
        }),
      );
  },
  cancel: async ({ customerId }, pick) => {
    const subscription = await subscriptionOf(customerId);
    if (!subscription) return;
    if (pick([true, false])) await perhaps(stripe().subscriptions.cancel(subscription.id));
    else await perhaps(stripe().subscriptions.update(subscription.id, { cancel_at_period_end: pick([true, false]) }));
  },
  card: async ({ customer }, pick) => {
    const number = pick(["4242424242424242", "4000000000000341", "4000000000000259", "4000000000001976"]);
    await perhaps(saveCard(server.context, customer.member, await cardToken(server.context, number)));
  },
  refund: async ({ customerId }, pick) => {
    const charge = await chargeOf(customerId);
    if (charge) await perhaps(stripe().refunds.create({ charge: charge.id, ...pick([{}, { amount: 1000 }]) }));
  },
  decide: async ({ customerId }, pick) => {
    const dispute = await disputeOf(customerId);
    if (!dispute) return;
    if (pick([true, false])) await perhaps(stripe().disputes.close(dispute.id));
    else
      await perhaps(
        stripe().disputes.update(dispute.id, {
          evidence: { uncategorized_text: pick(["winning_evidence", "losing_evidence", "We look for it."]) },
          submit: true,
        }),
      );
  },
  month: async () => {
    server.clock.advance(32 * dayMs);
    server.sandbox.stripe?.advance(0);
  },
  payouts: ({ accountId }, pick) =>
    provider.control("POST", `accounts/${accountId}`, {
      ...pick<object>([
        { documents: "missing" },
        { documents: "provided" },
        { documents: "missing" },
        { disconnect: true },
      ]),
    }),
};

/** What is recorded about both, without our own ids and times of writing. */
async function recorded({ customer, advisor }: Cast) {
  const { db } = server.context;
  const flag = async ({ id }: Person) =>
    (await db.select({ setUp: members.stripeSetup }).from(members).where(eq(members.id, id)))[0]?.setUp;
  const [membership] = await db.select().from(memberships).where(eq(memberships.memberId, customer.id));
  const payments = await db.select().from(membershipPayments).where(eq(membershipPayments.memberId, customer.id));
  const { id, amountPence, refundedAt, memberId } = getTableColumns(membershipRefunds);
  const refunds = await db
    .select({ id, amountPence, refundedAt })
    .from(membershipRefunds)
    .where(eq(memberId, customer.id));
  const told = await db
    .select({
      providerId: disputes.providerId,
      state: disputes.state,
      amount: disputes.amountPence,
      by: disputes.respondBy,
    })
    .from(disputes)
    .innerJoin(membershipPayments, eq(membershipPayments.id, disputes.membershipPaymentId))
    .where(eq(membershipPayments.memberId, customer.id));
  const [account] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.memberId, advisor.id));
  const [billing] = await db.select().from(membershipBilling).where(eq(membershipBilling.memberId, customer.id));
  const bills = await db.select().from(membershipBills).where(eq(membershipBills.memberId, customer.id));
  return {
    setUp: [await flag(customer), await flag(advisor)],
    // The reason for an end is recorded by whichever event comes first, which is the ordered delivery here.
    membership: membership && { ...membership, updatedAt: null, revokedSubscriptionId: null, revokedBecause: null },
    billing: billing && { ...billing, providerSeenAt: null },
    bills: bills.sort((one, other) => one.id.localeCompare(other.id)),
    payments: payments
      .map((row) => ({ ...row, id: null, updatedAt: null }))
      .sort((one, other) => one.intentId.localeCompare(other.intentId)),
    refunds: refunds.sort((one, other) => one.id.localeCompare(other.id)),
    disputes: told.sort((one, other) => one.providerId.localeCompare(other.providerId)),
    account: account && { payable: account.payable, requirements: account.requirements },
  };
}

/** Resets the recorded state: the customer and the account are known, and nothing that has happened to them. */
async function forget({ customer, advisor, customerId, accountId }: Cast, heard: readonly Stripe.Event[] = []) {
  const { db, clock } = server.context;
  const rows = await db
    .select({ id: membershipPayments.id })
    .from(membershipPayments)
    .where(eq(membershipPayments.memberId, customer.id));
  for (const { id } of rows) await db.delete(disputes).where(eq(disputes.membershipPaymentId, id));
  await db.delete(membershipRefunds).where(eq(membershipRefunds.memberId, customer.id));
  await db.delete(membershipPayments).where(eq(membershipPayments.memberId, customer.id));
  await db.delete(membershipBills).where(eq(membershipBills.memberId, customer.id));
  await db.delete(membershipBilling).where(eq(membershipBilling.memberId, customer.id));
  await db.delete(memberships).where(eq(memberships.memberId, customer.id));
  await db
    .insert(memberships)
    .values({ memberId: customer.id, providerCustomerId: customerId, updatedAt: clock.now() });
  await db.delete(payoutAccounts).where(eq(payoutAccounts.memberId, advisor.id));
  await db.transaction((tx) => connectAccount(tx, { memberId: advisor.id, accountId, codeHash: null }, clock.now()));
  for (const { id } of [customer, advisor])
    await db.update(members).set({ stripeSetup: false }).where(eq(members.id, id));
  for (const { id } of heard) await db.delete(providerEvents).where(eq(providerEvents.id, id));
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** The events about these two, oldest first. */
async function eventsOf({ customerId, accountId }: Cast, since: Date): Promise<Stripe.Event[]> {
  const found: Stripe.Event[] = [];
  const listening = [...new Set(webhooks.map(({ type }) => type))];
  for await (const event of eventsSince(server.context, listening, seconds(since))) {
    const object = event.data.object as { id?: string; customer?: string; charge?: string };
    if (
      event.account === accountId ||
      object.customer === customerId ||
      object.id === accountId ||
      object.id === customerId
    )
      found.push(event);
    // Disputes and refunds name their charge only.
    else if (object.charge && (await stripe().charges.retrieve(object.charge)).customer === customerId)
      found.push(event);
  }
  return found.reverse().sort((one, other) => one.created - other.created);
}

function shuffled<T>(pick: Pick, all: readonly T[]): T[] {
  const left = [...all];
  const out: T[] = [];
  while (left.length > 0) {
    const next = pick(left);
    left.splice(left.indexOf(next), 1);
    out.push(next);
  }
  return out;
}

const waits: number[] = [];
async function deliver(event: Stripe.Event): Promise<void> {
  const asked = performance.now();
  expect(await provider.deliver(event)).toBe(200);
  waits.push(performance.now() - asked);
}

test(
  "R3 histories delivered in any order, several times, days late, among forgeries, or not at all, have the same result",
  async () => {
    const staff = await makeStaff(server.context);
    let forged = 0;
    await playWalks(sized(2000, 4), async (pick, note) => {
      await provider.clearFaults();
      await provider.fault({ kind: "drop_webhooks", times: 1_000_000 });
      const begun = server.clock.now();
      const people = await cast(staff);
      await forget(people);
      await chapters["subscribe"]?.(people, pick);
      for (let count = pick([2, 3, 4, 5, 6]); count > 0; count -= 1) {
        const name = pick(Object.keys(chapters));
        note(name);
        await chapters[name]?.(people, pick);
      }
      // All of it arrives up to three days late.
      server.clock.advance(pick([0, 1, 2, 3]) * dayMs);
      server.sandbox.stripe?.advance(0);
      const events = await eventsOf(people, begun);

      for (const event of events) await deliver(event);
      await endRevokedMemberships(server.context);
      // Our own cancellation causes events at the provider as well, which all three deliveries must include.
      const more = (await eventsOf(people, begun)).filter(({ id }) => !events.some((event) => event.id === id));
      for (const event of more) await deliver(event);
      const inOrder = await recorded(people);

      const all = [...events, ...more];
      await forget(people, all);
      const copies = all.flatMap((event) => Array.from({ length: pick([1, 2, 3, 4, 5]) }, () => event));
      for (const event of shuffled(pick, copies)) {
        if (pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]) === 0) {
          const lie = { ...event, id: `${event.id}_forged_${forged}` };
          expect(await (pick([true, false]) ? provider.forge(lie) : provider.deliver(lie, { minutesOld: 10 }))).toBe(
            400,
          );
          forged += 1;
        }
        await deliver(event);
      }
      await endRevokedMemberships(server.context);
      expect(await recorded(people)).toEqual(inOrder);

      await forget(people, all);
      const heard = all.slice(pick([1, 2, 3, 5, 8, 100]));
      for (const event of heard) await deliver(event);
      await sweepEvents(webhooks, seconds(server.clock.now()) - seconds(begun) + 1)(server.context);
      // The list has no events of connected accounts: those that are not ready are refreshed by a job.
      for (const job of jobs.filter(({ name }) => name.includes("payout accounts"))) await job.run(server.context);
      await endRevokedMemberships(server.context);
      expect(await recorded(people)).toEqual(inOrder);
      // The histories of others must not renew anybody's membership.
      const left = await subscriptionOf(people.customerId);
      if (left) await perhaps(stripe().subscriptions.cancel(left.id));
    });
    const p99 = waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
    if (fullSize) expect(p99).toBeLessThan(200);
  },
  timeoutFor(90_000),
);
