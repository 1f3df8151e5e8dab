import type { World } from "./plumbline.ts";

export type Fault = { kind: string; method?: string; path?: string; times?: number };
/** A charge in the provider's books; pence. */
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

/** What a test does at the card provider of its world, besides what the program asks there. Read its parts inside tests only. */
export function cardSandbox(world: World) {
  const control = (method: "POST" | "DELETE", path: string, body?: object) =>
    fetch(`${world.sandbox.stripe?.url}/sandbox/${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
  return {
    control,
    /** Goes wrong from now on, until `mend`. */
    fault: (fault: Fault) => control("POST", "faults", fault),
    mend: () => control("DELETE", "faults"),
    charges: async (): Promise<Charge[]> => {
      const answer = await fetch(`${world.sandbox.stripe?.url}/sandbox/ledger`);
      return ((await answer.json()) as { charges: Charge[] }).charges;
    },
    /** Brings an event to our door as the provider would, signed, now or some time ago; answers the status. */
    deliver: (event: object, { minutesOld = 0 } = {}): Promise<number> => {
      const { stripe, settings } = world.house.cards;
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000) - minutesOld * 60;
      const secret = "account" in event ? settings.connectWebhookSecret : settings.webhookSecret;
      return bring(payload, stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }));
    },
    /** The same by somebody who does not know the secret. */
    forge: (event: object): Promise<number> => {
      const payload = JSON.stringify(event);
      const { webhooks } = world.house.cards.stripe;
      return bring(payload, webhooks.generateTestHeaderString({ payload, secret: "whsec_of_somebody_else" }));
    },
  };

  async function bring(body: string, signature: string): Promise<number> {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await fetch(`${world.url}/webhooks/stripe`, { method: "POST", headers, body })).status;
  }
}
