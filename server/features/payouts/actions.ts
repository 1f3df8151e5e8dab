import { texts } from "@plumbline/contract/payouts/rules.ts";
import Stripe from "stripe";
import { hashToken, type Member } from "../../auth/members.ts";
import { cardAddressesFor, type RequestOrigin, requestOriginOf } from "../../cards/sandbox-proxy.ts";
import type { AppContext } from "../../context.ts";
import { isDuplicate } from "../../database/database.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { isStateOf, makeState } from "./oauth-state.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { connectAccount, findPayoutAccount, type PayoutAccountRow } from "./store.ts";

/** The address where the advisor connects an account. Throws not found for an e-mail that is not the caller's own. */
export async function accountLinkFor(
  context: AppContext,
  member: Member,
  email: string,
  asked: RequestOrigin = requestOriginOf(context.settings.publicUrl),
): Promise<string> {
  if (email.toLowerCase() !== member.email.toLowerCase()) throw notFound();
  const url = new URL(cardAddressesFor(context.cards.settings, asked).authorize);
  // The sandbox redirects back to any address that the demo is opened by; the real provider only to the registered one.
  const ours = context.cards.settings.sandboxIsOurs;
  const back = ours ? `${asked.protocol}://${asked.host}` : context.settings.publicUrl;
  const parameters = {
    response_type: "code",
    client_id: context.cards.settings.clientId,
    scope: "read_write",
    state: makeState(context, member.id),
    redirect_uri: `${back}/advisor-home`,
    "stripe_user[email]": member.email,
    "stripe_user[country]": "GB",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Connects the account of the provider's code. Throws invalid for a code that is unknown, expired or used by anything but an
 * earlier call of this, a state that another member started, or an account that another member has.
 */
export async function authorizePayout(
  context: AppContext,
  member: Member,
  { code, state }: { code: string; state: string },
): Promise<PayoutAccountRow | null> {
  if (!isStateOf(context, member.id, state)) throw invalid({ state: [texts.wrongState] });
  const codeHash = hashToken(code);
  // The answer to an earlier call may have been lost, and the provider takes a code once.
  if ((await findPayoutAccount(context.db, member.id))?.codeHash !== codeHash)
    await connect(context, { memberId: member.id, accountId: await exchange(context, code), codeHash });
  // The account is connected whatever the provider answers next; the job asks until it answers.
  return refreshPayoutAccount(context, member.id).catch((error) => {
    context.log.warn(
      { err: error, member: member.id },
      "the card provider did not say how a new payout account stands",
    );
    return findPayoutAccount(context.db, member.id);
  });
}

async function connect(context: AppContext, account: Parameters<typeof connectAccount>[1]): Promise<void> {
  const connecting = connectAccount(context.db, account, context.clock.now());
  const connected = await connecting.catch((error: unknown) => {
    throw isDuplicate(error, "payout_accounts_account") ? invalid({ code: [texts.takenAccount] }) : error;
  });
  // Money may be on its way to an account that works: changing it is a matter for us and not for an address with a code.
  // The same one comes back when the advisor has just given what was missing; the provider may have told us before.
  if (!connected) throw conflict(texts.alreadyConnected);
}

async function exchange(context: AppContext, code: string): Promise<string> {
  try {
    const answer = await context.cards.stripe.oauth.token({ grant_type: "authorization_code", code });
    if (answer.stripe_user_id) return answer.stripe_user_id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidGrantError)) throw error;
  }
  throw invalid({ code: [texts.badCode] });
}
