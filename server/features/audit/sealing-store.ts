import { type SQL, sql } from "drizzle-orm";
import { roleColumn } from "../../auth/member-join.ts";
import type { Db } from "../../database/database.ts";
import type { Origin } from "../../outbox/origin.ts";
import { bothSidesOfEngagement } from "../engagements/both-sides-column.ts";
import { bothSidesOfInvoice } from "../invoices/both-sides-column.ts";
import { bothSidesOfConversation } from "../messages/both-sides-column.ts";
import type { Sealed } from "./chain.ts";
import { auditEntries, auditPeople } from "./schema.ts";

const subjectId = sql.raw("e.subject_id");
const actorId = sql.raw("e.actor_id");

/** The ids of those whom an event concerns. */
const concerned: SQL = sql`array[${actorId}, case e.subject when 'member' then ${subjectId} end] || case e.subject
  when 'invoice' then ${bothSidesOfInvoice(subjectId)}
  when 'engagement' then ${bothSidesOfEngagement(subjectId)}
  when 'conversation' then ${bothSidesOfConversation(subjectId)} end`;

type EventRow = {
  event_id: number;
  kind: string;
  actor_id: number | null;
  subject: string;
  subject_id: number;
  data: unknown;
  created_at: Date | string;
  origin: Origin | null;
};
type NewRow = EventRow & { people: number[]; by_staff: boolean };
type SealedRow = EventRow & {
  id: number;
  hash: string;
  sealed_at: Date | string;
  people: [number, boolean][] | null;
};

const eventOf = (row: EventRow) => ({
  eventId: Number(row.event_id),
  kind: row.kind,
  actorId: row.actor_id,
  subject: row.subject,
  subjectId: row.subject_id,
  data: row.data,
  createdAt: new Date(row.created_at),
  origin: row.origin,
});

/** Any number that no other lock of the program has. */
const sealingLock = 7_261_028;

/** Lets one transaction at a time seal. */
export async function lockSealing(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sealingLock})`);
}

export async function hasEventsToSeal(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events where to_seal limit 1`)).rows.length > 0;
}

/** By id, which is how they were written, or by the moment that they carry. */
export type SealingOrder = "id" | "moment";

/** The first events that are not in the audit yet, with those whom they concern. */
export async function eventsToSeal(
  tx: Db,
  limit: number,
  order: SealingOrder,
): Promise<Omit<Sealed, "id" | "sealedAt">[]> {
  const first = order === "id" ? sql`e.id` : sql`e.created_at, e.id`;
  const { rows } = await tx.execute<NewRow>(sql`
    select e.id as event_id, e.kind, e.actor_id, e.subject, e.subject_id, e.data, e.created_at, e.origin,
      coalesce(${roleColumn(actorId)} = 'staff', false) as by_staff,
      array(select distinct each from unnest(${concerned}) each
        where ${roleColumn(sql.raw("each"))} is not null order by each) as people
    from events e where e.to_seal order by ${first} limit ${limit}`);
  return rows.map(({ people, by_staff: byStaff, ...row }) => ({
    ...eventOf(row),
    people: people.map((id) => [id, byStaff && id !== row.actor_id] as const),
  }));
}

export async function insertEntries(tx: Db, sealed: readonly (Sealed & { hash: string })[]): Promise<void> {
  await tx
    .insert(auditEntries)
    .values(sealed.map(({ id, eventId, hash, sealedAt }) => ({ id, eventId, hash, sealedAt })));
  const people = sealed.flatMap(({ id, people: those }) =>
    those.map(([memberId, byStaff]) => ({ memberId, entryId: id, byStaff })),
  );
  if (people.length > 0) await tx.insert(auditPeople).values(people);
  const eventIds = sealed.map(({ eventId }) => eventId);
  await tx.execute(sql`
    update events set to_seal = false from unnest(${sql.param(eventIds)}::bigint[]) as given (id) where events.id = given.id`);
}

/** An entry as it stands; `event` is null when its event is gone. */
export type StoredEntry = { id: number; eventId: number; hash: string; sealedAt: Date; sealed: Sealed | null };

/** The entries after one, in their order. */
export async function entriesAfter(db: Db, after: number, limit: number): Promise<StoredEntry[]> {
  const { rows } = await db.execute<SealedRow & { found: number | null }>(sql`
    select a.id, a.event_id, a.hash, a.sealed_at, e.id as found, e.kind, e.actor_id, e.subject, e.subject_id, e.data,
      e.created_at, e.origin,
      (select json_agg(json_build_array(p.member_id, p.by_staff) order by p.member_id)
        from audit_people p where p.entry_id = a.id) as people
    from audit_entries a left join events e on e.id = a.event_id
    where a.id > ${after} order by a.id limit ${limit}`);
  return rows.map((row) => {
    const [id, sealedAt] = [Number(row.id), new Date(row.sealed_at)];
    const sealed = row.found === null ? null : { ...eventOf(row), id, sealedAt, people: row.people ?? [] };
    return { id, eventId: Number(row.event_id), hash: row.hash, sealedAt, sealed };
  });
}

/** Events that belong into the audit, wait for nothing and are not in it; and how many wait. */
export async function eventsLeftOut(db: Db, limit: number): Promise<{ ids: number[]; waiting: number }> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select e.id from events e
    where e.to_seal is not true and belongs_into_audit(e.subject, e.subject_id, e.actor_id)
      and not exists (select from audit_entries a where a.event_id = e.id)
    order by e.id limit ${limit}`);
  const waiting = await db.execute<{ count: number }>(sql`select count(*)::int as count from events where to_seal`);
  return { ids: rows.map(({ id }) => Number(id)), waiting: waiting.rows[0]?.count ?? 0 };
}
