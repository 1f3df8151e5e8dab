import { present } from "@plumbline/contract/present.ts";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import { subscribe } from "../features/membership/actions.ts";
import { plansOf } from "../features/membership/plans.ts";
import { accountLinkFor, authorizePayout } from "../features/payouts/actions.ts";
import { daysAgo } from "./past.ts";
import { type Person, personOf } from "./people.ts";
import { inSandboxAt } from "./sandbox.ts";

// Builders of payments: they do against the sandbox what a person does in the browser.

/**
 * A card's token, created as the provider's script does it: with the publishable key, and without our server seeing the
 * card.
 */
export async function cardToken(context: AppContext, number = "4242424242424242"): Promise<string> {
  const { sandboxUrl, publishableKey } = context.cards.settings;
  const answer = await fetch(`${sandboxUrl}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": String(context.clock.now().getUTCFullYear() + 3),
      "card[cvc]": "123",
    }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

type Payment = { plan?: "monthly" | "annual"; number?: string; coupon?: string; paidDaysAgo?: number };

/** Pays for a membership, by default with a valid card. Returns the person with current flags. */
export async function payMembership(context: AppContext, person: Person, payment: Payment = {}): Promise<Person> {
  const { paidDaysAgo = 0 } = payment;
  const then = daysAgo(context, paidDaysAgo);
  if (paidDaysAgo > 0) await inSandboxAt(context, then);
  const interval = payment.plan === "annual" ? "year" : "month";
  const plan = (await plansOf(context)).find((each) => each.interval === interval && each.name !== "Individual");
  const { body } = await subscribe(then, person.member, {
    token: await cardToken(context, payment.number),
    priceId: present(plan, "the plan").price_id,
    coupon: payment.coupon ?? null,
  });
  if (body.status !== "success") throw new Error(`${person.email} could not pay: ${body.message}`);
  return personOf(context, person.email);
}

/** Connects an advisor's payout account. With `documentsLater` it is connected but cannot be paid yet. */
export async function connectPayouts(
  context: AppContext,
  person: Person,
  { documentsLater = false, connectedDaysAgo = 0 } = {},
): Promise<Person> {
  const then = daysAgo(context, connectedDaysAgo);
  if (connectedDaysAgo > 0) await inSandboxAt(context, then);
  const returned = await authorizeInBrowser(await accountLinkFor(then, person.member, person.email), {
    documentsLater,
  });
  await authorizePayout(then, person.member, {
    code: present(returned.get("code"), "code"),
    state: present(returned.get("state"), "state"),
  });
  return personOf(context, person.email);
}

/** Fills in the provider's form as a person would; returns the parameters of the redirect. */
export async function authorizeInBrowser(
  link: string,
  { documentsLater = false, refuse = false } = {},
): Promise<URLSearchParams> {
  const url = new URL(link);
  const form = new URLSearchParams(url.searchParams);
  form.set("email", url.searchParams.get("stripe_user[email]") ?? "");
  form.set("decision", refuse ? "refuse" : "connect");
  if (documentsLater) form.set("documents_later", "on");
  const answer = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" });
  const back = answer.headers.get("location");
  if (!back) throw new Error(`the payout authorisation answered ${answer.status}`);
  return new URL(back).searchParams;
}

/** The holder's choice in the bank's dialog. */
export async function answerBank(
  context: AppContext,
  clientSecret: string,
  outcome: "complete" | "fail",
): Promise<void> {
  const url = `${context.cards.settings.sandboxUrl}/3ds/${clientSecret.split("_secret")[0]}`;
  await fetch(url, { method: "POST", body: new URLSearchParams({ client_secret: clientSecret, outcome }) });
}
