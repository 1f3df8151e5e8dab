import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { archivingFailsSince } from "../database/archiving.ts";
import { freshEmail, makeMember } from "../demo/people.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { processes } from "../testing/process.ts";
import { asPostgres, hasPostgres, startPostgres, until } from "../testing/servers.ts";
import { fullSize } from "../testing/size.ts";

// PostgreSQL with the continuous archive of deploy/pgbackrest: the drill, and a lost machine: npm run failures -- R19

const kit = resolve("deploy/pgbackrest");
const hasPgBackRest = spawnSync("pgbackrest", ["version"]).status === 0;
const run = promisify(execFile);

/** A PostgreSQL that archives as the kit says, with `pgbackrest` and the drill for it. */
async function startArchived() {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "plumbline-archive-"));
  await chmod(folder, 0o755);
  for (const name of ["repository", "spool", "log", "lock", "scratch"]) await mkdir(join(folder, name));
  const configuration = join(folder, "pgbackrest.conf");
  const ownFolders = (await readFile(join(kit, "pgbackrest.conf"), "utf8"))
    .replace("/var/lib/pgbackrest", join(folder, "repository"))
    .replace("/var/spool/pgbackrest", join(folder, "spool"))
    .replace("PASSPHRASE", "a passphrase of the test")
    .replace("/var/lib/postgresql/17/main", postgres.data)
    .replace("[plumbline]", `log-path=${join(folder, "log")}\nlock-path=${join(folder, "lock")}\n\n[plumbline]`);
  const server = [`pg1-port=${postgres.port}`, `pg1-socket-path=${resolve(postgres.data, "..")}`, "pg1-user=postgres"];
  await writeFile(configuration, `${ownFolders}${server.join("\n")}\n`);
  if (process.getuid?.() === 0) await run("chown", ["-R", "postgres", folder]);
  const environment = { ...process.env, PGBACKREST_CONFIG: configuration, PGPORT: String(postgres.port) };
  const execute = (command: string, args: string[], more = {}) => {
    const [program, all] = asPostgres(command, args);
    return run(program, all, { env: { ...environment, ...more }, cwd: "/" });
  };
  const pgbackrest = (...args: string[]) => execute("pgbackrest", ["--stanza=plumbline", ...args]);
  const ask = (query: string) => execute("psql", ["-XqAt", "-h", "127.0.0.1", "-U", "postgres", "-c", query]);
  for (const line of (await readFile(join(kit, "postgresql.conf"), "utf8")).split("\n")) {
    if (!line || line.startsWith("#")) continue;
    const [name, value] = line.split(" = ") as [string, string];
    const quoted = value.startsWith("'")
      ? value.replace("pgbackrest ", `pgbackrest --config=${configuration} `)
      : `'${value}'`;
    await ask(`alter system set ${name} = ${quoted}`);
  }
  await pgbackrest("stanza-create");
  await postgres.stop();
  await postgres.start();
  return {
    ...postgres,
    pgbackrest,
    ask,
    /** Resolves once all that was committed is in the archive. */
    archived: async () => {
      const { stdout } = await ask("select pg_walfile_name(pg_switch_wal())");
      const isThere = async () => (await ask("select last_archived_wal from pg_stat_archiver")).stdout >= stdout;
      await until("the last segment is archived", isThere, 60_000);
    },
    /** What the drill prints, and its exit code. */
    drill: () =>
      execute("sh", [join(kit, "restore-drill")], {
        LIVE: `host=127.0.0.1 port=${postgres.port} user=postgres dbname=postgres`,
        SCRATCH: join(folder, "scratch"),
        AUDIT: `${process.execPath} ${resolve("server/audit.ts")}`,
      }).then(
        ({ stdout }) => ({ says: stdout, code: 0 }),
        ({ stdout, stderr, code }) => ({ says: `${stdout}${stderr}`, code }),
      ),
    restoreTo: (moment: string) =>
      pgbackrest(
        ...["--type=time", `--target=${moment}`, "--target-action=promote"],
        // This PostgreSQL does not have the test's environment.
        `--recovery-option=restore_command=pgbackrest --config=${configuration} --stanza=plumbline archive-get %f "%p"`,
        "restore",
      ),
    close: async () => {
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.runIf(fullSize && hasPostgres && hasPgBackRest)("with a continuous archive", () => {
  const { makeFolder, after } = processes();

  test("R19 ADR-049 the drill finds the archive whole, and a lost cluster comes back as it was at a given moment", async () => {
    const postgres = await startArchived();
    after(postgres.close);
    const folder = await makeFolder();
    let daysAgo = 3;
    const open = () =>
      startPlumbline({
        clock: { now: () => new Date(Date.now() - daysAgo * 86_400_000) },
        settings: readSettings({
          NODE_ENV: "test",
          PORT: "0",
          DEMO: "false",
          DATA_DIR: folder,
          LOG_LEVEL: "fatal",
          DATABASE_URL: postgres.url,
        }),
      });
    const plumbline = await open();
    const join = async (kind: string) => {
      const { email } = await makeMember(plumbline.context, "customer", { email: freshEmail(kind) });
      await plumbline.settle();
      // The drill leaves the newest minute out.
      daysAgo -= 1;
      return email;
    };
    const based = await join("based");
    await postgres.pgbackrest("backup", "--type=full");
    // pgBackRest knows a backup's end to the second, and a moment belongs to the backups that ended before it.
    const ended = Math.ceil(Date.now() / 1000) * 1000;
    await until("the second in which the backup ended is over", async () => Date.now() > ended, 10_000);
    const before = await join("before");
    const moment = (await postgres.ask("select clock_timestamp()")).stdout.trim();
    const later = await join("later");
    await postgres.archived();

    const whole = await postgres.drill();
    expect(whole).toEqual({ code: 0, says: expect.stringMatching(/same {5}events: [1-9]\d* rows/) });
    expect(whole.says).toContain("same     members: 4 rows");
    expect(whole.says).toContain("The audit is whole");
    expect(whole.says).toContain("recorded in the last 0 s");

    // An archive that has stopped is known, and the drill finds what it does not have.
    expect(await archivingFailsSince(plumbline.context.db)).toBeNull();
    await postgres.ask("alter system set archive_command = 'false'");
    await postgres.ask("select pg_reload_conf()");
    await postgres.ask(`update members set created_at = now() where email = '${based}'`);
    await postgres.ask("select pg_switch_wal()");
    await until("archiving fails", async () => (await archivingFailsSince(plumbline.context.db)) !== null, 60_000);
    expect(await postgres.drill()).toEqual({ code: 1, says: expect.stringContaining("DIFFERS  members: ") });

    await plumbline.close();
    await postgres.stop("SIGKILL");
    await rm(postgres.data, { recursive: true, maxRetries: 10 });
    await mkdir(postgres.data, { mode: 0o700 });
    if (process.getuid?.() === 0) await run("chown", ["postgres", postgres.data]);
    await postgres.restoreTo(moment);
    await postgres.start();
    await until(
      "the cluster has recovered",
      async () => (await postgres.ask("select pg_is_in_recovery()")).stdout.trim() === "f",
      60_000,
    );
    const again = await open();
    const { rows } = await again.context.db.execute<{ email: string }>(
      sql`select email from members where email in (${based}, ${before}, ${later}) order by id`,
    );
    await again.close();
    expect(rows.map(({ email }) => email)).toEqual([based, before]);
  }, 300_000);
});
