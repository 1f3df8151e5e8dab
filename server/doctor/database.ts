import { readFileSync } from "node:fs";
import pg from "pg";
import { type Check, type Finding, findingsOf, patience, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("database");
const leastVersion = 150_000;
/** A pool of ten and a listener in each process, and one to look at it with. */
const connectionsEach = 12;

type Journal = { entries: { when: number; tag: string }[] };
const journal = () =>
  JSON.parse(readFileSync(new URL("../migrations/meta/_journal.json", import.meta.url), "utf8")) as Journal;

/** Reachable, new enough, writable, granted what migrations and calls need, migrated, and of the same time as us. */
export const database: Check = {
  name: "database",
  run: async ({ databaseUrl }) => {
    if (!databaseUrl) return [ok("embedded, in DATA_DIR")];
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patience / 2 });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      return [failed(`cannot be reached: ${reasonOf(error)}`, whatToDo((error as { code?: string }).code))];
    }
    try {
      return [
        ...(await server(client)),
        ...(await grants(client)),
        ...(await migrations(client)),
        ...(await clock(client)),
      ];
    } finally {
      await client.end();
    }
  },
};

function whatToDo(code = ""): string {
  if (code === "28P01" || code === "28000") return "Check the user and the password in DATABASE_URL.";
  if (code === "3D000") return "Create the database that DATABASE_URL names: create database …;";
  if (code === "53300") return "It takes no more connections: raise max_connections or run fewer processes.";
  return "Check host and port in DATABASE_URL, and that PostgreSQL listens there for this machine.";
}

async function server(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as named,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as replica,
      current_setting('default_transaction_read_only') = 'on' as read_only,
      current_setting('max_connections')::int as connections`);
  const { version, named, encoding, replica, read_only, connections } = rows[0];
  const found: Finding[] = [];
  if (version < leastVersion) found.push(failed(`PostgreSQL ${named} is too old`, "Use PostgreSQL 15 or newer."));
  else found.push(ok(`PostgreSQL ${named} answers`));
  if (encoding !== "UTF8")
    found.push(failed(`its encoding is ${encoding}`, "Make the database anew with encoding 'UTF8'."));
  if (replica || read_only)
    found.push(failed("it takes reads only", "Point DATABASE_URL at the primary, with read-only transactions off."));
  if (connections < 2 * connectionsEach)
    found.push(
      warning(
        `max_connections is ${connections}`,
        `Each process takes up to ${connectionsEach}: raise it, so that a rolling restart has room for two.`,
      ),
    );
  return found;
}

async function grants(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select current_user as role, current_database() as database, current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
      has_database_privilege(current_database(), 'create') as adds,
      exists (select from pg_class where relname = '__drizzle_migrations') as begun`);
  const { role, database: name, schema, creates, adds, begun } = rows[0];
  if (!schema)
    return [
      failed(
        `${role} may use no schema of ${name}`,
        `As its owner: grant usage, create on schema public to "${role}";`,
      ),
    ];
  if (!creates)
    return [
      failed(
        `${role} may not create tables in schema ${schema}, which migrations need`,
        `As the owner of ${name}: grant usage, create on schema "${schema}" to "${role}";`,
      ),
    ];
  const { rows: closed } = await client.query(`
    select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by relname`);
  if (closed.length > 0) {
    const names = closed.slice(0, 3).map(({ relname }) => relname);
    return [
      failed(
        `${role} may not read and write ${closed.length} of its tables (${names.join(", ")}${closed.length > 3 ? ", …" : ""})`,
        `As their owner: grant all on all tables in schema "${schema}" to "${role}"; grant all on all sequences in schema "${schema}" to "${role}";`,
      ),
    ];
  }
  if (!begun && !adds)
    return [
      failed(
        `${role} may not create schemas in ${name}, where the list of migrations is kept`,
        `As its owner: grant create on database "${name}" to "${role}";`,
      ),
    ];
  return [ok(`${role} has the grants it needs`)];
}

async function migrations(client: pg.Client): Promise<Finding[]> {
  const { entries } = journal();
  const { rows: where } = await client.query(
    "select relnamespace::regnamespace::text as schema from pg_class where relname = '__drizzle_migrations' limit 1",
  );
  if (where.length === 0) return [ok(`empty: the first start makes its tables (${entries.length} migrations)`)];
  const { rows } = await client.query(
    `select max(created_at)::text as last from ${where[0].schema}.__drizzle_migrations`,
  );
  const last = Number(rows[0].last ?? 0);
  const pending = entries.filter(({ when }) => when > last);
  if (last > (entries.at(-1)?.when ?? 0))
    return [
      failed("it is ahead of this version: a newer one has migrated it", "Start that version, or restore a backup."),
    ];
  if (pending.length === 0) return [ok("all migrations have run")];
  return [
    warning(
      `${pending.length} migrations have not run: ${pending.map(({ tag }) => tag).join(", ")}`,
      "The next start runs them. Make a backup first.",
    ),
  ];
}

async function clock(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as at");
  const skew = Math.abs(Number(rows[0].at) - (before + Date.now()) / 2) / 1000;
  return skewFinding("database", "the database's clock", skew);
}

/** Sessions, links and signatures end at moments that two clocks must agree on; `skew` in seconds. */
export function skewFinding(check: string, whose: string, skew: number): Finding[] {
  const say = findingsOf(check);
  const apart = `${whose} and ours are ${Math.round(skew)} seconds apart`;
  const todo = "Let both machines set their clocks by NTP.";
  if (skew > 60) return [say.failed(apart, todo)];
  if (skew > 5) return [say.warning(apart, todo)];
  return [say.ok(`${whose} agrees with ours`)];
}
