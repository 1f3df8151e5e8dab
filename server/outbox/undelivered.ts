import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { allOf } from "../database/conditions.ts";
import type { Db } from "../database/database.ts";
import { placeOfPage, totalBy } from "../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../database/prepared.ts";
import { wakeFor } from "../database/wake-ups.ts";
import { countEvents } from "./outbox.ts";
import { events } from "./schema.ts";

// The events that have not reached their readers, for staff to look at and to send again.

const waiting = allOf(isNull(events.deliveredAt), isNull(events.failedAt));
export type DeliveryState = "waiting" | "failed";
const inState: Record<DeliveryState, SQL> = { waiting, failed: isNotNull(events.failedAt) };

export type UndeliveredEvent = {
  id: number;
  kind: string;
  subject: string;
  subjectId: number;
  createdAt: Date;
  attempts: number;
  failure: string | null;
  failedAt: Date | null;
};

const undelivered = {
  id: events.id,
  kind: events.kind,
  subject: events.subject,
  subjectId: events.subjectId,
  createdAt: events.createdAt,
  attempts: events.attempts,
  failure: events.failure,
  failedAt: events.failedAt,
};

/** A page of events that wait or were given up, newest first, with the total number. */
export async function pageOfEvents(
  db: Db,
  state: DeliveryState,
  page: number,
  limit: number,
): Promise<{ rows: UndeliveredEvent[]; total: number }> {
  const rows = await pagesIn(db, state).execute({ ...placeOfPage(page, limit), limit });
  const total = await totalBy({ number: page, limit }, rows.length, async () => (await countEvents(db))[state]);
  return { rows, total };
}

const pagesIn = preparedBy((db, state: DeliveryState) =>
  db
    .select(undelivered)
    .from(events)
    .where(and(inState[state], lt(events.id, sql.placeholder("before"))))
    .orderBy(desc(events.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(`undelivered_${state}`),
);

const oldestWaiting = preparedOn((db) =>
  db
    .select({ at: events.createdAt })
    .from(events)
    .where(waiting)
    .orderBy(events.id)
    .limit(1)
    .prepare("oldest_waiting_event"),
);

/** Since when the oldest waiting event has waited; null when none does. */
export async function eventsWaitingSince(db: Db): Promise<Date | null> {
  const [oldest] = await oldestWaiting(db).execute();
  return oldest?.at ?? null;
}

/**
 * Makes an event that was given up due again; null for one that was not given up. What its handlers have already sent
 * is not sent again.
 */
export async function reviveEvent(db: Db, id: number): Promise<UndeliveredEvent | null> {
  const [row] = await db
    .update(events)
    .set({ failedAt: null, attempts: 0, leasedUntil: null, lease: null })
    .where(and(eq(events.id, id), isNotNull(events.failedAt)))
    .returning(undelivered);
  if (row) wakeFor(db, "events");
  return row ?? null;
}

/** Whether an event was delivered; null for one that does not exist. */
export async function isDelivered(db: Db, id: number): Promise<boolean | null> {
  const [row] = await db.select({ at: events.deliveredAt }).from(events).where(eq(events.id, id));
  return row ? row.at !== null : null;
}
