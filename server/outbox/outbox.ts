import { randomUUID } from "node:crypto";
import { and, eq, not, sql } from "drizzle-orm";
import { isOutside } from "../auth/member-join.ts";
import type { AppContext } from "../context.ts";
import { asynchronousCommit } from "../database/asynchronous-commit.ts";
import { isBeforeClockJump } from "../database/clock-jumps.ts";
import { arrayParameter, type Db, isAmong } from "../database/database.ts";
import { preparedOn, preparedSql } from "../database/prepared.ts";
import { preparedInsert } from "../database/prepared-writes.ts";
import { oneRow } from "../database/rows.ts";
import { sendAlong } from "../database/transaction.ts";
import { wakeFor } from "../database/wake-ups.ts";
import {
  type Event,
  type EventKind,
  type EventsByKind,
  eventDeclarations,
  isEventKind,
  type NewEvent,
} from "../events.ts";
import { spanHere, traced } from "../telemetry/spans.ts";
import { failureReason } from "./failure-reason.ts";
import { startRenewing } from "./lease.ts";
import { openLoop } from "./loop.ts";
import { originOfCall } from "./origin.ts";
import { events } from "./schema.ts";

/**
 * What happens after an event of one kind. It may run again after a crash, so everything it writes is keyed by the
 * event's id (notifications and e-mails are unique per event and recipient).
 */
export type EventHandler = { kind: EventKind; handle(context: AppContext, event: Event): Promise<void> };

/** Runs `handle` for every event of a kind, which it is given with that kind's payload. */
export function onEvent<Kind extends EventKind>(
  kind: Kind,
  handle: (context: AppContext, event: EventsByKind[Kind]) => Promise<void>,
): EventHandler {
  return { kind, handle };
}

const appending = preparedInsert(events, "append_event", (insert) => insert);

/** Appends to the log, in the action's own transaction; the commit wakes the delivery loop. */
export async function append(tx: Db, { data = {}, ...event }: NewEvent, now: Date): Promise<void> {
  const { subject } = eventDeclarations[event.kind];
  const trace = spanHere()?.traceparent ?? null;
  await sendAlong(tx, appending(tx, { ...event, subject, data, createdAt: now, origin: originOfCall(), trace }));
  wakeFor(tx, "events");
}

/** A row of the log whose payload was not checked yet. */
export type LoggedEvent = {
  id: number;
  kind: string;
  actorId: number | null;
  subjectId: number;
  data: unknown;
  createdAt: Date;
};

/** Checks a row's payload by the schema of its kind. Throws for an unknown kind and for a payload of another shape. */
export function readEvent({ kind, data, ...row }: LoggedEvent): Event {
  if (!isEventKind(kind)) throw new Error(`no feature declares events of kind ${kind}`);
  // Parsed by the schema of its own kind, which the compiler cannot infer from the variable.
  return { ...row, kind, data: eventDeclarations[kind].data.parse(data) } as Event;
}

/** A lease lasts this long, in seconds, and is renewed while its events are being handled. */
const leaseSeconds = 60;
/** After this many failed attempts, over about two and a half hours, an event is given up. */
const maxAttempts = 30;
/** The longest delay between two attempts, in seconds. */
const maxDelay = 600;
const waiting = sql`delivered_at is null and failed_at is null`;
const ofKnownKind = isAmong(events.kind, Object.keys(eventDeclarations));
const longestWait = sql`greatest(${leaseSeconds}::int, least(attempts * attempts, ${maxDelay}::int)) * interval '1 second'`;
const due = sql`(leased_until is null or leased_until < now() or ${isBeforeClockJump(sql`leased_until`, longestWait)})`;

/**
 * The delivery loop: leases waiting events in order, runs the handlers of their kind, marks them delivered. Several
 * processes share the work; the lease of a dead process expires, and a live one renews its lease while handlers run. An
 * event whose handlers fail is retried with growing delays, up to ten minutes, and becomes a dead letter with its reason
 * after thirty attempts; it does not delay other events. Events of kinds that only another version of the program records
 * wait for a process of that version (ADR-043).
 */
