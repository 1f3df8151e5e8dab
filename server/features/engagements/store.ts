import type { Day } from "@plumbline/contract/dates.ts";
import type { Status } from "@plumbline/contract/engagements/rules.ts";
import { and, asc, desc, eq, getTableColumns, gt, lt, lte, max, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import type { Member } from "../../platform/members.ts";
import { together } from "../../platform/together.ts";
import { engagements, engagementVersions } from "../../schema.ts";
import { partyColumn, type RawParty } from "../profiles/party-column.ts";
import { type EngagementReview, isReviewed, reviewsColumn } from "../reviews/store.ts";

export type EngagementRow = typeof engagements.$inferSelect & { reviewed: boolean };
export type NewEngagement = typeof engagements.$inferInsert;

// Written out, because a column inside a sub-select would be taken for one of the sub-select's own tables.
const its = {
  id: sql.raw("engagements.id"),
  advisor: sql.raw("engagements.advisor_id"),
  customer: sql.raw("engagements.customer_id"),
};
const own = { ...getTableColumns(engagements), reviewed: isReviewed(its.id) };

/** An engagement that a member is party to, or null: strangers find nothing. */
export async function findEngagementOf(
  db: Db,
  member: Pick<Member, "id" | "role">,
  id: number,
): Promise<EngagementRow | null> {
  const party = member.role === "advisor" ? engagements.advisorId : engagements.customerId;
  const [row] = await db
    .select(own)
    .from(engagements)
    .where(and(eq(engagements.id, id), eq(party, member.id)));
  return row ?? null;
}

/** For the clock and the notices, which are nobody. */
export async function findEngagement(db: Db, id: number): Promise<EngagementRow | null> {
  const [row] = await db.select(own).from(engagements).where(eq(engagements.id, id));
  return row ?? null;
}

/** The customers an advisor has ever proposed to, the latest first, at most 500 (decision 24). */
export async function customersOfEngagementsWith(db: Db, advisorId: number): Promise<number[]> {
  const rows = await db
    .select({ id: engagements.customerId })
    .from(engagements)
    .where(eq(engagements.advisorId, advisorId))
    .groupBy(engagements.customerId)
    .orderBy(desc(max(engagements.id)))
    .limit(500);
  return rows.map(({ id }) => id);
}

export async function insertEngagement(tx: Db, engagement: NewEngagement): Promise<number> {
  const [row] = await tx.insert(engagements).values(engagement).returning({ id: engagements.id });
  return (row as { id: number }).id;
}

/** Writes only where the engagement still stands as it was read; false when somebody was quicker. */
export async function writeMove(tx: Db, read: EngagementRow, values: Partial<NewEngagement>): Promise<boolean> {
  const written = await tx
    .update(engagements)
    .set(values)
    .where(
      and(
        eq(engagements.id, read.id),
        eq(engagements.status, read.status),
        eq(engagements.version, read.version),
        sql`${engagements.reviewAskedAt} is not distinct from ${read.reviewAskedAt?.toISOString() ?? null}`,
      ),
    )
    .returning({ id: engagements.id });
  return written.length === 1;
}

/** Keeps what a proposal said before it was changed. Twice the same version is two racing changes: one of them is refused. */
export async function insertVersion(tx: Db, row: typeof engagementVersions.$inferInsert): Promise<void> {
  await tx.insert(engagementVersions).values(row).onConflictDoNothing();
}

/** Accepted engagements whose day has come. */
export async function dueToStart(db: Db, today: Day): Promise<number[]> {
  const rows = await db
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(eq(engagements.status, "accepted"), lte(engagements.startDate, today)))
    .orderBy(asc(engagements.startDate))
    .limit(500);
  return rows.map(({ id }) => id);
}

// What pages show: one round trip and one JSON value, however much hangs on an engagement --------------------------

