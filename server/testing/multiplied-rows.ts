/** Runs one statement within a transaction and returns its rows. */
export type Run = (statement: string) => Promise<Record<string, unknown>[]>;

/** Tables that do not grow with members and their work. */
export const constantTables: readonly string[] = [
  "__drizzle_migrations",
  "desk_settings",
  "money_settings",
  "figure_filling",
  "figure_step_counts",
  "figure_weeks",
  "job_runs",
  "mail_texts",
  "match_index_files",
  "plan_catalogue",
  "reference_entries",
  "reference_uses",
  "secrets",
  "site_texts",
  "transparency_counts",
];

/** Columns that hold ids of a table without a foreign key. */
const referencesByName: Readonly<Record<string, string>> = {
  actor_id: "members",
  decided_by: "members",
  assigned_to: "members",
  refund_asked_by: "members",
  asked_by: "members",
  event_id: "events",
  last_message_id: "messages",
  customer_read_id: "messages",
  advisor_read_id: "messages",
  photo_id: "files",
  large_photo_id: "files",
  attachment_ids: "files",
};

/** `refersTo` is the table of the column's foreign key. */
type Column = { table: string; name: string; type: string; refersTo: string | null };
type UniqueIndex = { table: string; columns: string[] };

/**
 * Copies all rows of the growing tables; `copies` returns how many copies of each row a table gets. In the n-th copy the
 * ids of a table are larger by n times the highest, in every column that holds them, so that copied rows refer to
 * copied rows. What belongs to one of the `shared` members belongs to them in every copy: their own lists grow. Sets the
 * sequences; VACUUM ANALYZE is left to the caller.
 */
export async function multiplyRows(
  run: Run,
  copies: (table: string, rows: number) => number,
  shared: readonly number[] = [],
): Promise<void> {
  const tables = Map.groupBy(await growingColumns(run), ({ table }) => table);
  const uniqueIndexes = await uniqueIndexesOf(run);
  const strides = new Map<string, number>();
  for (const [table, columns] of tables) {
    if (!columns.some(isSerial)) continue;
    const ids = [...tables.values()].flat().filter((each) => targetOf(each) === table && !each.type.endsWith("[]"));
    const highest = ids.map((each) => `(select max(${each.name}) from ${each.table})`);
    strides.set(table, await numberOf(run, `select greatest(${highest.join()}) as n`));
  }

  // Rows are copied table by table, so foreign keys hold only at the end.
  await run("set local session_replication_role = replica");
  for (const [table, columns] of tables) {
    const values = new Map(columns.map((column) => [column.name, copyOf(column, strides, shared)]));
    for (const index of uniqueIndexes.filter((each) => each.table === table)) {
      if (index.columns.every((name) => values.get(name) === name))
        for (const name of index.columns) values.set(name, `copy || '.' || ${name}`);
      // A number that is unique for one member, as an invoice's, goes on counting where the member is shared.
      const own = columns.filter(({ name }) => index.columns.includes(name));
      if (own.every((column) => ["", "members"].includes(targetOf(column))))
        for (const { name, type } of own.filter((column) => column.type === "integer" && targetOf(column) === ""))
          values.set(name, `(${name} + copy * (select max(${name}) from ${table}))::${type}`);
    }
    const count = copies(table, await numberOf(run, `select count(*) as n from ${table}`));
    // Quoted, because a column may be named by a word of SQL.
    const names = [...values.keys()].map((name) => `"${name}"`).join(", ");
    const copied = [...values].map(([name, value]) => (value === name ? `"${name}"` : value)).join(", ");
    await run(`insert into ${table} (${names}) select ${copied}
      from ${table}, generate_series(1, ${count}) copy on conflict do nothing`);
    if (strides.get(table))
      await run(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
}

const isSerial = ({ name, type }: Column) => name === "id" && type !== "text";
const numberOf = async (run: Run, statement: string) => Number((await run(statement))[0]?.["n"] ?? 0);

/** The table whose ids a column holds, or "". */
const targetOf = (column: Column) =>
  isSerial(column) ? column.table : (column.refersTo ?? referencesByName[column.name] ?? "");

/** SQL of the column's value in copy number `copy`: a larger id where it holds one, else the same value. */
function copyOf(column: Column, strides: ReadonlyMap<string, number>, shared: readonly number[]): string {
  const { table, name, type } = column;
  if (table === "events" && name === "subject_id") {
    const stride = [...strides].map(([each, its]) => `when '${each.replace(/s$/, "")}' then ${its}`).join(" ");
    const isShared = `subject = 'member' and subject_id in (${[0, ...shared].join()})`;
    return `case when ${isShared} then subject_id else subject_id + copy * case subject ${stride} else 0 end end`;
  }
  const target = targetOf(column);
  const stride = strides.get(target);
  if (stride === undefined) return name;
  if (type.endsWith("[]")) return `array(select each + copy * ${stride} from unnest(${name}) each)`;
  const same = target === "members" ? [0, ...shared] : [0];
  return `case when ${name} in (${same.join()}) then ${name} else ${name} + copy * ${stride} end`;
}

async function growingColumns(run: Run): Promise<Column[]> {
  const rows = await run(`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, confrelid::regclass::text as "refersTo"
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      left join pg_constraint k on k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by relname, attnum`);
  return (rows as Column[]).filter(({ table }) => !constantTables.includes(table));
}

const uniqueIndexesOf = async (run: Run) =>
  (await run(`
    select relname as table, array_agg(attname::text) as columns
    from pg_index i join pg_class c on c.oid = indrelid and relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(indkey)
    where indisunique group by indexrelid, relname`)) as UniqueIndex[];
