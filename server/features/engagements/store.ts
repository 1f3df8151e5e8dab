import type { Day } from "@plumbline/contract/dates.ts";
import type { Standing } from "@plumbline/contract/sanctions/rules.ts";
import { and, asc, desc, eq, getTableColumns, lte, max, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { standingColumn } from "../../auth/member-join.ts";
import type { Member } from "../../auth/members.ts";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { type AttachedFile, filesColumn } from "../../files/file-column.ts";
import { eventsColumn, type PastEvent } from "../../outbox/events-column.ts";
import { customersInConversationWith } from "../messages/store.ts";
import { partyColumn, type RawParty } from "../profiles/party-column.ts";
import { entryNameColumn } from "../reference/entry-column.ts";
import { type EngagementReview, isReviewed, reviewsColumn } from "../reviews/store.ts";
import { engagements, engagementVersions } from "./schema.ts";

type Standings = { advisorStanding: Standing; customerStanding: Standing };
export type EngagementRow = typeof engagements.$inferSelect & { reviewed: boolean } & Standings;
export type NewEngagement = typeof engagements.$inferInsert;

// Raw SQL, because Drizzle would qualify a column inside a subquery with the subquery's own table.
export const engagementColumns = {
  id: sql.raw("engagements.id"),
  advisor: sql.raw("engagements.advisor_id"),
  customer: sql.raw("engagements.customer_id"),
};
const standingColumns = {
  advisorStanding: standingColumn(engagementColumns.advisor),
  customerStanding: standingColumn(engagementColumns.customer),
};
const rowColumns = {
  ...getTableColumns(engagements),
  reviewed: isReviewed(engagementColumns.id),
  ...standingColumns,
};

/** An engagement that the member is a party to, or null. */
export async function findEngagementOf(
  db: Db,
  member: Pick<Member, "id" | "role">,
  id: number,
): Promise<EngagementRow | null> {
  const found = await findEngagement(db, id);
  const party = member.role === "advisor" ? found?.advisorId : found?.customerId;
  return party === member.id ? found : null;
}

/** Without a permission check: for jobs and notifications. */
export const findEngagement: (db: Db, id: number) => Promise<EngagementRow | null> = preparedById(
  (db) =>
    db
      .select(rowColumns)
      .from(engagements)
      .where(sql`${engagements.id} = any(${arrayParameter("ids", "int")})`)
      .prepare("engagements_by_id"),
  ({ id }) => id,
);

/** Whether the two have ever had an engagement, also a rejected proposal. */
export async function haveEngagement(db: Db, advisorId: number, customerId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(eq(engagements.advisorId, advisorId), eq(engagements.customerId, customerId)))
    .limit(1);
  return row !== undefined;
}

/**
 * The customers that an advisor may propose to, in no particular order: those with a shared conversation or an earlier
 * engagement, the latest 500 of each (decision 24).
 */
export async function findOwnCustomers(db: Db, advisorId: number): Promise<number[]> {
  const rows = await ownCustomersOf(db).execute({ advisorId });
  return rows.map(({ id }) => id);
}

/** The same as others see them, with what decisions about their conduct leave them. */
export async function readOwnCustomers(db: Db, advisorId: number): Promise<{ party: RawParty; standing: Standing }[]> {
  const rows = await ownPartiesOf(db).execute({ advisorId });
  return rows.flatMap(({ party, standing }) => (party ? { party, standing } : []));
}

function ownCustomers(db: Db) {
  const advisorId = sql.placeholder("advisorId");
  const proposedTo = db
    .select({ id: engagements.customerId })
    .from(engagements)
    .where(eq(engagements.advisorId, advisorId))
    .groupBy(engagements.customerId)
    .orderBy(desc(max(engagements.id)))
    .limit(500);
  return union(customersInConversationWith(db, advisorId), proposedTo);
}
const ownCustomersOf = preparedOn((db) => ownCustomers(db).prepare("own_customers"));
const ownPartiesOf = preparedOn((db) =>
  db
    .select({
      party: sql<RawParty | null>`${partyColumn(sql.raw("own.customer_id"), "customer")}`,
      standing: standingColumn(sql.raw("own.customer_id")),
    })
    .from(ownCustomers(db).as("own"))
    .prepare("own_customers_as_parties"),
);

