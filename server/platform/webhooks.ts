import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import type { House } from "../house.ts";
import { memberships, payoutAccounts, providerEvents } from "../schema.ts";
import type { Job } from "./jobs.ts";

/** What one kind of provider event does here; safe to run twice, and in any order. */
export type Webhook = { type: Stripe.Event["type"]; handle(house: House, event: Stripe.Event): Promise<void> };

/** The events that somebody here listens to, by the endpoint that they come through: `account.…` is about connected ones. */
export function webhookTypes(handlers: readonly Webhook[]): { own: string[]; connected: string[] } {
  const types = [...new Set(handlers.map(({ type }) => type as string))];
  const ofConnected = (type: string) => type.startsWith("account.");
  return { own: types.filter((type) => !ofConnected(type)), connected: types.filter(ofConnected) };
}

export function webhook<T extends Stripe.Event["type"]>(
  type: T,
  handle: (house: House, event: Extract<Stripe.Event, { type: T }>) => Promise<void>,
): Webhook {
  return { type, handle: handle as Webhook["handle"] };
}

/**
 * Takes the provider's webhooks: verify, ignore what nobody here listens to, note the event's id, dispatch. An event
 * that comes twice changes nothing; one that fails is answered 500 and comes again (house rule 8).
 */
export function serveWebhooks(app: FastifyInstance, house: House, handlers: readonly Webhook[]): void {
  const byType = Map.groupBy(handlers, (each) => each.type);
  app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/webhooks/stripe", async (request, reply) => {
      const event = verify(house, request.body as Buffer, String(request.headers["stripe-signature"] ?? ""));
      if (!event) return reply.code(400).send({ errors: { base: ["This is not signed by the payment provider."] } });
      await dispatch(house, byType.get(event.type) ?? [], event);
      return { received: true };
    });
  });
}

async function dispatch(house: House, concerned: readonly Webhook[], event: Stripe.Event): Promise<void> {
  if (concerned.length === 0 || (await alreadyHandled(house, event))) return;
  for (const each of concerned) await each.handle(house, event);
  await house.db.update(providerEvents).set({ handledAt: house.clock.now() }).where(eq(providerEvents.id, event.id));
}

const pageSize = 100;
/** So far back the short sweep looks, in seconds. A webhook that is this late was lost, or we were not there. */
const lately = 15 * 60;
/** The provider itself tries for three days; what is older was seen by an earlier sweep. */
const asLongAsTheProviderTries = 4 * 86_400;

/**
 * The sweeps: what the provider told while nobody listened, or what was lost on the way, is read from its own list and
 * handled as if it had arrived. Every minute the last quarter of an hour; at start and every hour all that the provider
 * would still try to deliver, whatever has arrived since: what is missing may lie behind what is not.
 */
export function missedEvents(handlers: readonly Webhook[]): Job[] {
  return [
    { name: "look for provider events that never arrived", everySeconds: 60, run: sweepEvents(handlers, lately) },
    {
      name: "look for older provider events",
      everySeconds: 3600,
      run: sweepEvents(handlers, asLongAsTheProviderTries),
    },
  ];
}

/** Handles what the provider lists of the last so many seconds and nobody has handled here, oldest first. */
export function sweepEvents(handlers: readonly Webhook[], seconds: number): Job["run"] {
  const byType = Map.groupBy(handlers, (each) => each.type);
  return async (house) => {
    if (await nothingThereYet(house)) return;
    const listed = house.cards.stripe.events.list({
      types: [...byType.keys()],
      created: { gte: Math.floor(house.clock.now().getTime() / 1000) - seconds },
      limit: pageSize,
    });
    const missed: Stripe.Event[] = [];
    let page: Stripe.Event[] = [];
    for await (const event of listed) {
      page.push(event);
      if (page.length < pageSize) continue;
      missed.push(...(await unhandled(house, page)));
      page = [];
    }
    missed.push(...(await unhandled(house, page)));
    if (missed.length > 0)
      house.log.warn({ events: missed.length }, "provider events had not arrived; they are handled now");
    for (const event of missed.reverse())
      await dispatch(house, byType.get(event.type) ?? [], event).catch((error) =>
        house.log.warn(
          { err: error, event: event.id },
          "a provider event could not be handled; it will be tried again",
        ),
      );
  };
}

/** Before anybody has a card or an account with the provider, it has nothing to tell. */
async function nothingThereYet({ db }: House): Promise<boolean> {
  const [customer] = await db.select({ id: memberships.memberId }).from(memberships).limit(1);
  const [account] = await db.select({ id: payoutAccounts.memberId }).from(payoutAccounts).limit(1);
  return !customer && !account;
}

async function unhandled(house: House, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const known = await house.db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(inArray(providerEvents.id, ids), isNotNull(providerEvents.handledAt)));
  const handled = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !handled.has(id));
}

/**
 * One address, two secrets (decision 58): one signs what concerns our account, the other what concerns connected ones,
 * which carry their id. Neither may speak for the other.
 */
function verify(house: House, body: Buffer, signature: string): Stripe.Event | null {
  const { webhookSecret, connectWebhookSecret } = house.cards.settings;
  const own = signedWith(house, webhookSecret, body, signature);
  if (own && !own.account) return own;
  const connected = signedWith(house, connectWebhookSecret, body, signature);
  return connected?.account ? connected : null;
}

function signedWith(house: House, secret: string, body: Buffer, signature: string): Stripe.Event | null {
  try {
    return house.cards.stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return null;
  }
}

async function alreadyHandled(house: House, event: Stripe.Event): Promise<boolean> {
  const [row] = await house.db
    .insert(providerEvents)
    .values({ id: event.id, type: event.type, receivedAt: house.clock.now() })
    .onConflictDoUpdate({ target: providerEvents.id, set: { type: sql`excluded.type` } })
    .returning();
  return row?.handledAt != null;
}
