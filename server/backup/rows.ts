import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { tableNames } from "../database/table-names.ts";
import type { Manifest } from "./folder.ts";

/** The number of rows per query. */
const batchSize = 500;
const skippedTables = ["__drizzle_migrations"];

/** Where a table's rows are within a backup's folder: JSON lines, compressed with gzip. */
export const pathOf = (table: string) => `tables/${table}.jsonl.gz`;

/** Every table of the schema with its stored columns; generated columns are computed again when rows are loaded. */
export async function tablesOf(tx: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await tx.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name in (select name from (${tableNames}) tables) and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows.filter(({ name }) => !skippedTables.includes(name));
}

/** Writes a table's rows from the transaction's snapshot to the backup; returns the number of rows. */
export async function writeRows(tx: Db, folder: string, name: string): Promise<number> {
  let count = 0;
  async function* lines() {
    await tx.execute(
      sql`declare rows_of no scroll cursor for select to_jsonb(t)::text as line from ${sql.identifier(name)} t`,
    );
    for (;;) {
      const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${batchSize} from rows_of`));
      for (const { line } of rows) yield `${line}\n`;
      count += rows.length;
      if (rows.length < batchSize) break;
    }
    await tx.execute(sql`close rows_of`);
  }
  await pipeline(lines, createGzip(), createWriteStream(join(folder, pathOf(name)), { mode: 0o600 }));
  return count;
}

/** Loads a table's rows from the backup into an empty table; returns the number of rows. */
export async function readRows(tx: Db, folder: string, { name, columns }: Manifest["tables"][number]): Promise<number> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  let count = 0;
  let buffered: string[] = [];
  const insert = async () => {
    if (buffered.length === 0) return;
    await tx.execute(sql`
      insert into ${sql.identifier(name)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${`[${buffered.join(",")}]`}::jsonb)`);
    count += buffered.length;
    buffered = [];
  };
  await pipeline(createReadStream(join(folder, pathOf(name))), createGunzip(), async (chunks) => {
    for await (const line of linesOf(chunks)) {
      buffered.push(line);
      if (buffered.length === batchSize) await insert();
    }
  });
  await insert();
  return count;
}

/**
 * The lines of a text, each of which ends with a line feed. Node's readline also ends lines at U+2028 and U+2029, which
 * texts of members have.
 */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** The current value of each sequence. */
export async function sequencesOf(tx: Db): Promise<Manifest["sequences"]> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select sequencename as name from pg_catalog.pg_sequences where schemaname = 'public' order by name`,
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    if (skippedTables.some((table) => name.startsWith(table))) continue;
    const { rows: state } = await tx.execute<{ value: number; called: boolean }>(
      sql`select last_value as value, is_called as called from ${sql.identifier(name)}`,
    );
    sequences.push({ name, value: Number(state[0]?.value), called: state[0]?.called === true });
  }
  return sequences;
}
