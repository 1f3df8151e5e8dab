import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { archivingQuery } from "../database/archiving.ts";
import { comparedWith, lastMigration, migrations } from "../database/migrations.ts";
import { factsOf } from "../error-facts.ts";
import * as schema from "../schema.ts";
import { type Check, checkTimeout, type Finding, findingsOf, reasonOf } from "./finding.ts";
import { poolerFindings } from "./pooler.ts";
import { replicaFindings } from "./replicas.ts";

const { ok, warning, failed } = findingsOf("database");
const minimumVersion = 150_000;
/** Ten connections of the pool, one listener, and one for administration. */
const connectionsPerProcess = 12;

/**
 * Checks that PostgreSQL is reachable, recent, writable and migrated, with the needed privileges and a matching clock.
 */
export const database: Check = {
  name: "database",
  run: async ({ databaseUrl, databaseDirectUrl, databaseReplicaUrls }) => {
    if (!databaseUrl || !databaseDirectUrl) return [ok("embedded, in DATA_DIR")];
    const client = new pg.Client({ connectionString: databaseDirectUrl, connectionTimeoutMillis: checkTimeout / 2 });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      return [failed(`cannot be reached: ${reasonOf(error)}`, adviceFor(error))];
    }
    try {
      return [
        ...(await serverFindings(client)),
        ...(await privilegeFindings(client)),
        ...(await migrationFindings(client)),
        ...(await clockFindings(client)),
        ...(await archiveFindings(client)),
        ...(await poolerFindings(databaseUrl, databaseUrl === databaseDirectUrl)),
        ...(await Promise.all(databaseReplicaUrls.map((url) => replicaFindings(client, url)))).flat(),
      ];
    } finally {
      await client.end();
    }
  },
};

function adviceFor(error: unknown): string {
  const { code = "", message = "" } = factsOf(error);
  if (code === "28P01" || code === "28000") return "Check the user and the password in DATABASE_URL.";
  if (code === "3D000") return "Create the database that DATABASE_URL names: create database …;";
  if (code === "53300") return "It takes no more connections: raise max_connections or run fewer processes.";
  if (/SSL|certificate/i.test(message))
    return "Let sslmode in DATABASE_URL say what the server does: disable, verify-full (NODE_EXTRA_CA_CERTS names its authority), or no-verify, which encrypts without asking who answers.";
  return "Check host and port in DATABASE_URL, and that PostgreSQL listens there for this machine.";
}

async function serverFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as named,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as replica,
      current_setting('default_transaction_read_only') = 'on' as read_only,
      current_setting('max_connections')::int as connections`);
  const { version, named, encoding, replica, read_only, connections } = rows[0];
  const found: Finding[] = [];
  if (version < minimumVersion) found.push(failed(`PostgreSQL ${named} is too old`, "Use PostgreSQL 15 or newer."));
  else found.push(ok(`PostgreSQL ${named} answers`));
  if (encoding !== "UTF8")
    found.push(failed(`its encoding is ${encoding}`, "Make the database anew with encoding 'UTF8'."));
  if (replica || read_only)
    found.push(failed("it takes reads only", "Point DATABASE_URL at the primary, with read-only transactions off."));
  if (connections < 2 * connectionsPerProcess)
    found.push(
      warning(
        `max_connections is ${connections}`,
        `Each process takes up to ${connectionsPerProcess}: raise it, so that a rolling restart has room for two.`,
      ),
    );
  return found;
}

async function privilegeFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select current_user as role, current_database() as database,
      (select has_schema_privilege(oid, 'usage') and has_schema_privilege(oid, 'create')
        from pg_namespace where nspname = 'public') as creates`);
  const { role, database: name, creates } = rows[0];
  if (creates === null)
    return [failed(`${name} has no schema "public"`, `As its owner: create schema public authorization "${role}";`)];
  if (!creates)
    return [
      failed(
        `${role} may not create tables in schema public of ${name}, which migrations need`,
        `As the owner of ${name}: grant usage, create on schema public to "${role}";`,
      ),
    ];
  const { rows: closed } = await client.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by relname`);
  if (closed.length > 0) {
    const names = closed.slice(0, 3).map(({ relname }) => relname);
    return [
      failed(
        `${role} may not read and write ${closed.length} of its tables (${names.join(", ")}${closed.length > 3 ? ", …" : ""})`,
        `As their owner: grant all on all tables in schema public to "${role}"; grant all on all sequences in schema public to "${role}";`,
      ),
    ];
  }
  return [ok(`${role} has the grants it needs`)];
}

async function migrationFindings(client: pg.Client): Promise<Finding[]> {
  const known = migrations();
  const db = drizzle(client, { schema });
  const { isNewer, obstacle } = await comparedWith(db);
  if (obstacle !== null) return [failed("it is ahead of this version", obstacle)];
  if (isNewer)
    return [warning("a newer version has migrated it; this one runs on it", "Go on to the newer one when you can.")];
  const done = await lastMigration(db);
  const pending = known.filter(({ at }) => at > done).length;
  if (pending === 0) return [ok("all migrations have run")];
  if (done === 0) return [ok(`empty: the first start makes its tables (${pending} migrations)`)];
  return [warning(`${pending} migrations have not run`, "The next start runs them. Make a backup first.")];
}

/** Nothing for a server that archives nothing: its backups may be another program's. */
async function archiveFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(archivingQuery);
  const { archives, fails_since: since } = rows[0];
  if (!archives) return [];
  if (!since) return [ok("its log is archived")];
  return [
    failed(
      `its log has not been archived since ${since.toISOString()}`,
      "Run pgbackrest --stanza=plumbline check as postgres, and look at PostgreSQL's log.",
    ),
  ];
}

async function clockFindings(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as at");
  const skew = Math.abs(Number(rows[0].at) - (before + Date.now()) / 2) / 1000;
  return skewFinding("database", "the database's clock", skew);
}

/** The finding for a clock difference in seconds: expiry of sessions, links and signatures needs clocks that agree. */
export function skewFinding(check: string, clockName: string, skew: number): Finding[] {
  const report = findingsOf(check);
  const apart = `${clockName} and ours are ${Math.round(skew)} seconds apart`;
  const todo = "Let both machines set their clocks by NTP.";
  if (skew > 60) return [report.failed(apart, todo)];
  if (skew > 5) return [report.warning(apart, todo)];
  return [report.ok(`${clockName} agrees with ours`)];
}
