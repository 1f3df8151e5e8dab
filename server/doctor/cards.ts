import Stripe from "stripe";
import { openCards } from "../cards/cards.ts";
import type { Settings } from "../settings.ts";
import { skewFinding } from "./database.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("cards");
const dashboard = "in the provider's dashboard, under Developers";

type Keys = NonNullable<Settings["stripe"]>;

/**
 * Checks that both keys are valid and belong to one account and mode, and that the two webhook secrets are set and
 * differ.
 */
export const cards: Check = {
  name: "cards",
  run: async ({ stripe: keys, publicUrl, production }) => {
    if (!keys) return [ok("not charged: the sandbox stands in for the provider")];
    const found = [...keyFindings(keys), ...webhookSecretFindings(keys)];
    const { stripe } = openCards({ ...keys, mode: "live", sandboxUrl: keys.apiBase, sandboxIsOurs: false });
    if (keys.apiBase)
      found.push(warning(`calls go to ${keys.apiBase}, a stand-in`, "Unset STRIPE_API_BASE to charge real cards."));
    else if (production && modeOf(keys.secretKey) === "test")
      found.push(warning("the keys are test keys: nobody is charged", "Set the live keys when you open."));
    try {
      const account = await stripe.accounts.retrieveCurrent();
      found.push(ok(`STRIPE_SECRET_KEY is taken, by account ${account.id}`));
      if (account.charges_enabled === false)
        found.push(failed("the account may not charge yet", `Finish its set-up ${dashboard}.`));
      const at = Date.parse(String(account.lastResponse?.headers["date"] ?? ""));
      if (!Number.isNaN(at))
        found.push(...skewFinding("cards", "the provider's clock", Math.abs(Date.now() - at) / 1000));
    } catch (error) {
      return [...found, requestFailure("STRIPE_SECRET_KEY", error)];
    }
    return [...found, ...(await publishableKeyFindings(keys)), ...(await endpointFindings(stripe, publicUrl))];
  },
};

const modeOf = (key: string) => /^[a-z]+_(live|test)_/.exec(key)?.[1] ?? "unknown";
/** The account id in a key: current keys contain it after the digits 51. */
const accountIn = (key: string) => /^[a-z]+_(?:live|test)_51([A-Za-z0-9]{14})/.exec(key)?.[1];

function keyFindings({ secretKey, publishableKey, clientId }: Keys): Finding[] {
  const found: Finding[] = [];
  const todo = `Copy STRIPE_SECRET_KEY (sk_…) and STRIPE_PUBLISHABLE_KEY (pk_…) together, ${dashboard}, API keys.`;
  if (!/^(sk|rk)_/.test(secretKey) || !publishableKey.startsWith("pk_"))
    found.push(failed("the keys are not what their names say", todo));
  else if (modeOf(secretKey) !== modeOf(publishableKey))
    found.push(
      failed(
        `the secret key is for ${modeOf(secretKey)} mode, the publishable one for ${modeOf(publishableKey)}`,
        todo,
      ),
    );
  else if (accountIn(secretKey) !== accountIn(publishableKey))
    found.push(failed("the two keys belong to different accounts", todo));
  else found.push(ok(`both keys are for ${modeOf(secretKey)} mode`));
  if (!clientId.startsWith("ca_"))
    found.push(
      failed("STRIPE_CLIENT_ID is no client id", "Copy the one that begins with ca_ from Connect's settings."),
    );
  return found;
}

function webhookSecretFindings({ webhookSecret, connectWebhookSecret }: Keys): Finding[] {
  const todo = `Copy each endpoint's own signing secret ${dashboard}, Webhooks: STRIPE_WEBHOOK_SECRET for our account, STRIPE_CONNECT_WEBHOOK_SECRET for connected accounts.`;
  if (![webhookSecret, connectWebhookSecret].every((secret) => secret.startsWith("whsec_")))
    return [failed("a webhook secret does not begin with whsec_", todo)];
  if (webhookSecret === connectWebhookSecret)
    return [warning("both webhook secrets are the same, which two endpoints never have", todo)];
  return [ok("both webhook secrets are set")];
}

/** Requests a token without a card: a valid key gets an error about the card, an invalid one 401. */
async function publishableKeyFindings({ publishableKey, apiBase }: Keys): Promise<Finding[]> {
  const answer = await fetch(`${apiBase ?? "https://api.stripe.com"}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}` },
  });
  if (answer.status === 401)
    return [failed("STRIPE_PUBLISHABLE_KEY is not taken", `Copy the publishable key again ${dashboard}, API keys.`)];
  return [ok("STRIPE_PUBLISHABLE_KEY is taken")];
}

async function endpointFindings(stripe: Stripe, publicUrl: string): Promise<Finding[]> {
  const url = `${publicUrl}/webhooks/stripe`;
  const todo = `Make two endpoints at ${url}, one for our account and one for connected accounts (npm run stripe-setup).`;
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const ours = data.filter((endpoint) => endpoint.url === url);
    if (ours.length < 2) return [warning(`${ours.length} of two webhook endpoints lead to ${url}`, todo)];
    if (ours.some(({ status }) => status !== "enabled"))
      return [failed(`a webhook endpoint at ${url} is turned off`, `Turn it on ${dashboard}, Webhooks.`)];
    return [ok(`${ours.length} webhook endpoints lead to ${url}`)];
  } catch (error) {
    return [warning(`the webhook endpoints could not be listed: ${reasonOf(error)}`, todo)];
  }
}

function requestFailure(name: string, error: unknown): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return failed(`${name} is not taken`, `Copy the key again ${dashboard}, API keys.`);
  return failed(
    `the provider cannot be reached: ${reasonOf(error)}`,
    "Check that this machine may make https calls to api.stripe.com, or STRIPE_API_BASE where you set it.",
  );
}
