import { type SQL, sql } from "drizzle-orm";
import { roleColumn } from "../../auth/member-join.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import {
  containsWords,
  filterValues,
  isChosen,
  isWithinDays,
  londonDay,
  passes,
  type SharedFilters,
} from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { eventColumns, eventJoin } from "../../outbox/event-join.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { auditEntries, auditPeople } from "./schema.ts";

export type Head = { id: number; hash: string };

const reads = preparedOn((db) => ({
  head: db
    .select({ id: auditEntries.id, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(sql`${auditEntries.id} desc`)
    .limit(1)
    .prepare("audit_head"),
  somebody: db
    .select({ id: sql<number>`asked.id`, name: nameColumn(sql`asked.id`), role: roleColumn(sql`asked.id`) })
    .from(sql`(select ${sql.placeholder("id")}::int as id) asked`)
    .prepare("audit_person"),
}));

/** The newest entry, or null before the first. */
export async function auditHead(db: Db): Promise<Head | null> {
  return (await reads(db).head.execute())[0] ?? null;
}

/** A member by id, null when there is none. */
export async function auditPerson(db: Db, id: number) {
  const [row] = await reads(db).somebody.execute({ id });
  return row?.name && row.role ? { id, name: row.name, role: row.role } : null;
}

const memberSubject = sql`case when ${eventColumns.subject} = 'member' then ${eventColumns.subjectId} end`;
const columns = {
  id: auditEntries.id,
  hash: auditEntries.hash,
  kind: eventColumns.kind,
  actorId: eventColumns.actorId,
  subject: eventColumns.subject,
  subjectId: eventColumns.subjectId,
  data: eventColumns.data,
  origin: eventColumns.origin,
  createdAt: eventColumns.createdAt,
  actorName: nameColumn(sql`${eventColumns.actorId}`),
  actorRole: roleColumn(sql`${eventColumns.actorId}`),
  subjectName: nameColumn(memberSubject),
};

const actedBy: SQL = sql`case coalesce(${roleColumn(sql`${eventColumns.actorId}`)}, '')
  when '' then 'system' when 'staff' then 'staff' else 'members' end`;
const filters = passes(
  isChosen(actedBy, "by"),
  isChosen(sql`split_part(${eventColumns.kind}, '.', 1)`, "about"),
  isWithinDays(londonDay(sql`${eventColumns.createdAt}`)),
  containsWords(
    sql`translate(${eventColumns.kind}, '._', '  ')`,
    nameColumn(sql`${eventColumns.actorId}`),
    nameColumn(memberSubject),
    sql`${eventColumns.data}::text`,
  ),
);

const pages = preparedBy((db, of: "anybody" | "person") => {
  const { placeholder } = sql;
  const before = sql`${placeholder("before")}::bigint`;
  const newest = sql`${of === "person" ? auditPeople.entryId : auditEntries.id} desc`;
  const limit = placeholder("limit");
  if (of === "anybody")
    return eventJoin(db.select(columns).from(auditEntries).$dynamic(), auditEntries.eventId)
      .where(sql`${auditEntries.id} < ${before} and ${filters}`)
      .orderBy(newest)
      .limit(limit)
      .prepare("audit_of_anybody");
  const entries = db
    .select(columns)
    .from(auditPeople)
    .innerJoin(auditEntries, sql`${auditEntries.id} = ${auditPeople.entryId}`)
    .$dynamic();
  return eventJoin(entries, auditEntries.eventId)
    .where(
      sql`${auditPeople.memberId} = ${placeholder("person")} and ${auditPeople.entryId} < ${before} and ${filters}`,
    )
    .orderBy(newest)
    .limit(limit)
    .prepare("audit_of_person");
});

export type AuditRow = Awaited<ReturnType<ReturnType<typeof pages>["execute"]>>[number];
export type AuditFilters = SharedFilters & {
  person?: number | undefined;
  by?: string | undefined;
  about?: string | undefined;
};

/** Entries before one, the newest first. */
export async function pageOfAudit(
  db: Db,
  { person, by, about, ...shared }: AuditFilters,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const values = { ...filterValues(shared, { by, about }), before: before ?? Number.MAX_SAFE_INTEGER, limit };
  if (person === undefined) return pages(db, "anybody").execute(values);
  return pages(db, "person").execute({ ...values, person });
}

const actsOf = preparedOn((db) =>
  eventJoin(
    db
      .select(columns)
      .from(auditPeople)
      .innerJoin(auditEntries, sql`${auditEntries.id} = ${auditPeople.entryId}`)
      .$dynamic(),
    auditEntries.eventId,
  )
    .where(
      sql`${auditPeople.memberId} = ${sql.placeholder("member")} and ${auditPeople.byStaff}
        and ${auditPeople.entryId} < ${sql.placeholder("before")}::bigint
        and ${eventColumns.kind} = any(${arrayParameter("kinds", "text")})`,
    )
    .orderBy(sql`${auditPeople.entryId} desc`)
    .limit(sql.placeholder("limit"))
    .prepare("staff_acts_of_member"),
);

/** What staff did to a member, the newest first, of the kinds that members read. */
export async function staffActsOn(
  db: Db,
  member: number,
  kinds: readonly string[],
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  return actsOf(db).execute({ member, kinds, before: before ?? Number.MAX_SAFE_INTEGER, limit });
}