export function openDelivery(context: AppContext, handlers: readonly EventHandler[]) {
  const byKind = Map.groupBy<string, EventHandler>(handlers, (each) => each.kind);
  const lease = randomUUID();
  // Collected from what was leased, because naming all known kinds in every statement would cost a tenth of a
  // millisecond.
  const foreignKinds = new Set<string>();
  return openLoop(
    context,
    "events",
    async () => {
      const leased = await leaseEvents(context.db, lease, [...foreignKinds]);
      const foreign = leased.filter(({ kind }) => !isEventKind(kind));
      for (const { kind } of foreign) foreignKinds.add(kind);
      if (foreign.length > 0) await giveBack(context.db, lease, foreign);
      const own = leased.filter(({ kind }) => isEventKind(kind));
      const stopRenewing = startRenewing(leaseSeconds / 4, () => renewEvents(context.db, lease, own));
      try {
        await deliver(context, (kind) => byKind.get(kind) ?? [], own, lease);
      } finally {
        stopRenewing();
      }
      return leased.length > 0;
    },
    () => context.db.execute(sql`update events set leased_until = null where ${waiting} and lease is not null`),
  );
}

/** Runs the handlers of leased events, one after the other; if one fails, the others still run. */
export async function deliver(
  context: AppContext,
  handlersOf: (kind: string) => readonly EventHandler[],
  leased: readonly LeasedEvent[],
  lease: string,
): Promise<void> {
  const delivered: number[] = [];
  try {
    for (const event of leased) {
      const failures = await handled(context, handlersOf(event.kind), event);
      if (failures.length === 0) delivered.push(event.id);
      else await postpone(context, event, failures, lease);
    }
  } finally {
    if (delivered.length > 0) await marking(context.db).execute({ ids: delivered, lease });
  }
}

const marking = preparedOn((db) =>
  db
    .update(events)
    .set({ deliveredAt: sql`now()`, leasedUntil: null, lease: null })
    .from(sql`unnest(${arrayParameter("ids", "bigint")}) as given (id)`)
    .where(and(eq(events.id, sql`given.id`), eq(events.lease, sql.placeholder("lease"))))
    // When a crash of the database server loses this commit, the event is delivered again, which the handlers allow.
    .returning({ asynchronousCommit })
    .prepare("mark_delivered"),
);

/** Lets a failed event wait for its next attempt, or gives it up. */
async function postpone(
  context: AppContext,
  event: LeasedEvent,
  failures: readonly unknown[],
  lease: string,
): Promise<void> {
  const dead = event.attempts >= maxAttempts;
  const wait = Math.min(event.attempts ** 2, maxDelay);
  for (const error of failures)
    context.log.error(
      { err: error, event: event.id, kind: event.kind, attempts: event.attempts },
      dead
        ? "an event's handler failed too often; the event is a dead letter"
        : "an event's handler failed; it will be tried again",
    );
  if (dead) for (const error of failures) context.telemetry.report(error, { event: event.kind });
  await context.db.execute(sql`
    update events set lease = null, leased_until = now() + ${wait} * interval '1 second',
      failure = ${failures.map(failureReason).join("; ")}, failed_at = case when ${dead} then now() end
    where id = ${event.id} and lease = ${lease}`);
}

/** Runs the handlers as a trace of its own, which names the request that recorded the event. */
const handled = (
  context: AppContext,
  handlers: readonly EventHandler[],
  event: LeasedEvent,
): Promise<readonly unknown[]> =>
  traced(
    context.telemetry.tracing,
    () => ({
      name: `process ${event.kind}`,
      kind: "consumer",
      facts: {
        "messaging.system": "plumbline_outbox",
        "messaging.operation.name": "process",
        "messaging.operation.type": "process",
        "messaging.destination.name": event.kind,
        "messaging.message.id": String(event.id),
        "plumbline.attempts": event.attempts,
      },
      links: event.trace ? [event.trace] : [],
    }),
    async (span) => {
      const failures = await failuresOf(context, handlers, event);
      if (failures.length > 0) span?.end(failures[0]);
      return failures;
    },
  );