const inserting = preparedInsert(engagements, "insert_engagement", (insert) =>
  insert.returning({ id: engagements.id }),
);

export async function insertEngagement(tx: Db, engagement: NewEngagement): Promise<number> {
  return oneRow(await inserting(tx, engagement)).id;
}

const moving = preparedUpdate(engagements, "move_engagement", (update) => {
  const { placeholder } = sql;
  return update
    .where(
      and(
        eq(engagements.id, placeholder("idRead")),
        eq(engagements.status, placeholder("statusRead")),
        eq(engagements.version, placeholder("versionRead")),
        sql`${engagements.reviewAskedAt} is not distinct from ${placeholder("askedRead")}`,
      ),
    )
    .returning({ id: engagements.id });
});

/** Writes only if the engagement is unchanged since it was read; false when another request was faster. */
export async function writeMove(tx: Db, read: EngagementRow, values: Partial<NewEngagement>): Promise<boolean> {
  const isAsRead = {
    idRead: read.id,
    statusRead: read.status,
    versionRead: read.version,
    askedRead: read.reviewAskedAt?.toISOString() ?? null,
  };
  return (await moving(tx, isAsRead, values)).length === 1;
}

const insertingVersion = preparedInsert(engagementVersions, "insert_engagement_version", (insert) =>
  insert.onConflictDoNothing(),
);

/** Stores the version before a change. If two changes race, the second insert is ignored and its update is refused later. */
export async function insertVersion(tx: Db, row: typeof engagementVersions.$inferInsert): Promise<void> {
  await sendAlong(tx, insertingVersion(tx, row));
}

/** The ids of accepted engagements whose start date has been reached, at most 500. */
export async function findEngagementsToStart(db: Db, today: Day): Promise<number[]> {
  const rows = await db
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(eq(engagements.status, "accepted").inlineParams(), lte(engagements.startDate, today)))
    .orderBy(asc(engagements.startDate))
    .limit(500);
  return rows.map(({ id }) => id);
}

// Reads for pages: one query returns an engagement with its parties, files and reviews as one JSON value. ----------

/** An engagement as JSON: timestamps are strings. */
export type ShownEngagement = Omit<EngagementRow, "createdAt" | "reviewAskedAt" | "reviewed"> & {
  createdAt: string;
  reviewAskedAt: string | null;
  themeName: string;
  advisor: RawParty;
  customer: RawParty;
  /** In any order; attachmentIds has the right one. */
  attachments: AttachedFile[];
  reviews: EngagementReview[];
};
export type EngagementWithHistory = ShownEngagement & { /** Latest first. */ history: PastEvent[] };

const jsonFields = sql.join(
  [
    ...Object.entries(getTableColumns(engagements)).map(([name, column]) =>
      sql.raw(`'${name}', engagements.${column.name}`),
    ),
    sql`'themeName', ${entryNameColumn(sql.raw("engagements.theme_id"))}`,
    sql`'advisor', ${partyColumn(engagementColumns.advisor, "advisor")}`,
    sql`'customer', ${partyColumn(engagementColumns.customer, "customer")}`,
    sql`'attachments', ${filesColumn(sql.raw("engagements.attachment_ids"))}`,
    sql`'reviews', ${reviewsColumn(engagementColumns.id)}`,
    ...Object.entries(standingColumns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  ],
  sql`, `,
);
const history = sql`'history', ${eventsColumn("engagement", engagementColumns.id)}`;
export const pageColumns = { it: sql<ShownEngagement>`json_build_object(${jsonFields})` };
const pageColumnsWithHistory = { it: sql<EngagementWithHistory>`json_build_object(${jsonFields}, ${history})` };

const shownById = preparedById(
  (db) =>
    db
      .select(pageColumnsWithHistory)
      .from(engagements)
      .where(sql`${engagements.id} = any(${arrayParameter("ids", "int")})`)
      .prepare("engagements_shown"),
  ({ it }) => it.id,
);

/** One engagement for a party's page; null for others, which is checked here because the batched read serves all callers. */
export async function readEngagementOf(db: Db, memberId: number, id: number): Promise<EngagementWithHistory | null> {
  const engagement = (await shownById(db, id))?.it;
  return engagement && [engagement.advisorId, engagement.customerId].includes(memberId) ? engagement : null;
}
