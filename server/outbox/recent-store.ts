import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import type { Subject } from "./event-kinds.ts";
import { events } from "./schema.ts";

/** How many events of a subject are read at most. */
const maxEvents = 200;

/** `source`: the address that the event came from, where one is kept. */
export type RecentEvent = { id: number; kind: string; actorId: number | null; createdAt: Date; source: string | null };
/** What happened to a subject: events of these kinds, or of all. */
type Asked = { subject: Subject; id: number; kinds?: readonly string[] };

/** The latest events of each that is asked for, oldest first, in one statement. */
export async function recentEventsOfEach<const Each extends readonly Asked[]>(
  db: Db,
  asked: Each,
): Promise<{ [At in keyof Each]: RecentEvent[] }> {
  const rows = await readsOf(db).ofEach.execute({ asked: JSON.stringify(asked) });
  const found = asked.map((_, at) => rows.filter(({ place }) => place === at + 1));
  // There is one list for each.
  return found as { [At in keyof Each]: RecentEvent[] };
}

/** The latest events that a member has caused since a moment, oldest first. */
export const recentEventsBy = (db: Db, actorId: number, since: Date): Promise<RecentEvent[]> =>
  readsOf(db).byActor.execute({ actorId, since });

const columns = {
  id: events.id,
  kind: events.kind,
  actorId: events.actorId,
  createdAt: events.createdAt,
  source: sql<string | null>`${events.origin} ->> 'source'`.as("source"),
};

const readsOf = preparedOn((db) => {
  const asked = (name: string) => sql.raw(`asked.it -> '${name}'`);
  const latest = db
    .select(columns)
    .from(events)
    .where(
      and(
        sql`${events.subject} = ${asked("subject")} #>> '{}'`,
        sql`${events.subjectId} = (${asked("id")})::int`,
        sql`(${asked("kinds")} is null or ${asked("kinds")} ? ${events.kind})`,
      ),
    )
    .orderBy(desc(events.id))
    .limit(maxEvents)
    .as("latest");
  const { id, kind, actorId, createdAt, source } = latest;
  const ids = db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.actorId, sql.placeholder("actorId")), gte(events.createdAt, sql.placeholder("since"))))
    .orderBy(desc(events.id))
    .limit(maxEvents);
  return {
    ofEach: db
      .select({ place: sql<number>`asked.place::int`, id, kind, actorId, createdAt, source })
      .from(sql`jsonb_array_elements(${sql.placeholder("asked")}::jsonb) with ordinality as asked (it, place)`)
      .innerJoinLateral(latest, sql`true`)
      .orderBy(asc(id))
      .prepare("recent_events_of_each"),
    byActor: db
      .select(columns)
      .from(events)
      .where(sql`${events.id} in (${ids})`)
      .orderBy(asc(events.id))
      .prepare("recent_events_by_actor"),
  };
});
