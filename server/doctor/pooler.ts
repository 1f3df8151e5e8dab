import pg from "pg";
import { sessionSettings, startupParameters } from "../database/database.ts";
import { preparedStatementErrors } from "../database/errors.ts";
import { checkTimeout, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("database");
const ignored = Object.keys(startupParameters).join(",");

/**
 * What a pooler at DATABASE_URL does to connections (ADR-046). One that gives them out for a transaction shows itself by
 * another server process after one: then `isAlsoDirect`, that LISTEN and locks would go the same way, is a fault, prepared
 * statements have to follow, and the settings that connections ask for must come from the role.
 */
export async function poolerFindings(url: string, isAlsoDirect: boolean): Promise<Finding[]> {
  const open = () =>
    new pg.Client({ connectionString: url, connectionTimeoutMillis: checkTimeout / 3, ...startupParameters });
  const [client, other] = [open(), open()];
  const clients = [client, other];
  for (const each of clients) each.on("error", () => {});
  try {
    for (const each of clients) await each.connect();
    const prepared = { name: "plumbline_doctor", text: "select pg_backend_pid() as pid" };
    const before = (await client.query(prepared)).rows[0].pid;
    // It takes the server's connection that the first one has given back.
    await other.query("begin");
    await other.query("select 1");
    const after = await client.query(prepared).then(
      ({ rows }): number => rows[0].pid,
      (error) => {
        if (preparedStatementErrors.includes(error.code)) return null;
        throw error;
      },
    );
    await other.query("commit");
    if (after === before) return [];
    if (isAlsoDirect)
      return [
        failed(
          "a pooler gives out connections for one transaction, and locks and LISTEN go through it as well",
          "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.",
        ),
      ];
    if (after === null)
      return [
        failed(
          "its pooler loses prepared statements",
          "Use PgBouncer 1.21 or newer, with max_prepared_statements = 1000, or pool_mode = session.",
        ),
      ];
    return [ok("its pooler keeps prepared statements"), ...(await settingFindings(client))];
  } catch (error) {
    return [
      failed(
        `its pooler cannot be used: ${reasonOf(error)}`,
        `Let it pass what connections ask for: ignore_startup_parameters = ${ignored}`,
      ),
    ];
  } finally {
    await Promise.all(clients.map((each) => each.end().catch(() => {})));
  }
}

async function settingFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(
    `select name, current_user as role, current_database() as database
    from json_each_text($1) as wanted (name, value) join pg_settings using (name) where setting <> value`,
    [sessionSettings],
  );
  if (rows.length === 0) return [ok("timeouts and planning are as we ask for")];
  const { role, database } = rows[0];
  const statements = rows.map(
    ({ name }) => `alter role "${role}" in database "${database}" set ${name} = '${sessionSettings[name]}';`,
  );
  return [
    warning(
      `its pooler withholds ${rows.map(({ name }) => name).join(", ")}, so that a stuck call holds a connection or plans are made anew`,
      `In PostgreSQL: ${statements.join(" ")} Then let the pooler reconnect (RECONNECT).`,
    ),
  ];
}
