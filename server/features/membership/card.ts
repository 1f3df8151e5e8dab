import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal, keyOf, unlessMissing } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { nameOf } from "../accounts/store.ts";
import { findMembership, forgetProviderCustomer, keepProviderCustomer } from "./store.ts";

/** The card that memberships and invoices are paid with, or null while there is none (decision 20). */
export async function readDefaultCard(house: House, memberId: number): Promise<DefaultCard | null> {
  const customerId = (await findMembership(house.db, memberId))?.providerCustomerId;
  if (!customerId) return null;
  const { customers } = house.cards.stripe;
  try {
    const customer = await unlessMissing(customers.retrieve(customerId, { expand: ["default_source"] }));
    return customer && !customer.deleted ? cardOf(customer) : null;
  } catch (error) {
    // Of a deleted customer nothing can be expanded, and that is all the provider says then.
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
 * The member at the provider, made when they first bring a card, and again when the provider no longer knows them. Two at
 * once make one: the key is the member's.
 */
export async function providerCustomerOf(house: House, member: Member): Promise<string> {
  const known = (await findMembership(house.db, member.id))?.providerCustomerId;
  const standing = known ? await unlessMissing(house.cards.stripe.customers.retrieve(known)) : null;
  if (known && standing && !standing.deleted) return known;
  const customer = await house.cards.stripe.customers.create(
    { email: member.email, name: await nameOf(house.db, member.id), metadata: { member_id: String(member.id) } },
    {
      idempotencyKey: keyOf(house, "customer", [member.id, member.email, ...(known ? ["after", known] : [])].join("-")),
    },
  );
  if (known) await forgetProviderCustomer(house.db, member.id, known);
  return keepProviderCustomer(house.db, member.id, customer.id, house.clock.now());
}

/**
 * Makes the card of a token the default; the one before is removed, and a renewal that failed is tried with the new one at
 * once. The provider throws a card error when the bank refuses it: nothing has changed then.
 */
export async function putCard(house: House, customerId: string, token: string): Promise<DefaultCard> {
  try {
    const customer = await house.cards.stripe.customers.update(
      customerId,
      { source: token, expand: ["default_source"] },
      // A token works once, so it names the attempt.
      { idempotencyKey: keyOf(house, "card", token) },
    );
    return cardOf(customer) as DefaultCard;
  } catch (error) {
    const saved = isRefusal(error) ? null : await savedAnyway(house, customerId, token);
    if (!saved) throw error;
    return saved;
  }
}

/** The default card, when it is the one that a token stands for: the answer to saving it was lost. */
async function savedAnyway({ cards: { stripe } }: House, customerId: string, token: string) {
  const wanted = (await stripe.tokens.retrieve(token)).card;
  const customer = await stripe.customers.retrieve(customerId, { expand: ["default_source"] });
  if (customer.deleted || typeof customer.default_source === "string") return null;
  const { default_source: has } = customer;
  const same =
    has?.object === "card" &&
    wanted !== undefined &&
    has.fingerprint === wanted.fingerprint &&
    has.exp_month === wanted.exp_month &&
    has.exp_year === wanted.exp_year;
  return same ? cardOf(customer) : null;
}
