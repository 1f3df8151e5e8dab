import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import type { Subject } from "./event-kinds.ts";
import { events } from "./schema.ts";

/** So many events of a subject are read at most. */
const most = 200;

/** The latest events of a subject, oldest first, with the address that each came from where one is kept. */
export async function recentEventsOf(db: Db, subject: Subject, subjectId: number) {
  const latest = db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subject, subject), eq(events.subjectId, subjectId)))
    .orderBy(desc(events.id))
    .limit(most);
  return db
    .select({
      id: events.id,
      kind: events.kind,
      actorId: events.actorId,
      createdAt: events.createdAt,
      source: sql<string | null>`${events.origin} ->> 'source'`,
    })
    .from(events)
    .where(inArray(events.id, sql`(${latest})`))
    .orderBy(asc(events.id));
}
