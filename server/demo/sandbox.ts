import { dayMs } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../context.ts";
import { findPayoutAccount } from "../features/payouts/store.ts";
import type { Person } from "./people.ts";

// What the card sandbox can do besides the provider's own calls, for histories in the past.

/** What is older counts as reported by webhooks then; the sweeps for lost ones do not look further back. */
const toldAfter = 5 * dayMs;

/** The sandbox does what follows at this context's moment, so that bills and payouts have dates of their own. */
export async function inSandboxAt(context: AppContext, then: AppContext): Promise<void> {
  const moment = then.clock.now().getTime();
  const told = moment < context.clock.now().getTime() - toldAfter;
  await controlSandbox(context, "past", { at: Math.floor(moment / 1000), told });
}

/** What has fallen due at the sandbox since the past that `inSandboxAt` went to happens now, at its own dates. */
export async function toPresent(context: AppContext): Promise<void> {
  const told = Math.floor((context.clock.now().getTime() - toldAfter) / 1000);
  await controlSandbox(context, "past", { at: told, told: true });
  await controlSandbox(context, "past", { at: null });
}

/** Another stand-in for the provider has no such controls, and no past. */
async function controlSandbox(context: AppContext, path: string, body: object): Promise<void> {
  const { sandboxUrl, sandboxIsOurs } = context.cards.settings;
  if (!sandboxIsOurs) return;
  const headers = { "content-type": "application/json" };
  await fetch(`${sandboxUrl}/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The advisor closes their bank account, which sends payouts back, or opens another one. */
export async function setBank(context: AppContext, then: AppContext, advisor: Person, bank: "closed" | "open") {
  const account = await findPayoutAccount(context.db, advisor.id);
  await inSandboxAt(context, then);
  await controlSandbox(context, `accounts/${account?.accountId}`, { bank });
}
