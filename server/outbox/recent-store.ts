import { and, asc, desc, eq, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { arrayParameter, type Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import type { Subject } from "./event-kinds.ts";
import { events } from "./schema.ts";

/** So many events of a subject are read at most. */
const most = 200;

/** The latest events of a subject, of these kinds or of all, oldest first, with the address that each came from where one is kept. */
export const recentEventsOf = (db: Db, subject: Subject, subjectId: number, kinds: readonly string[] | null = null) =>
  readsOf(db).ofSubject.execute({ subject, subjectId, kinds: kinds && [...kinds] });

/** The same of what a member has caused since a moment. */
export const recentEventsBy = (db: Db, actorId: number, since: Date) => readsOf(db).byActor.execute({ actorId, since });

const kinds = arrayParameter("kinds", "text");
const readsOf = preparedOn((db) => ({
  ofSubject: latest(
    db,
    and(
      eq(events.subject, sql.placeholder("subject")),
      eq(events.subjectId, sql.placeholder("subjectId")),
      or(isNull(kinds), sql`${events.kind} = any(${kinds})`),
    ),
  ).prepare("recent_events_of_subject"),
  byActor: latest(
    db,
    and(eq(events.actorId, sql.placeholder("actorId")), gte(events.createdAt, sql.placeholder("since"))),
  ).prepare("recent_events_by_actor"),
}));

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
