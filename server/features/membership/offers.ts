import { addDays, dayInLondon, startOfDay } from "@plumbline/contract/dates.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type * as contract from "@plumbline/contract/membership/offers.ts";
import { hiddenPlan } from "@plumbline/contract/membership/rules.ts";
import { decimalOf, formatPence } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import { isProviderError, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound, Problem } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { carryOut } from "./offer-changes.ts";
import type { OfferChange, ProviderOffers, ProviderPrice } from "./offer-shapes.ts";
import {
  changeAbout,
  endedTargets,
  type OfferChangeRow,
  openChanges,
  settleChange,
  startChange,
  targetOf,
} from "./offer-store.ts";
import { findCatalogue, lockCatalogue } from "./plan-store.ts";
import { refreshPlans } from "./plans.ts";

/** What is or was ours at the provider, as it last told. Throws 503 until it has. */
export async function knownOffers(context: AppContext): Promise<ProviderOffers> {
  const known = (await findCatalogue(context.db))?.offers;
  if (known) return known;
  await refreshPlans(context);
  return (await findCatalogue(context.db))?.offers ?? { prices: [], codes: [] };
}

type PlanInput = RequestInput<typeof contract.makePlan>["body"];
type PriceInput = RequestInput<typeof contract.changePrice>["body"];
type CouponInput = RequestInput<typeof contract.makeCoupon>["body"];

export async function makePlan(context: AppContext, staff: Member, { reason, ...plan }: PlanInput): Promise<void> {
  if (plan.name.toLowerCase() === hiddenPlan.toLowerCase())
    throw invalid({ name: [`A plan named ${hiddenPlan} is never shown. Please choose another name.`] });
  const { prices } = await knownOffers(context);
  if (prices.some(({ name, sold }) => sold && name.toLowerCase() === plan.name.toLowerCase()))
    throw invalid({ name: ["A plan of this name is sold already."] });
  const before = prices.filter(({ name }) => name.toLowerCase() === plan.name.toLowerCase()).length;
  const target = `plan ${plan.name.toLowerCase()} ${before}`;
  await change(context, staff, { kind: "make_plan", plan }, target, reason);
}

/** Sells a plan at a new price; the old one stays with those who have it. */
export async function changePrice(context: AppContext, staff: Member, { price_id: id, amount, reason }: PriceInput) {
  const plan = await soldPlan(context, id);
  if (plan.amount === amount) throw invalid({ amount: [`It is sold for ${formatPence(amount)} already.`] });
  await change(context, staff, { kind: "change_price", plan, amount }, targetOf(id), reason);
}

/** Throws conflict for the only plan that is sold, also when the others have not ended yet but will. */
export async function endPlan(context: AppContext, staff: Member, id: string, reason: string) {
  const plan = await soldPlan(context, id);
  const sold = (await knownOffers(context)).prices.filter((price) => price.sold);
  const lastOfProduct = !sold.some((price) => price.productId === plan.productId && price.priceId !== id);
  await change(context, staff, { kind: "end_plan", plan, lastOfProduct }, targetOf(id), reason, (tx) =>
    requireAnotherPlan(tx, id),
  );
}

/** Two of the last plans may be ended at the same moment, and nobody could buy any more: each end waits for the other. */
async function requireAnotherPlan(tx: Db, priceId: string): Promise<void> {
  const { prices } = (await lockCatalogue(tx))?.offers ?? { prices: [] };
  const others = prices
    .filter((price) => price.sold && price.priceId !== priceId)
    .map((price) => targetOf(price.priceId));
  const ended = await endedTargets(tx, others);
  if (others.every((target) => ended.has(target)))
    throw conflict("This is the only plan that is sold. Please make another one first.");
}

/** Throws invalid for a code that was used before and for a day that is not ahead. */
export async function makeCoupon(context: AppContext, staff: Member, input: CouponInput): Promise<void> {
  const { code, name, kind, off, duration, plans, reason } = input;
  const { codes } = await knownOffers(context);
  const taken = codes.find((known) => known.code.toUpperCase() === code);
  if (taken) throw invalid({ code: [`${code} is ${taken.active ? "in use" : "spent"}. Please choose another code.`] });
  const until = input.redeem_by ?? null;
  if (until !== null && until <= dayInLondon(context.clock.now()))
    throw invalid({ redeem_by: ["Please enter a day after today."] });
  const coupon = {
    code,
    name,
    duration,
    percentOff: kind === "percent" ? decimalOf(off) : null,
    amountOff: kind === "amount" ? off : null,
    months: duration === "repeating" ? (input.months ?? null) : null,
    intervals: plans === "both" ? (["month", "year"] as const).slice() : [plans],
    limit: input.limit ?? null,
    // The last second of the day.
    redeemBy: until === null ? null : startOfDay(addDays(until, 1)).getTime() / 1000 - 1,
  };
  await change(context, staff, { kind: "make_coupon", coupon }, `code ${code}`, reason);
}