export type RawFile = { id: number; name: string; size: number; contentType: string };
export type RawEvent = {
  id: number;
  kind: string;
  actorId: number | null;
  data: Record<string, unknown>;
  createdAt: string;
};
/** As JSON carries it: moments are texts. */
export type ShownEngagement = Omit<EngagementRow, "createdAt" | "reviewAskedAt" | "reviewed"> & {
  createdAt: string;
  reviewAskedAt: string | null;
  themeName: string;
  advisor: RawParty;
  customer: RawParty;
  /** In any order: attachmentIds has theirs. */
  attachments: RawFile[];
  reviews: EngagementReview[];
};
export type EngagementWithHistory = ShownEngagement & { /** The latest first. */ history: RawEvent[] };

const fields = sql.join(
  [
    ...Object.entries(getTableColumns(engagements)).map(([name, column]) =>
      sql.raw(`'${name}', engagements.${column.name}`),
    ),
    sql`'themeName', (select theme.name from reference_entries theme where theme.id = engagements.theme_id)`,
    sql`'advisor', ${partyColumn(its.advisor)}`,
    sql`'customer', ${partyColumn(its.customer)}`,
    sql`'attachments', array(
      select json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'contentType', f.content_type)
      from files f where f.id = any(engagements.attachment_ids))`,
    sql`'reviews', ${reviewsColumn(its.id)}`,
  ],
  sql`, `,
);
const history = sql`'history', array(
  select json_build_object('id', e.id, 'kind', e.kind, 'actorId', e.actor_id, 'data', e.data, 'createdAt', e.created_at)
  from events e where e.subject = 'engagement' and e.subject_id = engagements.id order by e.id desc limit 200)`;
const shown = { it: sql<ShownEngagement>`json_build_object(${fields})` };
const shownWithHistory = { it: sql<EngagementWithHistory>`json_build_object(${fields}, ${history})` };

function prepareReads(db: Db) {
  const given = sql.placeholder;
  const list = (role: "advisor" | "customer", order: "asc" | "desc") =>
    db
      .select(shown)
      .from(engagements)
      .where(
        and(
          eq(role === "advisor" ? engagements.advisorId : engagements.customerId, given("member")),
          sql`(${given("status")}::text is null or ${engagements.status} = ${given("status")}::text)`,
          lt(engagements.id, given("before")),
          gt(engagements.id, given("after")),
        ),
      )
      .orderBy(order === "asc" ? asc(engagements.id) : desc(engagements.id))
      .limit(given("limit"))
      .prepare(`engagements_of_${role}_${order}`);
  return {
    some: db
      .select(shownWithHistory)
      .from(engagements)
      .where(sql`${engagements.id} = any(${givenList("ids", "int")})`)
      .prepare("engagements_shown"),
    advisor: { asc: list("advisor", "asc"), desc: list("advisor", "desc") },
    customer: { asc: list("customer", "asc"), desc: list("customer", "desc") },
  };
}

type Reads = ReturnType<typeof prepareReads> & { one: (id: number) => Promise<EngagementWithHistory | null> };
const prepared = new WeakMap<Db, Reads>();
function readsOf(db: Db): Reads {
  const known = prepared.get(db);
  if (known) return known;
  const reads = prepareReads(db);
  const one = together(async (ids) => new Map((await reads.some.execute({ ids })).map(({ it }) => [it.id, it])));
  const all = { ...reads, one };
  prepared.set(db, all);
  return all;
}

/** Everything a party's page shows of one engagement; null for anybody else, who travelled with the parties' reads. */
export async function readEngagementOf(db: Db, memberId: number, id: number): Promise<EngagementWithHistory | null> {
  const engagement = await readsOf(db).one(id);
  return engagement && [engagement.advisorId, engagement.customerId].includes(memberId) ? engagement : null;
}

export type Listing = {
  status?: Status | undefined;
  order: "asc" | "desc";
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
};
const beyondIds = 2_147_483_647;

export async function listEngagementsOf(
  db: Db,
  member: Pick<Member, "id" | "role">,
  listing: Listing,
): Promise<ShownEngagement[]> {
  const { status = null, order, before = beyondIds, after = 0, limit } = listing;
  const side = member.role === "advisor" ? "advisor" : "customer";
  const rows = await readsOf(db)[side][order].execute({ member: member.id, status, before, after, limit });
  return rows.map(({ it }) => it);
}
