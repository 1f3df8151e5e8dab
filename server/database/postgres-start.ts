import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { factsOf, messageOf } from "../error-facts.ts";
import * as schema from "../schema.ts";
import { CannotStart } from "../start-errors.ts";
import { lastMigration, migrateTables } from "./migrations.ts";

const migrationLock = 7_261_001;
/** How long to wait for a PostgreSQL server that is still starting, in milliseconds. */
const connectTimeout = 15_000;

/**
 * Migrates a PostgreSQL database, one process at a time; without `migrate` it only looks whether it can be used. Throws
 * CannotStart that says what to do.
 */
export function preparePostgres(url: string, migrate: boolean): Promise<void> {
  return withAdvisoryLock(url, migrationLock, async (client) => {
    await refuseOtherEncodings(client);
    if (migrate) await migrateTables(drizzle(client, { schema }));
  });
}

/** Whether a PostgreSQL database has been migrated by a start before. Throws CannotStart when it cannot be reached. */
export async function isMigrated(url: string): Promise<boolean> {
  let last = 0;
  await withAdvisoryLock(url, migrationLock, async (client) => {
    last = await lastMigration(drizzle(client, { schema }));
  });
  return last > 0;
}

/** In a database of another encoding a name or a message could not be stored, or would come back as something else. */
async function refuseOtherEncodings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    "select current_database() as name, current_setting('server_encoding') as encoding",
  );
  const [{ name, encoding } = { name: "", encoding: "" }] = rows;
  if (encoding !== "UTF8")
    throw new CannotStart(
      `The database "${name}" has the encoding ${encoding}, in which not every name can be written. Create it again: createdb --encoding=UTF8 --template=template0 ${name}`,
    );
}

/**
 * Runs `work` while this process holds an advisory lock, and waits for its turn. It uses its own connection without
 * timeouts, because a migration may rewrite a table while other processes wait.
 */
export async function withAdvisoryLock(
  url: string,
  key: number,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await connect(url);
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  for (const until = Date.now() + connectTimeout; ; ) {
    const client = new pg.Client({
      connectionString: url,
      application_name: "plumbline start",
      connectionTimeoutMillis: 5000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) throw cannotConnect(url, error);
      await new Promise((later) => setTimeout(later, 250));
    }
  }
}

const codeOf = (error: unknown) => factsOf(error).code ?? "";
const isTransient = (error: unknown) => ["ECONNREFUSED", "57P01", "57P02", "57P03"].includes(codeOf(error));

function cannotConnect(url: string, error: unknown): CannotStart {
  const { hostname, port, pathname, username } = new URL(url);
  const server = `PostgreSQL at ${hostname || "the local socket"}${port ? `:${port}` : ""}`;
  const code = codeOf(error);
  const why =
    code === "3D000"
      ? `${server} has no database "${pathname.slice(1)}". Create it: createdb ${pathname.slice(1)}`
      : code.startsWith("28")
        ? `${server} does not let "${username}" in. Check the name and the password in DATABASE_URL.`
        : `${server} cannot be reached (${code || messageOf(error)}). Check DATABASE_URL, and that the server runs.`;
  return new CannotStart(why, { cause: error });
}
