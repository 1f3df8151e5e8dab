import { subscribe } from "../features/membership/actions.ts";
import { plansOf } from "../features/membership/plans.ts";
import { accountLinkFor, authorizePayout } from "../features/payouts/actions.ts";
import type { House } from "../house.ts";
import { type Person, personOf } from "./people.ts";

// Builders of payment: they do for real, against the sandbox, what a person does in the browser.

/** A card's token, made as the provider's script makes it: with the publishable key, and never seen by the product. */
export async function cardToken(house: House, number = "4242424242424242"): Promise<string> {
  const { sandboxUrl, publishableKey } = house.cards.settings;
  const answer = await fetch(`${sandboxUrl}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": String(house.clock.now().getUTCFullYear() + 3),
      "card[cvc]": "123",
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

type Payment = { plan?: "monthly" | "annual"; number?: string; coupon?: string };

/** A member who pays for a membership with a card that works, unless told otherwise. Gives the person with fresh flags. */
export async function payMembership(house: House, person: Person, payment: Payment = {}): Promise<Person> {
  const interval = payment.plan === "annual" ? "year" : "month";
  const plan = (await plansOf(house)).find((each) => each.interval === interval && each.name !== "Individual");
  const { body } = await subscribe(house, person.member, {
    token: await cardToken(house, payment.number),
    priceId: plan?.price_id as string,
    coupon: payment.coupon ?? null,
  });
  if (body.status !== "success") throw new Error(`${person.email} could not pay: ${body.message}`);
  return personOf(house, person.email);
}

/** An advisor who connects a payout account. With `documentsLater` it is connected and may not be paid yet. */
export async function connectPayouts(house: House, person: Person, { documentsLater = false } = {}): Promise<Person> {
  const returned = await authorizeInBrowser(await accountLinkFor(house, person.member, person.email), {
    documentsLater,
  });
  await authorizePayout(house, person.member, {
    code: returned.get("code") as string,
    state: returned.get("state") as string,
  });
  return personOf(house, person.email);
}

/** Fills in the provider's form as the person would; gives what it sends back to the product. */
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

/** What the holder presses in the bank's window. */
export async function answerBank(house: House, clientSecret: string, outcome: "complete" | "fail"): Promise<void> {
  const url = `${house.cards.settings.sandboxUrl}/3ds/${clientSecret.split("_secret")[0]}`;
  await fetch(url, { method: "POST", body: new URLSearchParams({ client_secret: clientSecret, outcome }) });
}
