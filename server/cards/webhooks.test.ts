import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { providerEvents } from "./schema.ts";

const server = testServer();

/** Sends an event with the provider's signature; returns the response. */
async function deliver(event: object): Promise<{ status: number; sentence: string | undefined }> {
  const { stripe, settings } = server.context.cards;
  const payload = JSON.stringify(event);
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: settings.webhookSecret });
  const answer = await fetch(`${server.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  const { errors } = (await answer.json()) as { errors?: { base: string[] } };
  return { status: answer.status, sentence: errors?.base[0] };
}

const received = async (id: string) =>
  (await server.context.db.select().from(providerEvents).where(eq(providerEvents.id, id)))[0];

test("rule 8 what is signed and no event is refused, and an event that nobody handles is taken whatever it is about", async () => {
  const type = "payment_intent.succeeded";
  for (const event of [
    { id: "evt_without_data", type },
    { id: "evt_without_object", type, data: {} },
    { id: "evt_without_id", type, data: { object: {} } },
    { id: 5, type, data: { object: { id: "pi_1" } } },
    { type, data: { object: { id: "pi_1" } } },
  ])
    expect(await deliver(event)).toEqual({ status: 400, sentence: "This is no event of the payment provider." });
  expect(await received("evt_without_data")).toBeUndefined();
  const about = { object: { object: "balance" } };
  expect((await deliver({ id: "evt_of_balance", type: "balance.available", data: about })).status).toBe(200);
});

test("rule 8 an event about what the provider does not have for our key is kept for another try, and the refusal says so", async () => {
  const id = "evt_of_another_account";
  const { status, sentence } = await deliver({
    id,
    type: "payment_intent.succeeded",
    data: { object: { id: "pi_1" } },
  });
  expect([status, sentence]).toEqual([409, expect.stringContaining("STRIPE_SECRET_KEY")]);
  expect(await received(id)).toMatchObject({ handledAt: null, failure: expect.any(String) });
});
