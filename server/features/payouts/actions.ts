import { texts } from "@plumbline/contract/payouts/rules.ts";
import Stripe from "stripe";
import type { House } from "../../house.ts";
import { type Asked, askedAt, cardAddressesFor } from "../../platform/card-sandbox.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { isStateOf, makeState } from "./oauth-state.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { connectAccount, findPayoutAccount, type PayoutAccountRow } from "./store.ts";

/** Where the advisor goes to connect an account. Throws not found for an e-mail that is not the caller's own. */
export async function accountLinkFor(
  house: House,
  member: Member,
  email: string,
  asked: Asked = askedAt(house.settings.publicUrl),
): Promise<string> {
  if (email.toLowerCase() !== member.email.toLowerCase()) throw notFound();
  const url = new URL(cardAddressesFor(house.cards.settings, asked).authorize);
  // The sandbox sends back to wherever the demo is seen from; the provider only to the address that was registered.
  const ours = house.cards.settings.sandboxIsOurs;
  const back = ours ? `${asked.protocol}://${asked.host}` : house.settings.publicUrl;
  const parameters = {
    response_type: "code",
    client_id: house.cards.settings.clientId,
    scope: "read_write",
    state: makeState(house, member.id),
    redirect_uri: `${back}/advisor-home`,
    "stripe_user[email]": member.email,
    "stripe_user[country]": "GB",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Connects the account that the provider's code stands for. Throws invalid for a code that is unknown, used or too old, a
 * state that another started, or an account that another member has.
 */
export async function authorizePayout(
  house: House,
  member: Member,
  { code, state }: { code: string; state: string },
): Promise<PayoutAccountRow | null> {
  if (!isStateOf(house, member.id, state)) throw invalid({ state: [texts.wrongState] });
  const accountId = await exchange(house, code);
  const current = await findPayoutAccount(house.db, member.id);
  // Money may be on its way to an account that works: changing it is a matter for us and not for an address with a code.
  // The same one comes back when the advisor has just given what was missing; the provider may have told us before.
  if (current?.payable && current.accountId !== accountId) throw conflict(texts.alreadyConnected);
  const connected = await house.db.transaction((tx) => connectAccount(tx, member.id, accountId, house.clock.now()));
  if (!connected) throw invalid({ code: [texts.takenAccount] });
  // Connected it is, whatever the provider says next; the sweep asks until it answers.
  return refreshPayoutAccount(house, member.id).catch((error) => {
    house.log.warn({ err: error, member: member.id }, "the card provider did not say how a new payout account stands");
    return findPayoutAccount(house.db, member.id);
  });
}

async function exchange(house: House, code: string): Promise<string> {
  try {
    const answer = await house.cards.stripe.oauth.token({ grant_type: "authorization_code", code });
    if (answer.stripe_user_id) return answer.stripe_user_id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidGrantError)) throw error;
  }
  throw invalid({ code: [texts.badCode] });
}
