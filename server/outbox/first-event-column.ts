import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "../events.ts";
import type { Subject } from "./event-kinds.ts";

/** SQL column: when the first event of these kinds happened to a subject; null when none did. */
export function firstEventColumn(subject: Subject, subjectId: SQL, kinds: readonly EventKind[]): SQL<Date | null> {
  const among = sql.raw(kinds.map((kind) => `'${kind}'`).join());
  return sql`(select min(e.created_at) from events e
    where e.subject = ${sql.raw(`'${subject}'`)} and e.subject_id = ${subjectId} and e.kind in (${among}))`;
}
