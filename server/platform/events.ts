import { sql } from "drizzle-orm";
import type { House } from "../house.ts";
import { events } from "../schema.ts";
import type { Db } from "./database.ts";
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

/** An event whose delivery fails is tried again after longer and longer waits, and never forgotten. */
const leaseSeconds = 30;

/**
 * The delivery loop: leases waiting events in order, runs the notices of their kind, marks them delivered. Several
 * processes share the work; one that dies leaves its lease to run out.
 */
export function openDelivery(house: House, notices: readonly Notice[]) {
  const byKind = Map.groupBy(notices, (each) => each.kind);
  return openLoop(
    house,
    "events",
    async () => {
      const leased = await lease(house.db);
      for (const event of leased) {
        try {
          for (const each of byKind.get(event.kind) ?? []) await each.tell(house, event);
          await house.db.execute(
            sql`update events set delivered_at = now(), leased_until = null where id = ${event.id}`,
          );
        } catch (error) {
          house.log.error({ err: error, event: event.id, kind: event.kind }, "a notice failed; it will be tried again");
          await house.db.execute(
            sql`update events set leased_until = now() + least(attempts * attempts, 600) * interval '1 second' where id = ${event.id}`,
          );
        }
      }
      return leased.length > 0;
    },
    () => house.db.execute(sql`update events set leased_until = null where delivered_at is null`),
  );
}

async function lease(db: Db): Promise<Event[]> {
  const { rows } = await db.execute<{
    id: number;
    kind: string;
    actor_id: number | null;
    subject: string;
    subject_id: number;
    data: Event["data"];
    created_at: Date;
  }>(sql`
    with waiting as (
      select id from events
      where delivered_at is null and (leased_until is null or leased_until < now())
      order by id limit 20 for update skip locked
    )
    update events set leased_until = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
    from waiting where events.id = waiting.id
    returning events.id, kind, actor_id, subject, subject_id, data, created_at`);
  return rows
    .map((row) => ({
      id: Number(row.id),
      kind: row.kind,
      actorId: row.actor_id,
      subject: row.subject,
      subjectId: row.subject_id,
      data: row.data,
      createdAt: new Date(row.created_at),
    }))
    .sort((one, other) => one.id - other.id);
}

/** How many events wait for delivery. */
export async function waitingEvents(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) from events where delivered_at is null`);
  return Number(rows[0]?.count ?? 0);
}

/** Settles what waits without telling anyone: for demo data, which nobody wants a hundred e-mails about. */
export async function markDelivered(db: Db): Promise<void> {
  await db.execute(sql`update events set delivered_at = now(), leased_until = null where delivered_at is null`);
}
