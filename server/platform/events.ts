import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { House } from "../house.ts";
import { events } from "../schema.ts";
import type { Db } from "./database.ts";
import { keepRenewed } from "./lease.ts";
import { openLoop } from "./loop.ts";

/** What an action writes: who did what to which thing, and the facts that its readers need. */
export type NewEvent = {
  kind: string;
  actorId: number | null;
  subject: string;
  subjectId: number;
  data?: Record<string, unknown>;
};

export type Event = Required<NewEvent> & { id: number; createdAt: Date };

/**
 * Tells those concerned about one kind of event. It may run again after a crash, so all it writes is keyed by the
 * event's id (notifications and mails are unique per event and person).
 */
export type Notice = { kind: string; tell(house: House, event: Event): Promise<void> };

export function notice(kind: string, tell: Notice["tell"]): Notice {
  return { kind, tell };
}

/** Appends to the log, in the action's own transaction; the commit wakes the delivery loop. */
export async function append(tx: Db, event: NewEvent, now: Date): Promise<void> {
  await tx.insert(events).values({ ...event, data: event.data ?? {}, createdAt: now });
}

/** A lease lasts this long, in seconds, and is renewed while its events are being told. */
const leaseSeconds = 60;
/** A notice that has failed so often, over some two and a half hours, is tried no more. */
const mostAttempts = 30;
const waiting = sql`delivered_at is null and failed_at is null`;

/**
 * The delivery loop: leases waiting events in order, runs the notices of their kind, marks them delivered. Several
 * processes share the work; one that dies leaves its lease to run out, and one that lives renews it however long its
 * notices take. An event whose notices fail waits longer each time, up to ten minutes, and after thirty attempts keeps
 * its reason and is left alone; it holds up no other.
 */
export function openDelivery(house: House, notices: readonly Notice[]) {
  const byKind = Map.groupBy(notices, (each) => each.kind);
  const lease = randomUUID();
  return openLoop(
    house,
    "events",
    async () => {
      const leased = await leaseEvents(house.db, lease);
      const stopRenewing = keepRenewed(leaseSeconds / 4, () => renewEvents(house.db, lease));
      try {
        for (const event of leased) await deliver(house, byKind.get(event.kind) ?? [], event, lease);
      } finally {
        stopRenewing();
      }
      return leased.length > 0;
    },
    () => house.db.execute(sql`update events set leased_until = null where ${waiting} and lease is not null`),
  );
}

/** One notice that fails keeps none of the others from being run. */
export async function deliver(
  house: House,
  concerned: readonly Notice[],
  event: LeasedEvent,
  lease: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const each of concerned)
    try {
      await each.tell(house, event);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length === 0) {
    await house.db.execute(
      sql`update events set delivered_at = now(), leased_until = null, lease = null where id = ${event.id} and lease = ${lease}`,
    );
    return;
  }
  const dead = event.attempts >= mostAttempts;
  const wait = Math.min(event.attempts ** 2, 600);
  for (const error of failures)
    house.log.error(
      { err: error, event: event.id, kind: event.kind, attempts: event.attempts },
      dead ? "a notice failed too often; it is a dead letter" : "a notice failed; it will be tried again",
    );
  await house.db.execute(sql`
    update events set lease = null, leased_until = now() + ${wait} * interval '1 second',
      failure = ${failures.map(reasonOf).join("; ")}, failed_at = case when ${dead} then now() end
    where id = ${event.id} and lease = ${lease}`);
}

/** Where it failed, and what the database calls it: an error's message may hold what a member wrote. */
function reasonOf(error: unknown): string {
  const { name, stack = "", cause } = error as Error & { cause?: { code?: string; constraint?: string } };
  const at = /\bserver\/[\w/.-]+:\d+/.exec(stack)?.[0];
  return [name, cause?.code, cause?.constraint, at && `at ${at}`].filter(Boolean).join(" ");
}

export type LeasedEvent = Event & { attempts: number };

async function leaseEvents(db: Db, lease: string): Promise<LeasedEvent[]> {
  const { rows } = await db.execute<{
    id: number;
    kind: string;
    actor_id: number | null;
    subject: string;
    subject_id: number;
    data: Event["data"];
    created_at: Date;
    attempts: number;
  }>(sql`
    with due as (
      select id from events
      where ${waiting} and (leased_until is null or leased_until < now())
      order by id limit 20 for update skip locked
    )
    update events set lease = ${lease}, leased_until = now() + ${leaseSeconds} * interval '1 second',
      attempts = attempts + 1
    from due where events.id = due.id
    returning events.id, kind, actor_id, subject, subject_id, data, created_at, attempts`);
  return rows
    .map((row) => ({
      id: Number(row.id),
      kind: row.kind,
      actorId: row.actor_id,
      subject: row.subject,
      subjectId: row.subject_id,
      data: row.data,
      createdAt: new Date(row.created_at),
      attempts: row.attempts,
    }))
    .sort((one, other) => one.id - other.id);
}

const renewEvents = (db: Db, lease: string) =>
  db.execute(sql`
    update events set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where ${waiting} and lease = ${lease}`);

/** How many events wait for delivery, and how many were given up. */
export async function countEvents(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select (select count(*) from events where ${waiting}) as waiting,
      (select count(*) from events where failed_at is not null) as failed`);
  return { waiting: Number(rows[0]?.waiting), failed: Number(rows[0]?.failed) };
}

/**
 * Settles what waits without telling anyone, of members whose address ends with `domain` alone: for demo data, which
 * nobody wants a hundred e-mails about. Whoever else has applied meanwhile is told.
 */
export async function markDelivered(db: Db, domain: string): Promise<void> {
  await db.execute(sql`
    update events set delivered_at = now(), leased_until = null
    where delivered_at is null and not exists (
      select from members where email not like ${`%@${domain}`}
        and (members.id = events.actor_id or (events.subject = 'member' and members.id = events.subject_id)))`);
}
