import { present } from "@plumbline/contract/present.ts";
import type { AppContext } from "../../context.ts";
import { refreshAfterChange } from "../../features/membership/billing.ts";
import { followMembershipDispute, followRefund } from "../../features/membership/returned-payments.ts";
import { findMembership } from "../../features/membership/store.ts";
import { updateCardOf } from "../../features/membership/update-card.ts";
import { cardToken, payMembership } from "../membership.ts";
import { daysAgo } from "../past.ts";
import type { Person } from "../people.ts";
import { inSandboxAt, toPresent } from "../sandbox.ts";
import type { DemoCustomer } from "./customers.ts";

/** Whose renewal was refused, who asked their bank about a payment, and who got a part of theirs back. */
const [inArrears, asksTheBank, repaid] = ["Hugo Bellamy", "Freya Lindholm", "Miriam Katz"];
const cards = { inquiry: "4000000000001976", chargesFail: "4000000000000341" };

/** A customer's membership; of a monthly one only the last bill is made. */
export async function makeMembership(
  context: AppContext,
  customer: Person,
  { name, plan, at, joined }: Pick<DemoCustomer, "name" | "plan"> & { at: number; joined: number },
): Promise<Person> {
  if (plan === "year") return payMembership(context, customer, { plan: "annual", paidDaysAgo: joined - 2 });
  if (name === inArrears) return payUntilRenewal(context, customer);
  if (name === asksTheBank) return payMembership(context, customer, { paidDaysAgo: 6, number: cards.inquiry });
  return payMembership(context, customer, { paidDaysAgo: 6 + ((at * 5) % 18) });
}

/** A monthly membership whose renewal, some days ago, was refused: from its first day on the card is one that fails. */
async function payUntilRenewal(context: AppContext, customer: Person): Promise<Person> {
  // Longer than any month, and shorter than the shortest and the days of grace, also where the story is three days earlier.
  const paidDaysAgo = 31;
  const person = await payMembership(context, customer, { paidDaysAgo });
  await updateCardOf(daysAgo(context, paidDaysAgo), person.member, await cardToken(context, cards.chargesFail));
  return person;
}

/** What went wrong with memberships: each state that the back office lists has a member in it. */
export async function makeTroubles(context: AppContext, find: (name: string) => Person): Promise<void> {
  const { stripe } = context.cards;
  const then = daysAgo(context, 6);
  await inSandboxAt(context, then);
  const inquired = await chargeOf(context, find(asksTheBank));
  const { data } = await stripe.disputes.list({ charge: inquired });
  if (data[0]) await followMembershipDispute(then, data[0]);
  await updateCardOf(then, find(asksTheBank).member, await cardToken(context));

  const charge = await chargeOf(context, find(repaid));
  await stripe.refunds.create({ charge, amount: 50_00 });
  await followRefund(then, charge);

  await toPresent(context);
  await refreshAfterChange(context, find(inArrears).id);
}

/** The charge of a member's last bill. */
async function chargeOf(context: AppContext, { id }: Person): Promise<string> {
  const customer = present((await findMembership(context.db, id))?.providerCustomerId, "the provider's customer");
  const { data } = await context.cards.stripe.charges.list({ customer, limit: 1 });
  return present(data[0], "the charge").id;
}
