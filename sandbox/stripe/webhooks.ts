import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { type Call, type Desk, fromPath } from "./call.ts";
import { apiVersion, hearsOf } from "./events.ts";
import type { Faults } from "./faults.ts";
import { newId } from "./ids.ts";
import type { StoredEvent } from "./kinds.ts";
import { page } from "./lists.ts";
import { metadata, requiredText, text, texts } from "./params.ts";
import { invalid } from "./problems.ts";
import type { Delivery } from "./store.ts";

const patience = 10_000;
const firstWait = 1000;
const longestWait = 5 * 60_000;
const mostAttempts = 900;

/**
 * The endpoints that the product's own settings name, for our account's events and for those of connected accounts;
 * written again at each start, since their address may have moved.
 */
export function putConfiguredEndpoints(desk: Desk, url: string): void {
  const { secret, connectSecret } = desk.settings.webhook;
  putEndpoint(desk, { id: "we_configured", url, secret, events: ["*"], connect: false });
  putEndpoint(desk, { id: "we_configured_connect", url, secret: connectSecret, events: ["*"], connect: true });
}

type Endpoint = { id: string; url: string; secret: string; events: string[]; connect: boolean };

/** `t=…,v1=…` over `<t>.<body>` with the whole secret, as the SDK verifies it. */
export function signature(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** Stores an endpoint. One made with `connect` hears of connected accounts only, and no other does, as at Stripe. */
function putEndpoint(desk: Desk, { id, url, secret, events, connect }: Endpoint): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id,
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: desk.clock.now(),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: "enabled",
    url,
  };
  desk.shelf.put(endpoint);
  desk.store.setNote(`secret:${id}`, secret);
  desk.store.setNote(`connect:${id}`, connect);
  return endpoint;
}

/**
 * Delivers booked events one after another until each has had its 2xx, with doubling waits in real time.
 * What is booked lies in the store, so a restart goes on where this stopped.
 */
export function startDeliveries(desk: Desk, faults: Faults, log: (line: string) => void) {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const abort = new AbortController();

  function kick(): void {
    if (running || stopped) return;
    clearTimeout(timer);
    running = drain().finally(() => {
      running = null;
      planNext();
    });
  }

  function planNext(): void {
    const next = stopped ? null : desk.store.nextDeliveryAt();
    if (next === null) return;
    timer = setTimeout(kick, Math.max(0, next - Date.now()));
    timer.unref();
  }

  async function drain(): Promise<void> {
    for (;;) {
      const due = stopped ? undefined : desk.store.dueDelivery(Date.now());
      if (!due) return;
      const delivered = faults.dropsWebhook() || (await deliver(due));
      if (stopped) return;
      desk.store.rescheduleDelivery(due.seq, delivered || due.attempts > mostAttempts ? null : nextTry(due.attempts));
    }
  }

  async function deliver(due: Delivery): Promise<boolean> {
    const event = desk.shelf.get("event", due.event);
    const endpoint = desk.shelf.get("webhook_endpoint", due.endpoint);
    if (!event || !endpoint) return true;
    const body = JSON.stringify({ ...event, pending_webhooks: desk.store.pendingDeliveries(event.id) });
    const secret = desk.store.note<string>(`secret:${endpoint.id}`) ?? "";
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
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(patience)]),
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
    kick,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      abort.abort();
      await running;
    },
  };
}

function nextTry(attempts: number): number {
  return Date.now() + Math.min(longestWait, firstWait * 2 ** Math.min(attempts, 10));
}

/** Sends an event once more, to every endpoint that hears of its account, under its old id. */
export function redeliver(desk: Desk, event: StoredEvent): void {
  for (const endpoint of desk.shelf.find("webhook_endpoint"))
    if (hearsOf(desk, endpoint.id, event.account)) desk.store.addDelivery(event.id, endpoint.id, Date.now());
}

export function createEndpoint(call: Call): Stripe.WebhookEndpoint {
  const { desk, params } = call;
  const secret = newId("whsec", 32);
  const made = putEndpoint(desk, {
    id: newId("we"),
    url: requiredText(params, "url"),
    secret,
    events: texts(params, "enabled_events"),
    connect: text(params, "connect") === "true",
  });
  const endpoint = { ...made, description: text(params, "description") ?? null, metadata: metadata(params) };
  desk.shelf.put(endpoint);
  return { ...endpoint, secret };
}

export function updateEndpoint(call: Call): Stripe.WebhookEndpoint {
  const { desk, params } = call;
  const before = fromPath(call, "webhook_endpoint");
  const events = texts(params, "enabled_events");
  const endpoint = {
    ...before,
    url: text(params, "url") ?? before.url,
    description: text(params, "description") ?? before.description,
    enabled_events: events.length > 0 ? events : before.enabled_events,
    metadata: { ...before.metadata, ...metadata(params) },
  };
  desk.shelf.put(endpoint);
  return endpoint;
}

export const retrieveEndpoint = (call: Call): Stripe.WebhookEndpoint => fromPath(call, "webhook_endpoint");
export const listEndpoints = (call: Call) => page(call, "webhook_endpoint");

export function deleteEndpoint(call: Call): Stripe.DeletedWebhookEndpoint {
  const endpoint = fromPath(call, "webhook_endpoint");
  call.desk.shelf.remove(endpoint.id);
  return { id: endpoint.id, object: "webhook_endpoint", deleted: true };
}

export const retrieveEvent = (call: Call): StoredEvent => fromPath(call, "event");

export function listEvents(call: Call) {
  const types = texts(call.params, "types");
  if (types.length > 20) throw invalid("You may only specify up to 20 types.", "types");
  return page(call, "event", { type: "type" }, types.length ? [{ path: "type", among: types }] : []);
}
