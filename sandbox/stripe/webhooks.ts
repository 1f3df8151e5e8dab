import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { type Call, type Context, fromPath } from "./call.ts";
import { apiVersion, receivesEventsOf } from "./events.ts";
import { newId } from "./ids.ts";
import type { StoredEvent } from "./kinds.ts";
import { page } from "./lists.ts";
import { metadata, requiredText, text, texts } from "./params.ts";
import { invalid } from "./problems.ts";
import type { Delivery } from "./store.ts";

const answerTimeout = 10_000;
const firstWait = 1000;
const maxDelay = 5 * 60_000;
const maxAttempts = 900;

/**
 * Stores the configured endpoints, for the platform's events and for those of connected accounts, at each start: their
 * URL may have changed.
 */
export function putConfiguredEndpoints(context: Context, url: string): void {
  const { secret, connectSecret } = context.settings.webhook;
  putEndpoint(context, { id: "we_configured", url, secret, events: ["*"], connect: false });
  putEndpoint(context, { id: "we_configured_connect", url, secret: connectSecret, events: ["*"], connect: true });
}

type Endpoint = { id: string; url: string; secret: string; events: string[]; connect: boolean };

/** `t=…,v1=…` over `<t>.<body>` with the whole secret, as the SDK verifies it. */
function signature(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** Stores an endpoint. Events of connected accounts go to those with `connect` alone, as at Stripe. */
function putEndpoint(context: Context, { id, url, secret, events, connect }: Endpoint): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id,
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: context.clock.now(),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: "enabled",
    url,
  };
  context.objects.put(endpoint);
  context.store.setNote(`secret:${id}`, secret);
  context.store.setNote(`connect:${id}`, connect);
  return endpoint;
}

/**
 * Delivers queued events one after another and retries until each is answered 2xx, with exponential backoff in real time.
 * The queue is in the store, so that a restart continues it.
 */
export function startDeliveries(context: Context, log: (line: string) => void) {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const abort = new AbortController();

  function deliverDue(): void {
    if (running || stopped) return;
    clearTimeout(timer);
    running = drain().finally(() => {
      running = null;
      planNext();
    });
  }

  function planNext(): void {
    const next = stopped ? null : context.store.nextDeliveryAt();
    if (next === null) return;
    timer = setTimeout(deliverDue, Math.max(0, next - Date.now()));
    timer.unref();
  }

  async function drain(): Promise<void> {
    for (;;) {
      const due = stopped ? undefined : context.store.dueDelivery(Date.now());
      if (!due) return;
      const delivered = await deliver(due);
      if (stopped) return;
      context.store.rescheduleDelivery(due, delivered || due.attempts > maxAttempts ? null : nextTry(due.attempts));
    }
  }

  async function deliver(due: Delivery): Promise<boolean> {
    const event = context.objects.get("event", due.event);
    const endpoint = context.objects.get("webhook_endpoint", due.endpoint);
    if (!event || !endpoint) return true;
    const body = JSON.stringify({ ...event, pending_webhooks: context.store.pendingDeliveries(event.id) });
    const secret = context.store.note<string>(`secret:${endpoint.id}`) ?? "";
    try {
      const answer = await fetch(endpoint.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature(body, secret, Math.floor(Date.now() / 1000)),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(answerTimeout)]),
      });
      await answer.arrayBuffer();
      if (!answer.ok && due.attempts === 0)
        log(`webhook ${event.type} ${event.id}: answered ${answer.status}, will try again`);
      return answer.ok;
    } catch (error) {
      if (!stopped && due.attempts === 0)
        log(`webhook ${event.type} ${event.id}: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }

  return {
    deliverDue,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      abort.abort();
      await running;
    },
  };
}

function nextTry(attempts: number): number {
  return Date.now() + Math.min(maxDelay, firstWait * 2 ** Math.min(attempts, 10));
}

/** Queues an event again, under its id, for every endpoint that receives events of its account. */
export function redeliver(context: Context, event: StoredEvent): void {
  for (const endpoint of context.objects.find("webhook_endpoint"))
    if (receivesEventsOf(context, endpoint.id, event.account))
      context.store.addDelivery(event.id, endpoint.id, Date.now());
}

/** POST /v1/webhook_endpoints. Only this answer contains the signing secret. Throws 400 without a url. */
export function createEndpoint(call: Call): Stripe.WebhookEndpoint {
  const { context, params } = call;
  const secret = newId("whsec", 32);
  const made = putEndpoint(context, {
    id: newId("we"),
    url: requiredText(params, "url"),
    secret,
    events: texts(params, "enabled_events"),
    connect: text(params, "connect") === "true",
  });
  const endpoint = { ...made, description: text(params, "description") ?? null, metadata: metadata(params) };
  context.objects.put(endpoint);
  return { ...endpoint, secret };
}

/** POST /v1/webhook_endpoints/:id. `disabled` is accepted and ignored. Throws 404 for an unknown id. */
export function updateEndpoint(call: Call): Stripe.WebhookEndpoint {
  const { context, params } = call;
  const before = fromPath(call, "webhook_endpoint");
  const events = texts(params, "enabled_events");
  const endpoint = {
    ...before,
    url: text(params, "url") ?? before.url,
    description: text(params, "description") ?? before.description,
    enabled_events: events.length > 0 ? events : before.enabled_events,
    metadata: { ...before.metadata, ...metadata(params) },
  };
  context.objects.put(endpoint);
  return endpoint;
}

/** GET /v1/webhook_endpoints/:id, without the secret. Throws 404 for an unknown id. */
export const retrieveEndpoint = (call: Call): Stripe.WebhookEndpoint => fromPath(call, "webhook_endpoint");
/** GET /v1/webhook_endpoints, without the secrets. */
export const listEndpoints = (call: Call) => page(call, "webhook_endpoint");

/** DELETE /v1/webhook_endpoints/:id. Throws 404 for an unknown id. */
export function deleteEndpoint(call: Call): Stripe.DeletedWebhookEndpoint {
  const endpoint = fromPath(call, "webhook_endpoint");
  call.context.objects.remove(endpoint.id);
  return { id: endpoint.id, object: "webhook_endpoint", deleted: true };
}

/** GET /v1/events/:id. Throws 404 for an unknown id. */
export const retrieveEvent = (call: Call): StoredEvent => fromPath(call, "event");

/** GET /v1/events, by type or by at most 20 types; throws 400 for more. */
export function listEvents(call: Call) {
  const types = texts(call.params, "types");
  if (types.length > 20) throw invalid("You may only specify up to 20 types.", "types");
  return page(call, "event", { type: "type" }, types.length ? [{ path: "type", among: types }] : []);
}
