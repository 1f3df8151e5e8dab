import { sql } from "drizzle-orm";
import pg from "pg";
import type { Db } from "../database/database.ts";
import { constantTables } from "./multiplied-rows.ts";

/** Keeps the text of every statement that reads or writes rows, of all connections, until it is stopped. */
export function recordStatements(): { statements: ReadonlySet<string>; stop(): void } {
  const statements = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }];
    const text = typeof first === "string" ? first : (first?.text ?? "");
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) statements.add(text);
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { statements, stop };
}

/** A node of EXPLAIN (FORMAT JSON), as far as it is read here. */
export type PlanNode = {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Filter?: string;
  "Join Type"?: string;
  Plans?: PlanNode[];
};

/**
 * The generic plan of each statement, as it is run once it is prepared (ADR-020), with a scan of each part of a table in
 * parts: those that the statement does not name are left out only when it is run.
 */
export async function genericPlansOf(db: Db, texts: Iterable<string>): Promise<Map<string, PlanNode>> {
  const plans = new Map<string, PlanNode>();
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    await tx.execute(sql`set local enable_partition_pruning = off`);
    for (const text of texts) {
      const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const values = parameters > 0 ? `(${Array(parameters).fill("null").join()})` : "";
      await tx.execute(sql.raw(`prepare planned as ${text}`));
      const { rows } = await tx.execute(sql.raw(`explain (format json) execute planned${values}`));
      await tx.execute(sql`deallocate planned`);
      plans.set(text, (rows[0] as { "QUERY PLAN": [{ Plan: PlanNode }] })["QUERY PLAN"][0].Plan);
    }
  });
  return plans;
}

/**
 * The growing tables, and for each of their indexes the sets of columns that are unique in the table. For a part of a table,
 * and for its indexes, `wholes` has the name of the whole, and `partKeys` the column that names the part.
 */
export type Growing = {
  tables: ReadonlySet<string>;
  indexes: ReadonlyMap<string, readonly string[][]>;
  wholes: ReadonlyMap<string, string>;
  partKeys: ReadonlyMap<string, string>;
};

export async function growingTables(db: Db): Promise<Growing> {
  const { rows } = await db.execute<{ table: string; index: string; keys: string[][] }>(sql`
    with keys as (
      select indrelid, jsonb_agg(attname) as columns
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisunique group by indexrelid, indrelid
    )
    select relname as table, indexrelid::regclass::text as index, json_agg(columns) as keys
    from pg_index join keys using (indrelid) join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace group by 1, 2`);
  const growing = rows.filter(({ table }) => !constantTables.includes(table));
  const { rows: parts } = await db.execute<{ part: string; whole: string; key: string | null }>(sql`
    select inhrelid::regclass::text as part, inhparent::regclass::text as whole, attname as key
    from pg_inherits left join pg_partitioned_table on partrelid = inhparent
      left join pg_attribute on attrelid = partrelid and attnum = partattrs[0]`);
  return {
    tables: new Set(growing.map(({ table }) => table)),
    indexes: new Map(growing.map(({ index, keys }) => [index, keys])),
    wholes: new Map(parts.map(({ part, whole }) => [part, whole])),
    partKeys: new Map(parts.flatMap(({ part, key }) => (key === null ? [] : [[part, key] as const]))),
  };
}

/** Nodes that read all of their input before they return a row, so that a LIMIT above does not stop it. */
const readsAll = ["Sort", "Incremental Sort", "Aggregate", "Hash", "WindowAgg", "Bitmap Heap Scan", "ModifyTable"];
const indexScans = ["Index Scan", "Index Only Scan", "Bitmap Index Scan"];

/** A scan of a table or of an index; `by` is its condition, or null when it reads all. */
export type Scan = { of: string; by: string | null };

/**
 * The scans of a plan whose work grows with a table: of the whole table, or of an index without a key that has one row
 * at most. A scan in the order of an index that a LIMIT stops is none, unless it filters what it reads.
 */
export function growingScans(plan: PlanNode, { tables, indexes, wholes }: Growing): Scan[] {
  const found: Scan[] = [];
  const visit = (node: PlanNode, stopped: boolean) => {
    const { "Node Type": type, "Relation Name": table = "", "Index Name": index = "" } = node;
    const { "Index Cond": condition = null, Filter: filter } = node;
    const isStopped = stopped && (condition !== null || !filter);
    if (type === "Seq Scan" && tables.has(table) && !isStopped)
      found.push({ of: wholes.get(table) ?? table, by: null });
    const keys = indexScans.includes(type) ? indexes.get(index) : undefined;
    if (keys && !isStopped && !keys.some((key) => key.every((column) => isFixed(column, condition))))
      found.push({ of: wholes.get(index) ?? index, by: condition });
    for (const child of node.Plans ?? []) {
      const role = child["Parent Relationship"] ?? "";
      const isFirstMatch = role === "Inner" && /Semi|Anti/.test(node["Join Type"] ?? "");
      // The inner side of a merge join is read from its beginning, wherever the outer side begins.
      const passesOn = !readsAll.includes(type) && !(role === "Inner" && type === "Merge Join");
      visit(child, !/Plan$/.test(role) && (type === "Limit" || isFirstMatch || (stopped && passesOn)));
    }
  };
  visit(plan, false);
  return found;
}

const isFixed = (column: string, condition: string | null) => new RegExp(`\\b${column} = `).test(condition ?? "");

/** The scans of all parts of a table, because the statement does not name one: by their index, or table, of the whole. */
export function scansOfAllParts(plan: PlanNode, growing: Growing): string[] {
  const { wholes, partKeys } = growing;
  const { "Relation Name": table = "", "Index Name": index, "Node Type": type } = plan;
  const below = (plan.Plans ?? []).flatMap((each) => scansOfAllParts(each, growing));
  const key = type === "ModifyTable" ? undefined : partKeys.get(table);
  const conditions = [plan["Index Cond"], plan["Recheck Cond"], plan.Filter].join();
  // Parts are not chosen by `= any`.
  if (key === undefined || new RegExp(`\\b${key} = (?!ANY)`).test(conditions)) return below;
  const by = index ?? plan.Plans?.[0]?.["Index Name"] ?? table;
  return [...below, wholes.get(by) ?? by];
}
