import { createHmac } from "node:crypto";
import Stripe from "stripe";
import type { House } from "../house.ts";
import { Problem } from "./problems.ts";

/** What the browser and the server need to reach the card provider, live or sandbox (decisions 42, 43). */
export type CardSettings = {
  mode: "sandbox" | "live";
  secretKey: string;
  publishableKey: string;
  /** Signs what concerns our account, and what concerns connected accounts (decision 58). */
  webhookSecret: string;
  connectWebhookSecret: string;
  clientId: string;
  /** Where the API and the payout authorisation live in the sandbox; null for the provider's own. */
  sandboxUrl: string | null;
  /** The sandbox is the one that we started, and is reached through us as well (card-sandbox.ts). */
  sandboxIsOurs: boolean;
};

export type Cards = { stripe: Stripe; settings: CardSettings };

/** The provider's own SDK in both modes: a stand-in differs by its address only (`apiBase`; null for the provider's own). */
export function openStripe(secretKey: string, apiBase: string | null): Stripe {
  const at = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: "Plumbline" },
    ...(at ? { host: at.hostname, port: at.port, protocol: at.protocol.replace(":", "") as "http" } : {}),
  });
}

export function openCards(settings: CardSettings): Cards {
  const stripe = openStripe(settings.secretKey, settings.sandboxUrl);
  return { stripe, settings };
}

/** What a payer may read of a failure: card errors speak to them, all others stay with us. */
export function payerMessage(error: unknown): string {
  if (error instanceof Stripe.errors.StripeCardError && error.message) return error.message;
  return "The payment provider could not take this payment. Nothing was charged; please try again in a moment.";
}

/** Names this installation among those that share an account at the provider, so that none answers for another. */
export function installationOf(house: Pick<House, "secret">): string {
  return createHmac("sha256", house.secret).update("cards").digest("hex").slice(0, 12);
}

/** The idempotency key of one step of one attempt: the same attempt asked twice is done once (house rule 8). */
export function keyOf(house: Pick<House, "secret">, step: string, attempt: number | string): string {
  return `${step}-${installationOf(house)}-${attempt}`;
}

/**
 * The provider's time, as its answer says it. Its dates are compared with its own clock: the sandbox's may be ahead of
 * ours.
 */
export function timeOf(answer: { lastResponse: { headers: Record<string, unknown> } }, otherwise: Date): Date {
  const at = Date.parse(String(answer.lastResponse.headers["date"] ?? ""));
  return Number.isNaN(at) ? otherwise : new Date(at);
}

/** True when the provider has understood and says no; false when nobody knows what happened. */
export function isRefusal(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    return false;
  // 409: the same call, by its key, is still being worked on.
  return error instanceof StripeError && error.statusCode !== 409 && (error.statusCode ?? 0) < 500;
}

/**
 * True when the provider repeats an outage that it has stored under the call's idempotency key, as it does for a day
 * whether or not the call had an effect: whoever wants to go on has to look what is there, and to take another key.
 */
export function isStoredOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.["idempotent-replayed"] === "true"
  );
}

export function isProviderError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError;
}

/** What was asked for, or null when the provider does not know it (any more): a customer deleted in its dashboard. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

const providerForgot =
  "The payment provider no longer knows what this was about. Please add your card again, or write to us.";

const providerSilent =
  "The payment provider does not answer at the moment. Please look again in a minute, before you try again.";

/** What whoever asked is told when the provider's silence, or an answer that means nothing, reached them. */
export function problemOfProvider(error: unknown): Problem | null {
  if (isMissing(error)) return new Problem(409, { base: [providerForgot] });
  if (!isProviderError(error) || isRefusal(error)) return null;
  return new Problem(503, { base: [providerSilent] }, { retryAfter: 30 });
}

/** An answer of the kind that was asked for. Throws for any other, of which nobody can say what it means. */
export function expectObject<T extends { object: string; id: string }>(answer: T, object: T["object"]): T {
  if (answer?.object === object && typeof answer.id === "string") return answer;
  throw new Stripe.errors.StripeAPIError({ type: "api_error", message: `expected a ${object} from the card provider` });
}
