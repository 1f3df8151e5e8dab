import { getTableName, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Db } from "./database.ts";
import { databaseAnswer } from "./errors.ts";
import { oneRow } from "./rows.ts";

/** A table in parts, each of which holds a range of one column whose values grow (ADR-053). */
export type PartedTable = {
  /** The column whose ranges the parts are. */
  key: PgColumn;
  /** The sequence that the column's values come from. */
  sequence: string;
  /** How many values of the key belong to one part. */
  size: number;
};

/** The last part, which has no end, so that a row finds its part also where no job has run for long. */
type LastPart = {
  name: string;
  /** The first value of its range; 0 for a part without a beginning. */
  from: number;
  /** The end that a check on it promises, from an earlier run that was interrupted; null without one. */
  promised: number | null;
};

/**
 * How long a change of the parts waits for each lock, and how often it tries, because all who come later wait behind it. It is
 * less than what PostgreSQL waits before it looks for two that wait for each other and ends one of them.
 */
const lockTimeout = "100ms";
const attempts = 20;
/** How long a statement that reads a whole part may take, in milliseconds. */
const longest = 24 * 3600 * 1000;
const lockNotAvailable = "55P03";

type Name = ReturnType<typeof sql.identifier>;

/**
 * Makes the part after the last one before it is needed, when fewer than half a part's values are left before it, and
 * takes the statistics of the whole table, which PostgreSQL never takes by itself (ADR-053). The table stays in use:
 * validating the check and taking statistics read whole parts and block neither readers nor writers; adding the check
 * and changing the parts lock the table and read no rows. May be killed at any moment and run again. Throws when the
 * locks cannot be had while fewer than a quarter of a part's values are left before the promised end.
 */
export async function makePartsAhead(database: Pick<Database, "db" | "query">, parted: PartedTable): Promise<void> {
  const { db } = database;
  const { size } = parted;
  const position = await positionOf(db, parted.sequence);
  const last = await lastPartOf(db, parted);
  if (position >= size / 2 && last.from < position + size / 2)
    try {
      await endPart(database, parted, last, position);
    } catch (error) {
      // A backup reads all tables for hours; the next run is soon enough as long as the promised end is far.
      const isNear = last.promised !== null && last.promised < position + size / 4;
      if (databaseAnswer(error)?.code !== lockNotAvailable || isNear) throw error;
    }
  await analyzeGrown(database, parted);
}

/** The highest value that a sequence has given; 0 before the first. */
async function positionOf(db: Db, sequence: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select case when is_called then last_value else 0 end as id from ${sql.identifier(sequence)}`,
  );
  return Number(oneRow(rows).id);
}

async function lastPartOf(db: Db, { key }: PartedTable): Promise<LastPart> {
  const { rows } = await db.execute<{ name: string; bounds: string; check: string | null }>(sql`
    select relname as name, pg_get_expr(relpartbound, part.oid) as bounds,
      (select max(conname) from pg_constraint where conrelid = part.oid and contype = 'c'
        and conname like relname || '_below_%') as check
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = ${getTableName(key.table)}::regclass
      and pg_get_expr(relpartbound, part.oid) like '% TO (MAXVALUE)'`);
  const { name, bounds, check } = oneRow(rows);
  const promised = check === null ? null : Number(check.slice(check.lastIndexOf("_") + 1));
  return { name, from: Number(/FROM \('?(\d+)/.exec(bounds)?.[1] ?? 0), promised };
}

const checkOf = (part: string, end: number) => sql.identifier(`${part}_below_${end}`);

/** Ends the last part and puts another one after it. */
async function endPart(
  { db, query }: Pick<Database, "db" | "query">,
  { key, size }: PartedTable,
  { name, from, promised }: LastPart,
  position: number,
): Promise<void> {
  const [table, part, column] = [
    sql.identifier(getTableName(key.table)),
    sql.identifier(name),
    sql.identifier(key.name),
  ];
  const isPromised = promised !== null && promised >= position + size / 4;
  const end = isPromised ? promised : Math.ceil((position + size / 2) / size) * size;
  const { rows } = await db.execute(sql`select from ${part} limit 1`);
  // A check that is known to hold spares reading the part under the lock; an empty one is read at once.
  if ((rows.length > 0 || promised !== null) && !isPromised)
    await withLocked(db, [part], async (tx) => {
      // Rows of an end that has come near would be refused before anything else is.
      if (promised !== null) await tx.execute(sql`alter table ${part} drop constraint ${checkOf(name, promised)}`);
      await tx.execute(
        sql`alter table ${part} add constraint ${checkOf(name, end)} check (${column} < ${sql.raw(String(end))}) not valid`,
      );
    });
  if (rows.length > 0) await runLong(query, `alter table "${name}" validate constraint "${name}_below_${end}"`);
  // Foreign keys are given up and taken up by the part, which locks what they refer to.
  const referred = await referredBy(db, getTableName(key.table));
  await withLocked(db, [...referred, table], async (tx) => {
    const next = sql.identifier(`${getTableName(key.table)}_from_${end}`);
    const start = from === 0 ? sql`minvalue` : sql.raw(String(from));
    await tx.execute(sql`alter table ${table} detach partition ${part}`);
    await tx.execute(
      sql`alter table ${table} attach partition ${part} for values from (${start}) to (${sql.raw(String(end))})`,
    );
    await tx.execute(sql`create table ${next} (like ${table} including defaults)`);
    await tx.execute(
      sql`alter table ${table} attach partition ${next} for values from (${sql.raw(String(end))}) to (maxvalue)`,
    );
    await tx.execute(sql`alter table ${part} drop constraint if exists ${checkOf(name, end)}`);
  });
}

async function referredBy(db: Db, table: string): Promise<Name[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct relname::text as name from pg_constraint join pg_class on pg_class.oid = confrelid
    where conrelid = ${table}::regclass and contype = 'f'`);
  return rows.map(({ name }) => sql.identifier(name));
}

/**
 * Runs `work` in a transaction that has locked these tables against everybody. Throws when it does not get the locks.
 */
async function withLocked(db: Db, tables: readonly Name[], work: (tx: Db) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = '${lockTimeout}'`));
        await tx.execute(sql`lock table ${sql.join([...tables], sql`, `)} in access exclusive mode`);
        await work(tx);
      });
    } catch (error) {
      if (attempt === attempts || databaseAnswer(error)?.code !== lockNotAvailable) throw error;
    }
}

/** Takes the statistics of the whole table anew once a tenth of its rows have come or gone since the last ones. */
async function analyzeGrown({ db, query }: Pick<Database, "db" | "query">, { key }: PartedTable): Promise<void> {
  const table = getTableName(key.table);
  const { rows } = await db.execute<{ known: number; parts: number }>(sql`
    select whole.reltuples as known, sum(greatest(part.reltuples, 0)) as parts
    from pg_class whole join pg_inherits on inhparent = whole.oid join pg_class part on part.oid = inhrelid
    where whole.oid = ${table}::regclass group by 1`);
  const { known, parts } = oneRow(rows);
  if (Math.abs(Number(parts) - Math.max(known, 0)) > Number(parts) / 10) await runLong(query, `analyze "${table}"`);
}

/** Runs a statement without a name as long as it takes, with the timeouts of the pool lifted for it alone. */
async function runLong(query: Database["query"], statement: string): Promise<void> {
  await query({ text: `set local statement_timeout = 0; ${statement}`, query_timeout: longest });
}
