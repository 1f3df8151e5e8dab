import type { Day } from "@plumbline/contract/dates.ts";
import type { Candidate, RecordFacts } from "@plumbline/contract/matching/rules.ts";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { fromMembers, memberJoin, memberColumns as members } from "../../auth/member-join.ts";
import { countOf } from "../../database/count-of.ts";
import { type Db, isAmong } from "../../database/database.ts";
import { deleteBefore } from "../../database/delete-before.ts";
import { numberedPages } from "../../database/numbered-pages.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert } from "../../database/prepared-writes.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { completedColumn } from "../engagements/completed-column.ts";
import { answerTimeColumn } from "../messages/answer-time-column.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import { verifiedRatingsColumn } from "../reviews/ratings-column.ts";
import { advisorRequests, type matchRows, matchShowings, preferences } from "./schema.ts";

const customer = memberJoin();
const profile = profileJoin();
const profiles = profile.columns;

export type PreferenceRow = Pick<typeof preferences.$inferSelect, "industryId" | "companySizeId" | "expertiseAreaIds">;
export type MatchRow = typeof matchRows.$inferSelect;

const writingPreference = preparedInsert(preferences, "write_preference", (insert) =>
  insert.onConflictDoUpdate({
    target: preferences.memberId,
    set: {
      industryId: sql`excluded.industry_id`,
      companySizeId: sql`excluded.company_size_id`,
      expertiseAreaIds: sql`excluded.expertise_area_ids`,
      updatedAt: sql`excluded.updated_at`,
    },
  }),
);

export async function writePreference(db: Db, memberId: number, preference: PreferenceRow, now: Date): Promise<void> {
  await sendAlong(db, writingPreference(db, { memberId, ...preference, updatedAt: now }));
}

/** The current facts that an advisor's row is computed from; members who are not advisors are left out. */
export async function matchFactsOf(db: Db, ids: readonly number[], now: Date) {
  if (ids.length === 0) return [];
  const advisor = sql`${members.id}`;
  const facts = fromMembers(db, {
    id: members.id,
    listed: sql<boolean>`${members.state} = 'active' and ${members.standing} = 'open' and ${members.profileSetup} and ${members.stripeSetup}`,
    expertiseAreaIds: profiles.expertiseAreaIds,
    industryIds: profiles.industryIds,
    companySizeIds: profiles.companySizeIds,
    photo: sql<boolean>`${profiles.photoId} is not null`,
    linkedinProfileUrl: profiles.linkedinProfileUrl,
    feePence: profiles.feePence,
    phoneNumber: profiles.phoneNumber,
    description: profiles.description,
    ratings: verifiedRatingsColumn(advisor),
    completed: completedColumn(advisor),
    answerTime: answerTimeColumn(advisor, now),
  });
  return profile.join(facts, members.id).where(and(isAmong(members.id, ids), eq(members.role, "advisor")));
}

/**
 * Locks the computation of these advisors' rows until the transaction ends. Without it, a process that read older facts
 * could overwrite the row of one that read newer facts.
 */
export async function lockListings(db: Db, ids: readonly number[]): Promise<void> {
  await sendAlong(
    db,
    db.execute(sql`
      select pg_advisory_xact_lock(7261003, id)
      from (select value::int as id from json_array_elements_text(${JSON.stringify(ids)}) order by 1) as ids`),
  );
}

/** Writes the rows that have changed and returns their ids; unchanged rows keep their `changed_at`. */
export async function writeMatchRows(
  db: Db,
  rows: readonly (Candidate & { listed: boolean; facts: RecordFacts })[],
  now: Date,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const given = rows.map(({ id, listed, quality, facts, ...row }) => ({
    member_id: id,
    listed,
    quality,
    expertise_area_ids: row.expertiseAreaIds,
    industry_ids: row.industryIds,
    company_size_ids: row.companySizeIds,
    facts: factsForStore(facts),
    changed_at: now,
  }));
  const saysOf = (row: string) =>
    sql.raw(["listed", "quality", ...lists, "facts"].map((column) => `${row}.${column}`).join(", "));
  const written = await db.execute<{ id: number }>(sql`
    insert into match_rows
    select given.* from json_populate_recordset(null::match_rows, ${JSON.stringify(given)}) as given
    where not exists (
      select 1 from match_rows as known
      where known.member_id = given.member_id and (${saysOf("known")}) = (${saysOf("given")}))
    on conflict (member_id) do update
    set (listed, quality, ${sql.raw(lists.join(", "))}, facts, changed_at) = (${saysOf("excluded")}, excluded.changed_at)
    returning member_id as id`);
  return written.rows.map(({ id }) => id);
}

