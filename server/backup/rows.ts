import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database.ts";
import type { Manifest } from "./folder.ts";

/** Rows that travel at once. */
const batch = 500;
const notOurs = ["__drizzle_migrations"];

export const pathOf = (table: string) => `tables/${table}.jsonl.gz`;

/** Every table of ours, with the columns that are stored (generated ones work themselves out again). */
export async function tablesOf(tx: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await tx.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows.filter(({ name }) => !notOurs.includes(name));
}

/** Writes a table's rows to the backup, in the transaction's snapshot; answers how many. */
export async function writeRows(tx: Db, folder: string, name: string): Promise<number> {
  let count = 0;
  async function* lines() {
    await tx.execute(
      sql`declare rows_of no scroll cursor for select to_jsonb(t)::text as line from ${sql.identifier(name)} t`,
    );
    for (;;) {
      const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${batch} from rows_of`));
      for (const { line } of rows) yield `${line}\n`;
      count += rows.length;
      if (rows.length < batch) break;
    }
    await tx.execute(sql`close rows_of`);
  }
  await pipeline(lines, createGzip(), createWriteStream(join(folder, pathOf(name)), { mode: 0o600 }));
  return count;
}

/** Reads a table's rows from the backup into an empty table; answers how many. */
export async function readRows(tx: Db, folder: string, { name, columns }: Manifest["tables"][number]): Promise<number> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  let count = 0;
  let waiting: string[] = [];
  const insert = async () => {
    if (waiting.length === 0) return;
    await tx.execute(sql`
      insert into ${sql.identifier(name)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${`[${waiting.join(",")}]`}::jsonb)`);
    count += waiting.length;
    waiting = [];
  };
  const source = createReadStream(join(folder, pathOf(name))).pipe(createGunzip());
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    waiting.push(line);
    if (waiting.length === batch) await insert();
  }
  await insert();
  return count;
}

/** Where each counter of ids stands. */
export async function sequencesOf(tx: Db): Promise<Manifest["sequences"]> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select sequencename as name from pg_catalog.pg_sequences where schemaname = 'public' order by name`,
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    if (notOurs.some((table) => name.startsWith(table))) continue;
    const { rows: state } = await tx.execute<{ value: number; called: boolean }>(
      sql`select last_value as value, is_called as called from ${sql.identifier(name)}`,
    );
    sequences.push({ name, value: Number(state[0]?.value), called: state[0]?.called === true });
  }
  return sequences;
}
