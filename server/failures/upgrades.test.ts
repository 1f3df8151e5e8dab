import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { type Manifest, readBackup } from "../backup/folder.ts";
import { loadBackup } from "../backup/restore.ts";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { migrations } from "../database/migrations.ts";
import { serverDatabase } from "../testing/plumbline.ts";
import { type Process, processes } from "../testing/process.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// An installation of the first version, with the rows of its demo (`first-version`, a backup without files, sessions and
// secrets), upgraded by today's program, which is killed meanwhile.

const { makeFolder, start, after } = processes();
const firstVersion = join(import.meta.dirname, "first-version");
const newest = migrations().length;

type Environment = Record<string, string>;
const open = ({ DATA_DIR, DATABASE_URL }: Environment) =>
  DATABASE_URL ? openPostgres(DATABASE_URL) : openEmbedded(startEmbedded(DATA_DIR as string));

/** Makes an installation of the first version; returns how many migrations it had and what was in it. */
async function installFirstVersion(on: Environment): Promise<{ manifest: Manifest; migrated: number }> {
  const manifest = await readBackup(firstVersion);
  const database = await open(on);
  await database.db.transaction((tx) => loadBackup(tx, manifest, firstVersion));
  const migrated = await migratedOf(database);
  // The sandbox knows none of these accounts: one that it was not asked about for six hours would be taken for disconnected.
  await database.db.execute(sql`update payout_accounts set updated_at = now()`);
  await database.close();
  return { manifest, migrated };
}

async function migratedOf({ db }: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from public.__drizzle_migrations`,
  );
  return rows[0]?.count ?? 0;
}

/** The tables that a running process adds to. */
const growing = ["events", "provider_events", "sessions", "job_runs", "mails", "secrets", "notifications"];

async function expectWhole(on: Environment, { tables }: Manifest): Promise<void> {
  const database = await open(on);
  try {
    expect(await migratedOf(database)).toBe(newest);
    for (const { name, rows } of tables) {
      const found = await database.db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(name)}`,
      );
      const count = found.rows[0]?.count ?? 0;
      if (growing.includes(name)) expect([name, count >= rows]).toEqual([name, true]);
      else expect([name, count]).toEqual([name, rows]);
    }
  } finally {
    await database.close();
  }
}

/** A member of the first version signs in and finds their engagements. */
async function expectServed({ url }: Process): Promise<void> {
  const body = JSON.stringify({
    grant_type: "password",
    owner_type: "customer",
    email: "customer@demo.plumbline.test",
    password: "plumbline-demo",
  });
  const headers = { "content-type": "application/json" };
  const signedIn = await fetch(`${url}/oauth/token`, { method: "POST", headers, body });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const answer = await fetch(`${url}/api/projects`, { headers: { authorization: `Bearer ${token}` } });
  const engagements = (await answer.json()) as { name: string }[];
  expect([answer.status, engagements.length > 0]).toEqual([200, true]);
}

async function stop({ child, ended }: Process, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  child.kill(signal);
  await ended;
}

test.runIf(atNight && !process.env["TEST_DATABASE_URL"])(
  "R20 embedded: an upgrade from the first version that is killed at any moment is whole after the next start",
  async () => {
    const [undisturbed, killed] = [{ DATA_DIR: await makeFolder() }, { DATA_DIR: await makeFolder() }];
    const { manifest } = await installFirstVersion(undisturbed);
    const begun = performance.now();
    const upgraded = await start(undisturbed.DATA_DIR);
    const duration = performance.now() - begun;
    await expectServed(upgraded);
    await stop(upgraded, "SIGTERM");
    await expectWhole(undisturbed, manifest);

    await installFirstVersion(killed);
    const rounds = sized(20, 2);
    for (let round = 1; round <= rounds; round += 1) {
      const begun = (child: ChildProcess) => {
        const timer = setTimeout(() => child.kill("SIGKILL"), (duration * round) / rounds);
        child.once("close", () => clearTimeout(timer));
      };
      const starting = start(killed.DATA_DIR, {}, { begun });
      await (await starting).ended;
    }
    const last = await start(killed.DATA_DIR);
    await expectServed(last);
    await stop(last, "SIGTERM");
    await expectWhole(killed, manifest);
  },
  timeoutFor(180_000),
);

describe.runIf(process.env["TEST_DATABASE_URL"])("on PostgreSQL", () => {
  /** Tables that migrations change one after the other: each is a place at which the upgrade is held and killed. */
  const places = ["messages", "members", "files", "conversations", "engagements", "reference_entries"];

  test(
    "R20 PostgreSQL: an upgrade from the first version that is killed in the middle of its migrations is whole after the next start",
    async () => {
      const template = inject("template");
      if ("image" in template) throw new Error("this test needs TEST_DATABASE_URL");
      const { url, drop } = await serverDatabase(template);
      after(drop);
      const on = { DATA_DIR: await makeFolder(), DATABASE_URL: url };
      const { manifest, migrated } = await installFirstVersion(on);
      const holding = await connect(url);
      // The activity that a transaction sees is that of its beginning.
      const watching = await connect(url);
      for (const table of places) {
        await holding.query(`begin; lock table ${table} in row exclusive mode`);
        const starting = start(on.DATA_DIR, on, { begun: (child) => void killWhenHeld(watching, child) });
        await (await starting).ended;
        await holding.query("rollback");
        const { rows } = await watching.query("select count(*)::int as count from public.__drizzle_migrations");
        expect([table, rows[0].count]).toEqual([table, migrated]);
      }
      const last = await start(on.DATA_DIR, on);
      await expectServed(last);
      await stop(last, "SIGTERM");
      await expectWhole(on, manifest);
    },
    timeoutFor(180_000),
  );

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    after(() => client.end());
    return client;
  }

  /** Kills the process as soon as its migrations wait for the lock. */
  async function killWhenHeld(client: pg.Client, child: Process["child"]): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'plumbline start' and wait_event_type = 'Lock'",
        );
        return rows[0].count;
      })
      .toBe(1);
    child.kill("SIGKILL");
  }
});
