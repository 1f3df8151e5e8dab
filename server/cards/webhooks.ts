import { and, count, desc, eq, getTableColumns, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import { type Db, isAmong } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { conflict } from "../http/problems.ts";
import { failureReason } from "../outbox/failure-reason.ts";
import type { Job } from "../outbox/jobs.ts";
import { isMissing } from "./cards.ts";
import { providerEvents } from "./schema.ts";

/** The handler of one type of provider event; safe to run twice and in any order. */
export type Webhook = { type: Stripe.Event["type"]; handle(context: AppContext, event: Stripe.Event): Promise<void> };

type WebhookTable = {
  [T in Stripe.Event["type"]]?: (context: AppContext, event: Extract<Stripe.Event, { type: T }>) => Promise<void>;
};

/** One feature's handlers by event type; each receives the event of its own type. */
export function webhookTable(table: WebhookTable): Webhook[] {
  // Dispatch passes each handler only events of its own type, which Object.entries cannot express.
  return Object.entries(table).map(([type, handle]) => ({ type, handle }) as Webhook);
}

/** The event types that have a handler, by webhook endpoint: `account.…` and `payout.…` concern connected accounts. */
export function webhookTypes(handlers: readonly Webhook[]): Record<"own" | "connected", Stripe.Event["type"][]> {
  const types = [...new Set(handlers.map(({ type }) => type))];
  const ofConnected = (type: string) => /^(account|payout)\./.test(type);
  return { own: types.filter((type) => !ofConnected(type)), connected: types.filter(ofConnected) };
}

/** What every handled event has. */
const Envelope = z.object({ id: z.string().min(1), data: z.object({ object: z.object({ id: z.string().min(1) }) }) });

const unknownHere =
  "The payment provider does not know what this is about with our key. Please check that STRIPE_SECRET_KEY is of the same account and mode as this webhook.";

/**
 * Receives the provider's webhooks: verifies the signature, ignores types without a handler, records the event's id and
 * runs the handlers. A repeated event changes nothing; a failed one gets 500, so that the provider retries (rule 8).
 */
export function serveWebhooks(app: FastifyInstance, context: AppContext, handlers: readonly Webhook[]): void {
  const byType = Map.groupBy(handlers, (each) => each.type);
  app.register(async (scope) => {
    // The signature covers the raw bytes, and what is not signed is refused for that, also as text.
    const types = ["application/json", "text/plain"];
    scope.addContentTypeParser(types, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Body: Buffer }>("/webhooks/stripe", async (request, reply) => {
      const event = verify(context, request.body, String(request.headers["stripe-signature"] ?? ""));
      if (!event) return reply.code(400).send({ errors: { base: ["This is not signed by the payment provider."] } });
      const ofType = byType.get(event.type) ?? [];
      if (ofType.length > 0 && !Envelope.safeParse(event).success)
        return reply.code(400).send({ errors: { base: ["This is no event of the payment provider."] } });
      await dispatch(context, ofType, event).catch((error: unknown) => {
        // With the right key a later attempt succeeds, so the provider has to try again.
        throw isMissing(error) ? conflict(unknownHere) : error;
      });
      return { received: true };
    });
  });
}

async function dispatch(context: AppContext, handlers: readonly Webhook[], event: Stripe.Event): Promise<void> {
  if (handlers.length === 0 || (await alreadyHandled(context, event))) return;
  try {
    for (const { handle } of handlers) await handle(context, event);
  } catch (error) {
    const failed = context.db.update(providerEvents).set({ failure: failureReason(error) });
    // The handler's error is what counts, also when the database has gone meanwhile.
    await failed.where(eq(providerEvents.id, event.id)).catch(() => {});
    throw error;
  }
  await context.db
    .update(providerEvents)
    .set({ handledAt: context.clock.now() })
    .where(eq(providerEvents.id, event.id));
}

/**
 * Reads an event again from the provider and handles it, unless it was handled meanwhile. Throws what a handler throws, and
 * the provider's error when it no longer has the event.
 */
export async function handleAgain(
  context: AppContext,
  handlers: readonly Webhook[],
  { id, account }: { id: string; account: string | null },
): Promise<void> {
  const event = await context.cards.stripe.events.retrieve(id, {}, account ? { stripeAccount: account } : {});
  const ofType = handlers.filter(({ type }) => type === event.type);
  await dispatch(context, ofType, event);
}

export type UnhandledWebhook = Omit<typeof providerEvents.$inferSelect, "handledAt">;
const isUnhandled = isNull(providerEvents.handledAt);
const { handledAt: _, ...unhandledColumns } = getTableColumns(providerEvents);

const unhandledReads = preparedOn((db) => ({
  page: db
    .select(unhandledColumns)
    .from(providerEvents)
    .where(isUnhandled)
    .orderBy(desc(providerEvents.receivedAt))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare("unhandled_webhooks"),
  all: db
    .select({ total: count(), since: min(providerEvents.receivedAt) })
    .from(providerEvents)
    .where(isUnhandled)
    .prepare("unhandled_webhooks_in_all"),
}));

/** A page of events that were received and not handled, newest first, with how many there are and the oldest's time. */
export async function pageOfUnhandled(
  db: Db,
  page: number,
  limit: number,
): Promise<{ rows: UnhandledWebhook[]; total: number; since: Date | null }> {
  const rows = await unhandledReads(db).page.execute({ limit, offset: (page - 1) * limit });
  // The oldest is on the page that has all.
  if (page === 1 && rows.length < limit) return { rows, total: rows.length, since: rows.at(-1)?.receivedAt ?? null };
  const [all] = await unhandledReads(db).all.execute();
  return { rows, total: all?.total ?? 0, since: all?.since ?? null };
}

/** An event that was received; null for one that never was. */
export async function findWebhook(db: Db, id: string): Promise<typeof providerEvents.$inferSelect | null> {
  const [row] = await db.select().from(providerEvents).where(eq(providerEvents.id, id));
  return row ?? null;
}

const pageSize = 100;
/** How far back the short sweep reads, in seconds. */
const shortSweep = 15 * 60;
/** How far back the long sweep reads, in seconds: the provider retries for three days. */
const longSweep = 4 * 86_400;

/** Whether any of our members is known to the provider, which has no events of ours before that. */
export type Known = (db: Db) => Promise<boolean> | boolean;

/**
 * The sweeps: events whose webhook was lost or came while we were down are read from the provider's own list and
 * handled as if they had arrived. Every minute the last quarter of an hour; at start and every hour all that the
 * provider would still retry, whatever has arrived since: a missing event may be older than one that arrived.
 */
export function missedEventJobs(handlers: readonly Webhook[], known: readonly Known[] = [() => true]): Job[] {
  return [
    {
      name: "look for provider events that never arrived",
      everySeconds: 60,
      run: sweepEvents(handlers, shortSweep, known),
    },
    {
      name: "look for older provider events",
      everySeconds: 3600,
      run: sweepEvents(handlers, longSweep, known),
    },
  ];
}

/** A job that handles the provider's events of the last `seconds` that were not handled here yet, oldest first. */
export function sweepEvents(
  handlers: readonly Webhook[],
  seconds: number,
  known: readonly Known[] = [() => true],
): Job["run"] {
  const byType = Map.groupBy(handlers, (each) => each.type);
  return async (context) => {
    const relevant = await Promise.all(known.map((asks) => asks(context.db)));
    if (!relevant.includes(true)) return;
    const since = Math.floor(context.clock.now().getTime() / 1000) - seconds;
    const missed: Stripe.Event[] = [];
    let page: Stripe.Event[] = [];
    for await (const event of eventsSince(context, [...byType.keys()], since)) {
      page.push(event);
      if (page.length < pageSize) continue;
      missed.push(...(await unhandled(context, page)));
      page = [];
    }
    missed.push(...(await unhandled(context, page)));
    if (missed.length > 0)
      context.log.warn({ events: missed.length }, "provider events had not arrived; they are handled now");
    // Newest first in each listing; the sort keeps the order of those of one second.
    for (const event of missed.reverse().sort((one, other) => one.created - other.created))
      await dispatch(context, byType.get(event.type) ?? [], event).catch((error) =>
        context.log.warn(
          { err: error, event: event.id },
          "a provider event could not be handled; it will be tried again",
        ),
      );
  };
}

/** The provider's maximum of types in one request. */
const maxTypes = 20;

/** The provider's events of these types since `since` (Unix seconds), newest first for each group of types. */
export async function* eventsSince({ cards }: AppContext, types: readonly Webhook["type"][], since: number) {
  for (let at = 0; at < types.length; at += maxTypes)
    yield* cards.stripe.events.list({
      types: types.slice(at, at + maxTypes),
      created: { gte: since },
      limit: pageSize,
    });
}

async function unhandled(context: AppContext, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const known = await context.db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isAmong(providerEvents.id, ids), isNotNull(providerEvents.handledAt)));
  const handled = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !handled.has(id));
}

/**
 * Both webhook endpoints have the same URL and different secrets (decision 58): one for events of our account, the
 * other for those of connected accounts, which carry `account`. An event signed with the other's secret is rejected.
 */
function verify(context: AppContext, body: Buffer, signature: string): Stripe.Event | null {
  const { webhookSecret, connectWebhookSecret } = context.cards.settings;
  const own = verifyWith(context, webhookSecret, body, signature);
  if (own && !own.account) return own;
  const connected = verifyWith(context, connectWebhookSecret, body, signature);
  return connected?.account ? connected : null;
}

function verifyWith(context: AppContext, secret: string, body: Buffer, signature: string): Stripe.Event | null {
  try {
    return context.cards.stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return null;
  }
}

async function alreadyHandled(context: AppContext, event: Stripe.Event): Promise<boolean> {
  const [row] = await context.db
    .insert(providerEvents)
    .values({
      id: event.id,
      type: event.type,
      receivedAt: context.clock.now(),
      account: event.account ?? null,
      attempts: 1,
    })
    .onConflictDoUpdate({ target: providerEvents.id, set: { attempts: sql`${providerEvents.attempts} + 1` } })
    .returning();
  return row?.handledAt != null;
}