const lists = ["expertise_area_ids", "industry_ids", "company_size_ids"];

// An unknown response time is left out of the JSON.
const factsForStore = ({ responseMinutes, ...facts }: RecordFacts): Record<string, number> =>
  responseMinutes === null ? facts : { ...facts, responseMinutes };

export function factsFrom(row: Pick<MatchRow, "facts">): RecordFacts {
  const { ratings = 0, ratingSum = 0, completed = 0, completeness = 0, responseMinutes = null } = row.facts;
  return {
    ratings,
    ratingSum,
    completed,
    completeness,
    responseMinutes,
    conversations: row.facts["conversations"] ?? 0,
  };
}

/** The ids of advisors with a complete profile and no row, and those of the n-th of `of` slices of all others. */
export async function outdatedAfter(
  db: Db,
  id: number,
  slice: { n: number; of: number },
  limit: number,
): Promise<number[]> {
  // A scalar subquery, because the planner would hash the whole table for an EXISTS.
  const row = sql`(select r.member_id from match_rows r where r.member_id = ${members.id})`;
  const rows = await fromMembers(db, { id: members.id })
    .where(
      and(
        gt(members.id, id),
        eq(members.role, "advisor"),
        eq(members.profileSetup, true),
        sql`(${members.id} % ${slice.of} = ${slice.n} or ${row} is null)`,
      ),
    )
    .orderBy(asc(members.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

const showings = preparedOn((db) =>
  db
    .select({
      customers: countOf(),
      first: countOf(sql`${matchShowings.position} = 1`),
      averagePosition: sql<number | null>`avg(${matchShowings.position})::float`,
      points: sql<(number | null)[]>`array[avg(points[1]), avg(points[2]), avg(points[3]), avg(points[4])]::float[]`,
    })
    .from(matchShowings)
    .where(
      and(eq(matchShowings.advisorId, sql.placeholder("advisorId")), eq(matchShowings.week, sql.placeholder("week"))),
    )
    .prepare("showings_of_advisor"),
);

/** How often an advisor was shown in the week of a Monday, and at which positions. */
export async function showingsOf(db: Db, advisorId: number, week: Day) {
  return oneRow(await showings(db).execute({ advisorId, week }));
}

export async function deleteShowingsBefore(db: Db, week: Day): Promise<void> {
  await deleteBefore(db, matchShowings.week, week);
}

export async function insertRequest(db: Db, memberId: number, message: string, now: Date): Promise<number> {
  return oneRow(
    await db
      .insert(advisorRequests)
      .values({ memberId, message, createdAt: now })
      .returning({ id: advisorRequests.id }),
  ).id;
}

function requests(db: Db) {
  const { id, email } = customer.columns;
  const some = db
    .select({
      id: advisorRequests.id,
      message: advisorRequests.message,
      createdAt: advisorRequests.createdAt,
      customer: { id, name: profiles.name, email, companyName: profiles.companyName },
    })
    .from(advisorRequests);
  return profile.join(customer.join(some.$dynamic(), advisorRequests.memberId), advisorRequests.memberId);
}

export async function findRequest(db: Db, id: number) {
  const [row] = await requests(db).where(eq(advisorRequests.id, id));
  return row ?? null;
}

const requestPages = preparedOn((db) =>
  numberedPages(db, "advisor_requests_page", {
    id: advisorRequests.id,
    ids: (more) => db.select({ id: advisorRequests.id }).from(advisorRequests).where(more).$dynamic(),
    order: [advisorRequests.id],
    descending: true,
    rows: (isOnPage) => requests(db).where(isOnPage),
  }),
);

/** One page of requests, newest first, by page number as the specification's lists. */
export const pageOfRequests = (db: Db, page: number, limit: number) => requestPages(db)({}, page, limit);
