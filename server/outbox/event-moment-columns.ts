import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "../events.ts";
import type { Subject } from "./event-kinds.ts";

const among = (kinds: readonly EventKind[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join());
const about = (subject: Subject, subjectId: SQL) =>
  sql`e.subject = ${sql.raw(`'${subject}'`)} and e.subject_id = ${subjectId}`;

/** SQL column: when the first event of these kinds happened to a subject; null when none did. */
export function firstEventColumn(subject: Subject, subjectId: SQL, kinds: readonly EventKind[]): SQL<Date | null> {
  return sql`(select min(e.created_at) from events e where ${about(subject, subjectId)} and e.kind in (${among(kinds)}))`;
}

/** The same of the last event, as a text. */
export function lastEventColumn(subject: Subject, subjectId: SQL, kinds: readonly EventKind[]): SQL<string | null> {
  return sql`(select e.created_at from events e
    where ${about(subject, subjectId)} and e.kind in (${among(kinds)}) order by e.id desc limit 1)`;
}
