import { accountForCaller } from "./accounts.ts";
import { type Context, platform } from "./call.ts";
import { forbidden, unauthenticated } from "./problems.ts";

type Caller = { key: "secret" | "publishable"; account: string };

/**
 * Authenticates the caller: Bearer or Basic with the secret key (anything), the publishable key (what a browser may do) or
 * an access token from OAuth (its own account). The Stripe-Account header selects a connected account.
 */
export function identify(context: Context, authorization: string | undefined, header: string | undefined): Caller {
  const key = keyIn(authorization);
  if (!key) {
    throw unauthenticated(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const { publishableKey, secretKey } = context.settings;
  const own = context.store.note<string>(`key:${key}`);
  if (own) return { key: "secret", account: accountForCaller(context, own) };
  if (key !== secretKey && key !== publishableKey) throw unauthenticated(`Invalid API Key provided: ${masked(key)}`);
  const account = header ? accountForCaller(context, header) : platform;
  return { key: key === secretKey ? "secret" : "publishable", account };
}

/** 403 for a call that a browser's key may not make. */
export function secretKeyRequired(): Error {
  return forbidden(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    "secret_key_required",
  );
}

function keyIn(authorization: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? "").split(" ");
  if (!value) return undefined;
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() === "basic") return Buffer.from(value, "base64").toString("utf8").split(":")[0];
  return undefined;
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
}
