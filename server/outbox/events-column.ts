import { type SQL, sql } from "drizzle-orm";

/** An event as JSON represents it. */
export type PastEvent = {
  id: number;
  kind: string;
  actorId: number | null;
  /** Not checked yet: readers parse it by the schema of its kind. */
  data: unknown;
  createdAt: string;
};

/** The 200 latest events of a subject, the latest first, as one column of a query that names the subject (ADR-006). */
export function eventsColumn(subject: string, subjectId: SQL): SQL<PastEvent[]> {
  return sql`array(
    select json_build_object('id', e.id, 'kind', e.kind, 'actorId', e.actor_id, 'data', e.data, 'createdAt', e.created_at)
    from events e where e.subject = ${sql.raw(`'${subject}'`)} and e.subject_id = ${subjectId} order by e.id desc limit 200)`;
}

/** All events of these kinds of a subject, the latest last. */
export function stepsColumn(subject: string, kinds: readonly string[], subjectId: SQL): SQL<PastEvent[]> {
  return sql`array(
    select json_build_object('id', e.id, 'kind', e.kind, 'actorId', e.actor_id, 'data', e.data, 'createdAt', e.created_at)
    from events e where e.subject = ${sql.raw(`'${subject}'`)} and e.subject_id = ${subjectId} and e.kind in ${[...kinds]}
    order by e.id)`;
}
