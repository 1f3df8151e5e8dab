import { isDeepStrictEqual } from "node:util";
import type { Day } from "@plumbline/contract/dates.ts";
import { and, eq, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import { matchRows, matchShowings, preferences } from "../../schema.ts";
import type { MatchRow, PreferenceRow } from "./store.ts";

// What each search reads and writes; prepared, because there are many.

function prepareReads(db: Db) {
  const given = sql.placeholder;
  return {
    preference: db
      .select()
      .from(preferences)
      .where(eq(preferences.memberId, given("memberId")))
      .prepare("preference_of"),
    rows: db
      .select()
      .from(matchRows)
      .where(sql`${matchRows.memberId} = any(${givenList("ids", "int")})`)
      .prepare("match_rows_of"),
    showings: db
      .select({ advisorId: matchShowings.advisorId, position: matchShowings.position, points: matchShowings.points })
      .from(matchShowings)
      .where(
        and(
          sql`${matchShowings.advisorId} = any(${givenList("advisorIds", "int")})`,
          eq(matchShowings.week, given("week")),
          eq(matchShowings.customerId, given("customerId")),
        ),
      )
      .prepare("showings_to"),
  };
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareReads>>();
function readsOf(db: Db) {
  const reads = prepared.get(db) ?? prepareReads(db);
  prepared.set(db, reads);
  return reads;
}

export async function findPreference(db: Db, memberId: number): Promise<PreferenceRow | null> {
  const [row] = await readsOf(db).preference.execute({ memberId });
  return row ?? null;
}

export async function matchRowsOf(db: Db, ids: readonly number[]): Promise<MatchRow[]> {
  return ids.length === 0 ? [] : readsOf(db).rows.execute({ ids });
}

/**
 * Who stood in a customer's list this week, and where; seen again, the newest place counts. Whoever stands there already
 * is left alone: a list that is looked at twice is not written twice.
 */
export async function writeShowings(
  db: Db,
  week: Day,
  customerId: number,
  shown: readonly { advisorId: number; points: number[] }[],
): Promise<void> {
  const advisorIds = shown.map(({ advisorId }) => advisorId);
  const known = await readsOf(db).showings.execute({ advisorIds, week, customerId });
  const fresh = shown
    .map(({ advisorId, points }, index) => ({ advisorId, position: index + 1, points }))
    .filter((each) => !known.some((other) => isDeepStrictEqual(each, other)));
  if (fresh.length === 0) return;
  await db
    .insert(matchShowings)
    .values(fresh.map((each) => ({ ...each, week, customerId })))
    .onConflictDoUpdate({
      target: [matchShowings.advisorId, matchShowings.week, matchShowings.customerId],
      set: { position: sql`excluded.position`, points: sql`excluded.points` },
    });
}
