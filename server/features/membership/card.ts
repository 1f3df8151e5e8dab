import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { present } from "@plumbline/contract/present.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { idempotencyKeyFor, isRefusal, unlessMissing } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../http/problems.ts";
import { nameOf } from "../profiles/store.ts";
import { findBilling, storeCard } from "./billing-store.ts";
import { deleteProviderCustomer, findMembership, keepProviderCustomer } from "./store.ts";

/**
 * The card that memberships and invoices are paid with as the provider last told, or null while there is none (decision
 * 20). Throws 503 while the provider has not told yet whether there is one.
 */
export async function readDefaultCard({ db }: AppContext, memberId: number): Promise<DefaultCard | null> {
  const billing = await findBilling(db, memberId);
  if (billing && !billing.providerSeenAt) throw new Problem(503, { base: [notToldYet] }, { retryAfter: 30 });
  return billing?.card ?? null;
}

const notToldYet = "We are still asking the payment provider about your card. Please look again in a minute.";

/** The card of a member as the provider has it now, to charge it. */
export async function readChargeableCard(context: AppContext, memberId: number): Promise<DefaultCard | null> {
  const customerId = (await findMembership(context.db, memberId))?.providerCustomerId;
  return customerId ? cardAtProvider(context, customerId) : null;
}

/** A customer's default card; null without one, and for a customer whom the provider no longer has. */
export async function cardAtProvider(context: AppContext, customerId: string): Promise<DefaultCard | null> {
  const { customers } = context.cards.stripe;
  try {
    const customer = await unlessMissing(customers.retrieve(customerId, { expand: ["default_source"] }));
    return customer && !customer.deleted ? cardOf(customer) : null;
  } catch (error) {
    // The provider refuses to expand fields of a deleted customer, without saying that it is deleted.
    if (isRefusal(error) && (await customers.retrieve(customerId)).deleted) return null;
    throw error;
  }
}

function cardOf({ default_source: card }: Stripe.Customer): DefaultCard | null {
  if (!card || typeof card === "string" || card.object !== "card") return null;
  const { id, last4, exp_month, exp_year, brand } = card;
  return { id, last4, exp_month, exp_year, brand };
}

/**
 * The member's customer id at the provider; it is created with the first card, and again when the provider no longer has
 * it. Concurrent calls create one customer, because the idempotency key is the member's.
 */
async function ensureProviderCustomer(context: AppContext, member: Member): Promise<string> {
  const known = (await findMembership(context.db, member.id))?.providerCustomerId;
  const existing = known ? await unlessMissing(context.cards.stripe.customers.retrieve(known)) : null;
  if (known && existing && !existing.deleted) return known;
  const customer = await context.cards.stripe.customers.create(
    { email: member.email, name: await nameOf(context.db, member.id), metadata: { member_id: String(member.id) } },
    {
      idempotencyKey: idempotencyKeyFor(
        context,
        "customer",
        [member.id, member.email, ...(known ? ["after", known] : [])].join("-"),
      ),
    },
  );
  const now = context.clock.now();
  if (known) await deleteProviderCustomer(context.db, member.id, known);
  // A new customer has no card.
  await storeCard(context.db, member.id, null, now);
  return keepProviderCustomer(context.db, member.id, customer.id, now);
}

/**
 * Makes the card of a token the member's default in place of the old one, at the provider and here; the provider then retries
 * a failed renewal with it at once. Throws the provider's card error when the bank declines the card; nothing has changed then.
 */
export async function saveCard(
  context: AppContext,
  member: Member,
  token: string,
): Promise<{ customerId: string; card: DefaultCard }> {
  const customerId = await ensureProviderCustomer(context, member);
  const card = await replaceCard(context, customerId, token);
  await storeCard(context.db, member.id, card, context.clock.now());
  return { customerId, card };
}

async function replaceCard(context: AppContext, customerId: string, token: string): Promise<DefaultCard> {
  try {
    const customer = await context.cards.stripe.customers.update(
      customerId,
      { source: token, expand: ["default_source"] },
      // A token works only once, so it identifies the attempt.
      { idempotencyKey: idempotencyKeyFor(context, "card", token) },
    );
    return present(cardOf(customer), "the saved card");
  } catch (error) {
    const saved = isRefusal(error) ? null : await cardIfSaved(context, customerId, token);
    if (!saved) throw error;
    return saved;
  }
}

/** The default card if it is the token's card, after the response to saving it was lost; null otherwise. */
async function cardIfSaved({ cards: { stripe } }: AppContext, customerId: string, token: string) {
  const tokenCard = (await stripe.tokens.retrieve(token)).card;
  const customer = await stripe.customers.retrieve(customerId, { expand: ["default_source"] });
  if (customer.deleted || typeof customer.default_source === "string") return null;
  const { default_source: savedCard } = customer;
  const same =
    savedCard?.object === "card" &&
    tokenCard !== undefined &&
    savedCard.fingerprint === tokenCard.fingerprint &&
    savedCard.exp_month === tokenCard.exp_month &&
    savedCard.exp_year === tokenCard.exp_year;
  return same ? cardOf(customer) : null;
}
