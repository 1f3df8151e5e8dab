import { isDeepStrictEqual } from "node:util";
import type { Day } from "@plumbline/contract/dates.ts";
import { and, eq, sql } from "drizzle-orm";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { matchRows, matchShowings, preferences } from "./schema.ts";
import type { MatchRow, PreferenceRow } from "./store.ts";

// What each search reads and writes, as prepared statements.

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
      .where(sql`${matchRows.memberId} = any(${arrayParameter("ids", "int")})`)
      .prepare("match_rows_of"),
    showings: db
      .select({ advisorId: matchShowings.advisorId, position: matchShowings.position, points: matchShowings.points })
      .from(matchShowings)
      .where(
        and(
          sql`${matchShowings.advisorId} = any(${arrayParameter("advisorIds", "int")})`,
          eq(matchShowings.week, given("week")),
          eq(matchShowings.customerId, given("customerId")),
        ),
      )
      .prepare("showings_to"),
  };
}

const readsOf = preparedOn(prepareReads);

export async function findPreference(db: Db, memberId: number): Promise<PreferenceRow | null> {
  const [row] = await readsOf(db).preference.execute({ memberId });
  return row ?? null;
}

export async function matchRowsOf(db: Db, ids: readonly number[]): Promise<MatchRow[]> {
  return ids.length === 0 ? [] : readsOf(db).rows.execute({ ids });
}

/** Which of some advisors a customer has been shown in a week, at which position and with which points. */
export const showingsTo = (db: Db, week: Day, customerId: number, advisorIds: readonly number[]): Promise<Showing[]> =>
  readsOf(db).showings.execute({ advisorIds, week, customerId });

type Showing = { advisorId: number; position: number; points: number[] };

/**
 * Records which advisors a customer was shown this week, at which position; the newest position counts. Rows that would not
 * change, by those `known`, are not written, so that showing the same list again writes nothing.
 */
export async function writeShowings(
  db: Db,
  week: Day,
  customerId: number,
  shown: readonly Omit<Showing, "position">[],
  known: readonly Showing[],
): Promise<void> {
  const changed = shown
    .map(({ advisorId, points }, index) => ({ advisorId, position: index + 1, points }))
    .filter((each) => !known.some((other) => isDeepStrictEqual(each, other)));
  if (changed.length === 0) return;
  await db
    .insert(matchShowings)
    .values(changed.map((each) => ({ ...each, week, customerId })))
    .onConflictDoUpdate({
      target: [matchShowings.advisorId, matchShowings.week, matchShowings.customerId],
      set: { position: sql`excluded.position`, points: sql`excluded.points` },
    });
}
