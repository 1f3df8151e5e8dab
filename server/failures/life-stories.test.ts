import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterEach, expect, test } from "vitest";
import { jobs, webhooks } from "../app.ts";
import { authorizeInBrowser, cardToken } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person } from "../demo/people.ts";
import { providerCustomerOf, putCard } from "../features/membership/card.ts";
import { endRevokedMemberships } from "../features/membership/given-back.ts";
import { accountLinkFor } from "../features/payouts/actions.ts";
import { connectAccount } from "../features/payouts/store.ts";
import { sweepEvents } from "../platform/webhooks.ts";
import { disputes, members, membershipPayments, memberships, payoutAccounts, providerEvents } from "../schema.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { aWorld } from "../testing/plumbline.ts";
import { fullSize, patientFor, sized } from "../testing/size.ts";
import { type Dice, playWalks } from "../testing/walks.ts";

// Random life stories of memberships and payout accounts, lived at the provider while nothing reaches us. Their events are
// then delivered once and in order; several times, shuffled, late and among forgeries; and not at all, with the sweep alone.
// What is recorded in the end is the same.

const world = aWorld({}, { quiet: true });
const provider = cardSandbox(world);
afterEach(() => provider.mend());

const stripe = () => world.house.cards.stripe;
const monthly = "price_plumbline_monthly";
const annual = "price_plumbline_annual";
const day = 86_400_000;

/** One customer and one advisor, as they are before anything has happened at the provider. */
type Cast = { customer: Person; advisor: Person; customerId: string; accountId: string };

async function cast(staff: Person): Promise<Cast> {
  const { house } = world;
  const customer = await makeMember(house, "customer", {}, staff);
  const advisor = await makeMember(house, "advisor", {}, staff);
  const customerId = await providerCustomerOf(house, customer.member);
  await putCard(house, customerId, await cardToken(house));
  const back = await authorizeInBrowser(await accountLinkFor(house, advisor.member, advisor.email));
  const { stripe_user_id: accountId } = await stripe().oauth.token({
    grant_type: "authorization_code",
    code: back.get("code") as string,
  });
  return { customer, advisor, customerId, accountId: accountId as string };
}

/** Whatever is refused at this point of the story did not happen. */
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

type Chapter = (cast: Cast, pick: Dice) => Promise<unknown>;
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
  card: async ({ customerId }, pick) => {
    const number = pick(["4242424242424242", "4000000000000341", "4000000000000259", "4000000000001976"]);
    await perhaps(putCard(world.house, customerId, await cardToken(world.house, number)));
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
    world.clock.advance(32 * day);
    world.sandbox.stripe?.advance(0);
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

/** What is recorded of both, without our own ids and without when it was written. */
async function recorded({ customer, advisor }: Cast) {
  const { db } = world.house;
  const flag = async ({ id }: Person) =>
    (await db.select({ setUp: members.stripeSetup }).from(members).where(eq(members.id, id)))[0]?.setUp;
  const [membership] = await db.select().from(memberships).where(eq(memberships.memberId, customer.id));
  const payments = await db.select().from(membershipPayments).where(eq(membershipPayments.memberId, customer.id));
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
  return {
    setUp: [await flag(customer), await flag(advisor)],
    // Why it ended is written by whoever ends it first, which is the telling in order here.
    membership: membership && { ...membership, updatedAt: null, revokedSubscriptionId: null, revokedBecause: null },
    payments: payments
      .map((row) => ({ ...row, id: null, updatedAt: null }))
      .sort((one, other) => one.intentId.localeCompare(other.intentId)),
    disputes: told.sort((one, other) => one.providerId.localeCompare(other.providerId)),
    account: account && { payable: account.payable, requirements: account.requirements },
  };
}

/** Back to before anything was heard: the customer and the account are known, and nothing of what became of them. */
async function forget({ customer, advisor, customerId, accountId }: Cast, heard: readonly Stripe.Event[] = []) {
  const { db, clock } = world.house;
  const rows = await db
    .select({ id: membershipPayments.id })
    .from(membershipPayments)
    .where(eq(membershipPayments.memberId, customer.id));
  for (const { id } of rows) await db.delete(disputes).where(eq(disputes.membershipPaymentId, id));
  await db.delete(membershipPayments).where(eq(membershipPayments.memberId, customer.id));
  await db.delete(memberships).where(eq(memberships.memberId, customer.id));
  await db
    .insert(memberships)
    .values({ memberId: customer.id, providerCustomerId: customerId, updatedAt: clock.now() });
  await db.delete(payoutAccounts).where(eq(payoutAccounts.memberId, advisor.id));
  await db.transaction((tx) => connectAccount(tx, advisor.id, accountId, clock.now()));
  for (const { id } of [customer, advisor])
    await db.update(members).set({ stripeSetup: false }).where(eq(members.id, id));
  for (const { id } of heard) await db.delete(providerEvents).where(eq(providerEvents.id, id));
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** The events about these two, oldest first. */
async function eventsOf({ customerId, accountId }: Cast, since: Date): Promise<Stripe.Event[]> {
  const found: Stripe.Event[] = [];
  const listening = [...new Set(webhooks.map(({ type }) => type))];
  for await (const event of stripe().events.list({ types: listening, created: { gte: seconds(since) }, limit: 100 })) {
    const object = event.data.object as { id?: string; customer?: string; charge?: string };
    if (event.account === accountId || object.customer === customerId || object.id === accountId) found.push(event);
    // Disputes and refunds name their charge only.
    else if (object.charge && (await stripe().charges.retrieve(object.charge)).customer === customerId)
      found.push(event);
  }
  return found.reverse();
}

function shuffled<T>(pick: Dice, all: readonly T[]): T[] {
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
  "R3 life stories told in any order, several times, days late, among forgeries, or not at all, end the same",
  async () => {
    const staff = await makeStaff(world.house);
    let forged = 0;
    await playWalks(sized(2000, 6), async (pick, note) => {
      await provider.mend();
      await provider.fault({ kind: "drop_webhooks", times: 1_000_000 });
      const begun = world.clock.now();
      const people = await cast(staff);
      await forget(people);
      await chapters["subscribe"]?.(people, pick);
      for (let count = pick([2, 3, 4, 5, 6]); count > 0; count -= 1) {
        const name = pick(Object.keys(chapters));
        note(name);
        await chapters[name]?.(people, pick);
      }
      // All of it arrives up to three days late.
      world.clock.advance(pick([0, 1, 2, 3]) * day);
      world.sandbox.stripe?.advance(0);
      const events = await eventsOf(people, begun);

      for (const event of events) await deliver(event);
      await endRevokedMemberships(world.house);
      // What our own ending makes happen at the provider is told as well, and has to be known to all three.
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
      await endRevokedMemberships(world.house);
      expect(await recorded(people)).toEqual(inOrder);

      await forget(people, all);
      const heard = all.slice(pick([1, 2, 3, 5, 8, 100]));
      for (const event of heard) await deliver(event);
      await sweepEvents(webhooks, seconds(world.clock.now()) - seconds(begun) + 1)(world.house);
      // Of connected accounts the list has nothing: those that are not ready are asked after.
      for (const job of jobs.filter(({ name }) => name.includes("payout accounts"))) await job.run(world.house);
      await endRevokedMemberships(world.house);
      expect(await recorded(people)).toEqual(inOrder);
      // Nobody's renewals go on through the stories of others.
      const left = await subscriptionOf(people.customerId);
      if (left) await perhaps(stripe().subscriptions.cancel(left.id));
    });
    const p99 = waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
    if (fullSize) expect(p99).toBeLessThan(200);
  },
  patientFor(90_000),
);
