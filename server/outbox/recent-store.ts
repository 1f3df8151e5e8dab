import { and, asc, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import type { Subject } from "./event-kinds.ts";
import { events } from "./schema.ts";

/** So many events of a subject are read at most. */
const most = 200;

/** The latest events of a subject, of these kinds or of all, oldest first, with the address that each came from where one is kept. */
export const recentEventsOf = (db: Db, subject: Subject, subjectId: number, kinds?: readonly string[]) =>
  latest(
    db,
    and(eq(events.subject, subject), eq(events.subjectId, subjectId), kinds && inArray(events.kind, [...kinds])),
  );

/** The same of what a member has caused since a moment. */
export const recentEventsBy = (db: Db, actorId: number, since: Date) =>
  latest(db, and(eq(events.actorId, actorId), gte(events.createdAt, since)));

function latest(db: Db, which: SQL | undefined) {
  const ids = db.select({ id: events.id }).from(events).where(which).orderBy(desc(events.id)).limit(most);
  return db
    .select({
      id: events.id,
      kind: events.kind,
      actorId: events.actorId,
      createdAt: events.createdAt,
      source: sql<string | null>`${events.origin} ->> 'source'`,
    })
    .from(events)
    .where(inArray(events.id, sql`(${ids})`))
    .orderBy(asc(events.id));
}
