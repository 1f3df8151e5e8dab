import type { AppContext } from "../context.ts";
import { createInvoice } from "../features/invoices/actions.ts";
import { payInvoice } from "../features/invoices/paying.ts";
import { findPayoutAccount } from "../features/payouts/store.ts";
import { daysAgo } from "./engagements.ts";
import type { Person } from "./people.ts";

export type NewInvoice = {
  advisor: Person;
  /** An engagement in progress. */
  engagementId: number;
  /** Description, quantity, unit price in pounds. */
  lines?: [string, number, number][];
  draft?: boolean;
};

/** An invoice that its advisor has sent or kept as a draft; returns its id. */
export function makeInvoice(
  context: AppContext,
  { advisor, engagementId, lines, draft = false }: NewInvoice,
): Promise<number> {
  const items_attributes = (lines ?? [["Finance function, first month", 1, 1000]]).map(
    ([description, quantity, unit_price]) => ({
      description,
      quantity,
      unit_price,
    }),
  );
  return createInvoice(context, advisor.member, { project_id: engagementId, items_attributes, draft });
}

/** Pays with the customer's saved card; both members must be set up with the card provider. */
export async function makePaid(context: AppContext, customer: Person, invoiceId: number): Promise<void> {
  const { status } = await payInvoice(context, customer.member, invoiceId);
  if (status !== "succeeded") throw new Error(`the demo's invoice ${invoiceId} is ${status}`);
}

/** The same some days ago, at the card sandbox too, so that payouts follow at dates of their own. `toPresent` ends it. */
export async function makePaidAgo(context: AppContext, days: number, customer: Person, invoiceId: number) {
  const then = daysAgo(context, days);
  await setSandboxTime(context, then.clock.now());
  await makePaid(then, customer, invoiceId);
}

/** What has fallen due at the card sandbox since the past that `makePaidAgo` went to happens now, at its own dates. */
export async function toPresent(context: AppContext): Promise<void> {
  await setSandboxTime(context, null);
}

async function setSandboxTime(context: AppContext, moment: Date | null): Promise<void> {
  await controlSandbox(context, "past", { at: moment && Math.floor(moment.getTime() / 1000) });
}

/** Another stand-in for the provider has no such controls, and no past. */
async function controlSandbox(context: AppContext, path: string, body: object): Promise<void> {
  const { sandboxUrl, sandboxIsOurs } = context.cards.settings;
  if (!sandboxIsOurs) return;
  const headers = { "content-type": "application/json" };
  await fetch(`${sandboxUrl}/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** A payout that the advisor's bank sends back, and another bank account two days later. */
export async function failPayout(context: AppContext, days: number, advisor: Person): Promise<void> {
  const account = await findPayoutAccount(context.db, advisor.id);
  await controlSandbox(context, `accounts/${account?.accountId}`, { bank: "closed" });
  await setSandboxTime(context, daysAgo(context, days).clock.now());
  await controlSandbox(context, `accounts/${account?.accountId}`, { bank: "open" });
}