async function failuresOf(
  context: AppContext,
  handlers: readonly EventHandler[],
  logged: LoggedEvent,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  if (handlers.length > 0)
    await attempt(async () => {
      const event = readEvent(logged);
      for (const each of handlers) await attempt(() => each.handle(context, event));
    });
  return failures;
}

export type LeasedEvent = LoggedEvent & { attempts: number; trace: string | null };

/** Leases what is due, but for the kinds that are `excluded`. */
async function leaseEvents(db: Db, lease: string, excluded: readonly string[]): Promise<LeasedEvent[]> {
  const { rows } = await db.execute<{
    id: number;
    kind: string;
    actor_id: number | null;
    subject_id: number;
    data: unknown;
    created_at: Date;
    attempts: number;
    trace: string | null;
  }>(sql`
    with due as (
      select id from events
      where ${waiting} and ${due} and ${excluded.length > 0 ? not(isAmong(events.kind, excluded)) : sql`true`}
      order by id limit 20 for update skip locked
    )
    update events set lease = ${lease}, leased_until = now() + ${leaseSeconds} * interval '1 second',
      attempts = attempts + 1
    from due where events.id = due.id
    returning events.id, kind, actor_id, subject_id, data, created_at, attempts, trace, ${asynchronousCommit}`);
  return rows
    .map((row) => ({
      id: Number(row.id),
      kind: row.kind,
      actorId: row.actor_id,
      subjectId: row.subject_id,
      data: row.data,
      createdAt: new Date(row.created_at),
      attempts: row.attempts,
      trace: row.trace,
    }))
    .sort((one, other) => one.id - other.id);
}

/** The ids as rows that are joined: each then names its part of the log, which `= any` does not (ADR-053). */
const idsOf = (given: readonly Pick<LeasedEvent, "id">[]) =>
  sql`unnest(${sql.param(given.map(({ id }) => id))}::bigint[]) as given (id)`;

/** Gives events back that this version cannot handle, as if they had not been leased. */
const giveBack = (db: Db, lease: string, leased: readonly LeasedEvent[]) =>
  db.execute(sql`
    update events set lease = null, leased_until = null, attempts = attempts - 1
    from ${idsOf(leased)} where events.id = given.id and lease = ${lease}`);

/**
 * Renews the lease of events that are being handled, and of these alone: events that were leased by a statement whose answer
 * was lost have the same lease, and nobody handles them until it ends.
 */
export const renewEvents = (db: Db, lease: string, handled: readonly Pick<LeasedEvent, "id">[]) =>
  db.execute(sql`
    update events set leased_until = now() + ${leaseSeconds} * interval '1 second'
    from ${idsOf(handled)} where ${waiting} and lease = ${lease} and events.id = given.id`);

/** The kinds among `kinds` of which there is at least one event. */
export async function kindsAmong(db: Db, kinds: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ kind: events.kind }).from(events).where(isAmong(events.kind, kinds));
  return new Set(rows.map(({ kind }) => kind));
}

/** Whether an event that this version can handle could be leased now. */
export async function hasDueEvents(db: Db): Promise<boolean> {
  return (
    (await db.execute(sql`select from events where ${waiting} and ${due} and ${ofKnownKind} limit 1`)).rows.length > 0
  );
}

const counts = preparedSql<{ waiting: number; failed: number }>(
  "undelivered_counts",
  sql`
    select (select count(*) from events where ${waiting}) as waiting,
      (select count(*) from events where failed_at is not null) as failed`,
);

/** The numbers of events that are waiting for delivery and that were given up. */
export const countEvents = async (db: Db): Promise<{ waiting: number; failed: number }> => oneRow(await counts(db, {}));

/**
 * Marks waiting events delivered without running their handlers, only for members whose address ends with `domain`:
 * demo data should not send a hundred e-mails. Other people who have applied meanwhile are notified.
 */
export async function markDelivered(db: Db, domain: string): Promise<void> {
  await db.execute(sql`
    update events set delivered_at = now(), leased_until = null
    where delivered_at is null and not ${isOutside(domain, sql.raw("events.actor_id"))}
      and not (subject = 'member' and ${isOutside(domain, sql.raw("events.subject_id"))})`);
}
