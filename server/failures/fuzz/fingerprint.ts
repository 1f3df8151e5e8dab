import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { tablesIn } from "../../database/table-names.ts";

/**
 * Written on purpose by calls that change nothing else (counters of attempts, calls to the provider, shown advisors), and
 * by jobs meanwhile.
 */
const journals = new Set([
  "limit_counts",
  "subscription_attempts",
  "match_showings",
  "match_index_files",
  "job_runs",
  "figure_weeks",
]);
/** A call that is refused because of a membership or a payout account records when the provider was asked about it. */
const notedWhen = new Map([
  ["memberships", "{updated_at}"],
  ["payout_accounts", "{updated_at,asked_at}"],
]);

/**
 * The state of the database by table: the number of rows and a sum of their hashes. Equal fingerprints mean that
 * nothing has changed.
 */
export async function fingerprint({ db }: Pick<AppContext, "db">): Promise<Record<string, string>> {
  const each = (await tablesIn(db))
    .filter((name) => !journals.has(name))
    .map((name) => {
      const table = sql.identifier(name);
      const noted = notedWhen.get(name);
      // As text where all columns count, which takes a third of the time of JSON.
      const row = noted ? sql`(to_jsonb(t) - ${noted}::text[])::text` : sql`t::text`;
      return sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as print from ${table} t`;
    });
  const { rows } = await db.execute<{ name: string; print: string }>(sql.join(each, sql` union all `));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** The tables in which two fingerprints differ. */
export function changedSince(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table]);
}