export async function endCoupon(context: AppContext, staff: Member, id: string, reason: string): Promise<void> {
  const code = (await knownOffers(context)).codes.find((known) => known.id === id);
  if (!code) throw notFound();
  if (!code.active)
    throw conflict(await alreadyText(context, `promotion ${id}`, `${code.code} is not offered any more.`));
  await change(context, staff, { kind: "end_coupon", id, code: code.code }, `promotion ${id}`, reason);
}

async function soldPlan(context: AppContext, priceId: string): Promise<ProviderPrice> {
  const plan = (await knownOffers(context)).prices.find((price) => price.priceId === priceId);
  if (!plan) throw notFound();
  if (!plan.sold) throw conflict(await alreadyText(context, targetOf(priceId), "This price is not sold any more."));
  return plan;
}

/** Why a change is refused: who changed the same thing before and with which reason, or `otherwise` when nobody did. */
async function alreadyText(context: AppContext, target: string, otherwise: string): Promise<string> {
  const earlier = await changeAbout(context.db, target);
  return earlier ? `${earlier.by ?? "Somebody"} has already changed this: “${earlier.it.reason}”` : otherwise;
}

/**
 * Writes the change down, carries it out and records the outcome (rule 8). `check` may refuse it in the transaction that
 * writes it down.
 */
async function change(
  context: AppContext,
  staff: Member,
  what: OfferChange,
  target: string,
  reason: string,
  check: (tx: Db) => Promise<void> = async () => {},
) {
  const row = await context.db.transaction(async (tx) => {
    await check(tx);
    return startChange(tx, { change: what, target, reason, staffId: staff.id, createdAt: context.clock.now() });
  });
  if (!row) throw conflict(await alreadyText(context, target, "This was changed at the same moment."));
  try {
    await settle(context, row);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn({ err: error, change: row.id }, "a change of plans or coupons was not confirmed");
    if (isRefusal(error) && what.kind === "make_coupon")
      throw invalid({ code: ["The payment provider refused this code: it may be in use there for something else."] });
    if (isRefusal(error)) throw conflict("The payment provider refused this. Nothing has changed.");
    throw new Problem(
      503,
      { base: ["The payment provider has not answered yet. It will be carried through; look again in a minute."] },
      { retryAfter: 30 },
    );
  }
  await refreshPlans(context).catch((error) =>
    context.log.warn({ err: error }, "the card provider did not name its plans after a change"),
  );
}

async function settle(context: AppContext, row: OfferChangeRow): Promise<void> {
  const now = context.clock.now();
  try {
    await carryOut(context, row);
  } catch (error) {
    if (isRefusal(error)) {
      const failure = "The payment provider refused it.";
      await settleChange(context.db, row.id, { state: "refused", failure });
    }
    throw error;
  }
  await context.db.transaction(async (tx) => {
    if (!(await settleChange(tx, row.id, { state: "done", failure: null }))) return;
    const data = { what: whatOf(row.change), reason: row.reason, ...changedBy(row.change) };
    const kind = kinds[row.change.kind];
    await append(tx, { kind, actorId: row.staffId, subjectId: row.id, data }, now);
  });
}

const kinds = {
  make_plan: "offer.plan_made",
  change_price: "offer.price_changed",
  end_plan: "offer.plan_ended",
  make_coupon: "offer.coupon_made",
  end_coupon: "offer.coupon_ended",
} as const satisfies Record<OfferChange["kind"], string>;

/** A change in a few words, for lists and for the audit. */
export function whatOf(change: OfferChange): string {
  switch (change.kind) {
    case "make_plan":
      return `New plan ${change.plan.name} for ${formatPence(change.plan.amount)} a ${change.plan.interval}`;
    case "change_price":
      return `${change.plan.name}: ${formatPence(change.plan.amount)} → ${formatPence(change.amount)}`;
    case "end_plan":
      return `${change.plan.name} for ${formatPence(change.plan.amount)} ends`;
    case "make_coupon":
      return `New coupon ${change.coupon.code}`;
    case "end_coupon":
      return `Coupon ${change.code} ends`;
  }
}

/** Before and after, as the audit shows them. */
function changedBy(change: OfferChange): { before: string | null; after: string | null } {
  switch (change.kind) {
    case "make_plan":
      return { before: null, after: formatPence(change.plan.amount) };
    case "change_price":
      return { before: formatPence(change.plan.amount), after: formatPence(change.amount) };
    case "end_plan":
      return { before: "sold", after: "not sold" };
    case "make_coupon":
      return { before: null, after: change.coupon.name };
    case "end_coupon":
      return { before: "offered", after: "not offered" };
  }
}

/**
 * Carries out changes that the provider has not confirmed, because a process was stopped or the provider did not answer
 * (row G-84).
 */
export async function settleOpenChanges(context: AppContext): Promise<void> {
  const rows = await openChanges(context.db);
  for (const row of rows)
    await settle(context, row).catch((error) => {
      if (!isProviderError(error)) throw error;
      context.log.warn({ err: error, change: row.id }, "a change of plans or coupons still waits");
    });
  if (rows.length > 0) await refreshPlans(context);
}
