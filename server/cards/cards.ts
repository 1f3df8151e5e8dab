import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { Problem } from "../http/problems.ts";
import { tracedClient } from "./traced-client.ts";

/** What the browser and the server need to reach the card provider, live or sandbox (decision 43). */
export type CardSettings = {
  mode: "sandbox" | "live";
  secretKey: string;
  publishableKey: string;
  /** The signing secrets of webhooks about our account and about connected accounts (decision 58). */
  webhookSecret: string;
  connectWebhookSecret: string;
  clientId: string;
  /** Base URL of the sandbox's API and payout authorisation; null for the provider's own. */
  sandboxUrl: string | null;
  /** Whether this process started the sandbox, which is then also served under our own URL (sandbox-proxy.ts). */
  sandboxIsOurs: boolean;
};

export type Cards = { stripe: Stripe; settings: CardSettings };

/** The provider's SDK. `apiBase` is the URL of a sandbox; null for the provider's own API. */
export function openStripe(secretKey: string, apiBase: string | null): Stripe {
  const at = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    httpClient: tracedClient(),
    telemetry: false,
    appInfo: { name: "Plumbline" },
    // A host name in a URL has brackets around IPv6, a socket's address has none.
    ...(at
      ? {
          host: at.hostname.replace(/^\[|\]$/g, ""),
          port: at.port,
          protocol: at.protocol === "https:" ? "https" : "http",
        }
      : {}),
  });
}

/** Opens no connection: the SDK calls the provider when it is used. */
export function openCards(settings: CardSettings): Cards {
  const stripe = openStripe(settings.secretKey, settings.sandboxUrl);
  return { stripe, settings };
}

/**
 * The provider's message of a card error, which is meant for the payer, as long as it is plain words: one with numbers,
 * addresses or identifiers may repeat what the call contained.
 */
export function cardErrorMessage(message: string): string {
  return /[\d_@/=]|\S{25}/.test(message) ? "Your card was declined." : message;
}

/** The message for the payer: the provider's own for card errors, a general one for all others. */
export function payerMessage(error: unknown): string {
  if (error instanceof Stripe.errors.StripeCardError && error.message) return cardErrorMessage(error.message);
  return "The payment provider could not take this payment. Nothing was charged; please try again in a moment.";
}

/** Identifies this installation among those that share a provider account, so that none handles another's objects. */
export function installationOf(context: { secret: string }): string {
  return createHmac("sha256", context.secret).update("cards").digest("hex").slice(0, 12);
}

/** A row of ours that stands for one attempt at the provider: a payment, a refund, a change of plans. */
export type Attempt = { id: number; createdAt: Date };

/**
 * Names an attempt at the provider. Its id alone would not do: once an older backup was restored, ids are given out again
 * that the provider has seen already, and would be answered with what became of another payment.
 */
export function nameOfAttempt({ id, createdAt }: Attempt): string {
  return `${id}-${createdAt.getTime()}`;
}

/** The idempotency key of one step of one attempt, so that a repeated request is executed once (rule 8). */
export function idempotencyKeyFor(context: { secret: string }, step: string, attempt: Attempt | string): string {
  return `${step}-${installationOf(context)}-${typeof attempt === "string" ? attempt : nameOfAttempt(attempt)}`;
}

type WithMetadata = { metadata: Stripe.Metadata | null };

/** The metadata of what an attempt makes, by which it is found again; `field` holds the row's id, such as payment_id. */
export function madeBy(context: { secret: string }, field: string, attempt: Attempt): Record<string, string> {
  const attemptedAt = String(attempt.createdAt.getTime());
  return { [field]: String(attempt.id), attempted_at: attemptedAt, installation: installationOf(context) };
}

/** Whether an attempt has made an object. What earlier versions made does not say when that was attempted. */
export function isMadeBy(context: { secret: string }, field: string, attempt: Attempt, made: WithMetadata): boolean {
  const attemptedAt = made.metadata?.["attempted_at"];
  const isOfThen = attemptedAt === undefined || Number(attemptedAt) === attempt.createdAt.getTime();
  return isOfThen && idMadeBy(context, field, made) === attempt.id;
}

/** The id of the row whose attempt has made an object, when this installation made it; null otherwise. */
export function idMadeBy(context: { secret: string }, field: string, { metadata }: WithMetadata): number | null {
  const id = Number(metadata?.[field]);
  return metadata?.["installation"] === installationOf(context) && Number.isInteger(id) ? id : null;
}

/**
 * The provider's time from the Date header of its response, or `otherwise`. The provider's dates are compared with its
 * own clock, because the sandbox's may be ahead of ours.
 */
export function providerTimeOf(answer: { lastResponse: { headers: Record<string, unknown> } }, otherwise: Date): Date {
  const at = Date.parse(String(answer.lastResponse.headers["date"] ?? ""));
  return Number.isNaN(at) ? otherwise : new Date(at);
}

/** Whether the provider definitely refused the request; false when the outcome is unknown. */
export function isRefusal(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    return false;
  // 409: a request with the same idempotency key is still in progress.
  return error instanceof StripeError && error.statusCode !== 409 && (error.statusCode ?? 0) < 500;
}

/**
 * Throws the provider's error about a look at what was made as one that is no refusal: only the answer to a change itself
 * says that it was refused. Other errors are thrown as they are.
 */
export function outcomeUnknown(cause: unknown): never {
  if (!isRefusal(cause)) throw cause;
  const error = new Stripe.errors.StripeAPIError({ type: "api_error", message: "the card provider did not tell" });
  throw Object.assign(error, { cause });
}

/**
 * Whether the provider replays a server error that it stored under the idempotency key, which it does for a day whether
 * or not the request had an effect. The caller has to read the current state and retry with another key.
 */
export function isReplayedServerError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.["idempotent-replayed"] === "true"
  );
}

/** Whether the card provider's SDK threw it: the provider refused, failed or could not be reached. */
export function isProviderError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError;
}

/** The id in a field that holds an object or only its id; null without one. */
export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** The result of the call, or null when the object does not exist, such as a customer deleted in the dashboard. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** Whether the provider refused because it has no such object. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

const unknownToProvider =
  "The payment provider no longer knows what this was about. Please add your card again, or write to us.";

const providerUnavailable =
  "The payment provider does not answer at the moment. Please look again in a minute, before you try again.";

/** The problem for an error of the provider: 409 for a missing object, 503 for an unknown outcome, null for others. */
export function providerProblem(error: unknown): Problem | null {
  if (isMissing(error)) return new Problem(409, { base: [unknownToProvider] });
  if (!isProviderError(error) || isRefusal(error)) return null;
  return new Problem(503, { base: [providerUnavailable] }, { retryAfter: 30 });
}

/** What the provider was asked to expand. Throws StripeAPIError when there is none, or its id alone. */
export function expanded<T extends object>(value: T | string | null | undefined): T {
  if (typeof value === "object" && value !== null) return value;
  throw new Stripe.errors.StripeAPIError({
    type: "api_error",
    message: "expected more than an id from the card provider",
  });
}

/** Checks that the provider returned an object of the expected kind. Throws StripeAPIError otherwise. */
export function expectObject<T extends { object: string; id: string }>(answer: T, object: T["object"]): T {
  if (answer?.object === object && typeof answer.id === "string") return answer;
  throw new Stripe.errors.StripeAPIError({ type: "api_error", message: `expected a ${object} from the card provider` });
}
