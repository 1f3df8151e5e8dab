import { isNotNull } from "drizzle-orm";
import { expect } from "vitest";
import { webhooks } from "../app.ts";
import { providerEvents } from "../cards/schema.ts";
import type { TestServer } from "./plumbline.ts";

export type Fault = { kind: string; method?: string; path?: string; times?: number };
/** A charge as the provider records it; in pence. */
export type Charge = {
  amount: number;
  refunded: number;
  fee: number;
  transferred: number;
  status: string;
  payment_intent: string | null;
  destination: string;
  metadata: Record<string, string>;
};

const handledTypes = new Set<string>(webhooks.map(({ type }) => type));

/** Controls the card provider of a test's server. Use it inside tests only. */
export function cardSandbox(server: TestServer) {
  const control = (method: "POST" | "DELETE", path: string, body?: object) =>
    fetch(`${server.sandbox.stripe?.url}/sandbox/${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
  return {
    control,
    /** Injects a fault until `clearFaults`. */
    fault: (fault: Fault) => control("POST", "faults", fault),
    clearFaults: () => control("DELETE", "faults"),
    charges: async (): Promise<Charge[]> => {
      const answer = await fetch(`${server.sandbox.stripe?.url}/sandbox/ledger`);
      return ((await answer.json()) as { charges: Charge[] }).charges;
    },
    /** Waits until all of the provider's events so far have been handled here. */
    eventsHandled: () => expect.poll(unhandledEvents).toEqual([]),
    /** Delivers an event as the provider would, signed, now or some minutes ago; returns the status. */
    deliver: (event: object, { minutesOld = 0 } = {}): Promise<number> => {
      const { stripe, settings } = server.context.cards;
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000) - minutesOld * 60;
      const secret = "account" in event ? settings.connectWebhookSecret : settings.webhookSecret;
      return bring(payload, stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }));
    },
    /** The same with a signature made without the secret. */
    forge: (event: object): Promise<number> => {
      const payload = JSON.stringify(event);
      const { webhooks } = server.context.cards.stripe;
      return bring(payload, webhooks.generateTestHeaderString({ payload, secret: "whsec_of_somebody_else" }));
    },
  };

  async function unhandledEvents(): Promise<string[]> {
    const { data } = await server.context.cards.stripe.events.list({ limit: 100 });
    const rows = await server.context.db
      .select({ id: providerEvents.id })
      .from(providerEvents)
      .where(isNotNull(providerEvents.handledAt));
    const handled = new Set(rows.map(({ id }) => id));
    return data.filter(({ id, type }) => handledTypes.has(type) && !handled.has(id)).map(({ type }) => type);
  }

  async function bring(body: string, signature: string): Promise<number> {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await fetch(`${server.url}/webhooks/stripe`, { method: "POST", headers, body })).status;
  }
}
