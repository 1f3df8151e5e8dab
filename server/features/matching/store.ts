import type { Day } from "@plumbline/contract/dates.ts";
import type { Candidate, RecordFacts } from "@plumbline/contract/matching/rules.ts";
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { advisorRequests, matchRows, matchShowings, members, preferences, profiles } from "../../schema.ts";
import { completedColumn } from "../engagements/completed-column.ts";
import { answerMinutesColumn } from "../messages/answer-time-column.ts";
import { verifiedRatingsColumn } from "../reviews/ratings-column.ts";

export type PreferenceRow = Pick<typeof preferences.$inferSelect, "industryId" | "companySizeId" | "expertiseAreaIds">;
export type MatchRow = typeof matchRows.$inferSelect;

export async function writePreference(db: Db, memberId: number, preference: PreferenceRow, now: Date): Promise<void> {
  const values = { ...preference, updatedAt: now };
  await db
    .insert(preferences)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: preferences.memberId, set: values });
}

/** What an advisor's row is worked out from, as it stands now; members who are no advisors are left out. */
export async function matchFactsOf(db: Db, ids: readonly number[], now: Date) {
  if (ids.length === 0) return [];
  const advisor = sql`${members.id}`;
  return db
    .select({
      id: members.id,
      listed: sql<boolean>`${members.state} = 'active' and ${members.profileSetup} and ${members.stripeSetup}`,
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
      responseMinutes: answerMinutesColumn(advisor, now),
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(inArray(members.id, [...ids]), eq(members.role, "advisor")));
}

/**
 * Until the transaction ends nobody else works these advisors out: with several processes the facts that were read last
 * would otherwise not always be the ones that are written last.
 */
export async function lockListings(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    select pg_advisory_xact_lock(7261003, id)
    from (select value::int as id from json_array_elements_text(${JSON.stringify(ids)}) order by 1) as ids`);
}

/** Writes rows that say something new, and gives their ids: the rest stays as old as it is. */
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

// A number that is not there is left out of the JSON.
const factsForStore = ({ responseMinutes, ...facts }: RecordFacts): Record<string, number> =>
  responseMinutes === null ? facts : { ...facts, responseMinutes };

export function factsFrom(row: Pick<MatchRow, "facts">): RecordFacts {
  const { ratings = 0, ratingSum = 0, completed = 0, completeness = 0, responseMinutes = null } = row.facts;
  return { ratings, ratingSum, completed, completeness, responseMinutes };
}

/** Everyone listed as they stood at one moment, best quality first, ties by id; a page at a time, for there may be a million. */
export async function eachRanked(db: Db, take: (rows: readonly Candidate[]) => void): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`
        declare ranked cursor for
        select member_id as "id", quality, expertise_area_ids as "expertiseAreaIds", industry_ids as "industryIds",
          company_size_ids as "companySizeIds"
        from match_rows where listed order by quality desc, member_id`);
      for (;;) {
        const { rows } = await tx.execute<Candidate>(sql`fetch 1000 from ranked`);
        if (rows.length === 0) return;
        take(rows);
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** What has changed since a moment, by id, a page at a time. */
export async function changedSince(db: Db, moment: Date, afterId: number, limit: number): Promise<MatchRow[]> {
  return db
    .select()
    .from(matchRows)
    .where(and(gt(matchRows.changedAt, moment), gt(matchRows.memberId, afterId)))
    .orderBy(asc(matchRows.memberId))
    .limit(limit);
}

/** Advisors who could be listed and have no row, and the n-th of so many slices of the others; by id. */
export async function outdatedAfter(
  db: Db,
  id: number,
  slice: { n: number; of: number },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .leftJoin(matchRows, eq(matchRows.memberId, members.id))
    .where(
      and(
        gt(members.id, id),
        eq(members.role, "advisor"),
        eq(members.profileSetup, true),
        or(isNull(matchRows.memberId), sql`${members.id} % ${slice.of} = ${slice.n}`),
      ),
    )
    .orderBy(asc(members.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function showingsOf(db: Db, advisorId: number, week: Day) {
  const [row] = await db
    .select({
      customers: sql<number>`count(*)::int`,
      first: sql<number>`(count(*) filter (where ${matchShowings.position} = 1))::int`,
      averagePosition: sql<number | null>`avg(${matchShowings.position})::float`,
      points: sql<(number | null)[]>`array[avg(points[1]), avg(points[2]), avg(points[3]), avg(points[4])]::float[]`,
    })
    .from(matchShowings)
    .where(and(eq(matchShowings.advisorId, advisorId), eq(matchShowings.week, week)));
  return row as NonNullable<typeof row>;
}

export async function deleteShowingsBefore(db: Db, week: Day): Promise<void> {
  await db.delete(matchShowings).where(lt(matchShowings.week, week));
}

export async function insertRequest(db: Db, memberId: number, message: string, now: Date): Promise<number> {
  const [row] = await db
    .insert(advisorRequests)
    .values({ memberId, message, createdAt: now })
    .returning({ id: advisorRequests.id });
  return (row as { id: number }).id;
}

const requests = (db: Db) =>
  db
    .select({
      id: advisorRequests.id,
      message: advisorRequests.message,
      createdAt: advisorRequests.createdAt,
      customer: { id: members.id, name: profiles.name, email: members.email, companyName: profiles.companyName },
    })
    .from(advisorRequests)
    .innerJoin(members, eq(members.id, advisorRequests.memberId))
    .innerJoin(profiles, eq(profiles.memberId, members.id));

export async function findRequest(db: Db, id: number) {
  const [row] = await requests(db).where(eq(advisorRequests.id, id));
  return row ?? null;
}

/** The back office pages by number, as the specification's lists do. */
export async function pageOfRequests(db: Db, page: number, limit: number) {
  const rows = await requests(db)
    .orderBy(desc(advisorRequests.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, total: await db.$count(advisorRequests) };
}
