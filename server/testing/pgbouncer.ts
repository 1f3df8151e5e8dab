import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accepts, freePort } from "./servers.ts";

const [, major = 0, minor = 0] =
  /PgBouncer (\d+)\.(\d+)/
    .exec(spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "")
    ?.map(Number) ?? [];
const asRoot = process.getuid?.() === 0;

/** Whether a PgBouncer that carries prepared statements from one connection to another is installed: 1.21 or newer. */
export const hasPgBouncer = major > 1 || (major === 1 && minor >= 21);

/**
 * A real PgBouncer on 127.0.0.1 in transaction mode before the PostgreSQL of `target`, with few connections to it, so that
 * they change hands all the time. `settings` are further lines of its configuration. Ends with `close`.
 */
export async function startPgBouncer(target: string, settings: Record<string, string | number> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-pgbouncer-"));
  await chmod(folder, 0o777);
  const port = await freePort();
  const { hostname, port: behind, username, pathname } = new URL(target);
  const lines = Object.entries({
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 3,
    max_prepared_statements: 1000,
    ignore_startup_parameters: "options,lock_timeout,statement_timeout,idle_in_transaction_session_timeout",
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, "pgbouncer.ini");
  const server = `host=${hostname} port=${behind || 5432} user=${username}`;
  await writeFile(file, `[databases]\n${pathname.slice(1)} = ${server}\n[pgbouncer]\n${lines.join("\n")}\n`);
  // It refuses to run as root.
  const child: ChildProcess = spawn("pgbouncer", [...(asRoot ? ["-u", "nobody"] : []), "-q", file], {
    stdio: "ignore",
  });
  const ended = new Promise((done) => child.once("close", done));
  await accepts(port);
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
