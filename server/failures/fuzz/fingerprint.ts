import { sql } from "drizzle-orm";
import type { House } from "../../house.ts";

/** Written on purpose by calls that change nothing: how often somebody tried, what the provider was asked, who was shown. */
const journals = new Set(["limit_counts", "subscription_attempts", "match_showings"]);
/** Reading a membership or a payout account notes what the provider says of it, and when. */
const notedWhen = new Map([
  ["memberships", "{updated_at}"],
  ["payout_accounts", "{updated_at,asked_at}"],
]);

/** The whole state by table: how many rows, and a sum of their hashes. Two that are equal mean that nothing changed. */
export async function fingerprint({ db }: Pick<House, "db">): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  );
  const each = tables.rows
    .filter(({ name }) => !journals.has(name))
    .map(({ name }) => {
      const table = sql.identifier(name);
      const row = sql`(to_jsonb(${table}) - ${notedWhen.get(name) ?? "{}"}::text[])::text`;
      return sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as print from ${table}`;
    });
  const { rows } = await db.execute<{ name: string; print: string }>(sql.join(each, sql` union all `));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** The tables that two prints differ in. */
export function changedSince(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table]);
}
