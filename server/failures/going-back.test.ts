import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { comparedWith, migrateWithin, migrations, runsFrom } from "../database/migrations.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { database as databaseCheck } from "../doctor/database.ts";
import { startPlumbline } from "../start.ts";
import { serverDatabase, testServer, testSettings } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";
import { productVersion } from "../version.ts";

// A newer version has migrated the database, and the version before is started again.

const { makeFolder, start, after } = processes();
const server = testServer({ LOG_LEVEL: "silent" });

const newest = migrations().at(-1)?.at ?? 0;
type Migration = ReturnType<typeof migrations>[number];
const adding: Migration = {
  hash: "adding",
  at: newest + 1,
  statements: [
    "create table things_to_come (id serial primary key, member_id int references members(id))",
    "alter table members add column shoe_size int",
    "alter table messages add column mood text not null default 'calm'",
  ],
};
const removing: Migration = {
  hash: "removing",
  at: newest + 2,
  statements: ["-- Removes what no release since 0.7.0 uses.\nalter table members drop column if exists shoe_size"],
};
const program = (version: string, ...more: Migration[]) => ({ version, migrations: [...migrations(), ...more] });

/** Does what a test wants on the server's database, and leaves nothing of it. */
async function tried(work: (tx: Parameters<Parameters<typeof server.context.db.transaction>[0]>[0]) => Promise<void>) {
  const undone = new Error("undone");
  const done = server.context.db.transaction(async (tx) => {
    await work(tx);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
}

test.each([
  [adding.statements, "1.4.2", "1.0.0"],
  [adding.statements, "0.3.0", "0.0.0"],
  [removing.statements, "0.8.0", "0.7.0"],
  [["-- Removes what no release since 0.7.0 uses.\ndrop table links", "select 1"], "1.0.0", "1.0.0"],
  [["-- Removes what no release since 1.10.0 uses.\ndrop table links"], "1.12.0", "1.10.0"],
])("R20 %j of version %s is recorded as one that releases since %s run on", (statements, version, oldest) => {
  expect(runsFrom(statements, version)).toBe(oldest);
});

test.each([
  ["the version before, on what was only added", "0.9.0", [adding], "0.8.0", null],
  ["a version of the same kind, on what has been removed since it used it", "0.9.0", [adding, removing], "0.7.0", null],
  [
    "a version that still uses what was removed",
    "0.9.0",
    [adding, removing],
    "0.6.9",
    "releases since 0.7.0 run on it, and this is 0.6.9",
  ],
  ["a version of an earlier major one", "1.0.0", [adding], "0.9.0", "releases since 1.0.0 run on it"],
  ["one whose numbers are longer", "0.9.0", [removing], "0.10.0", null],
] as const)("R20 %s", async (_what, newer, added, older, refusal) => {
  await tried(async (tx) => {
    await migrateWithin(tx, undefined, program(newer, ...added));
    const back = migrateWithin(tx, undefined, program(older));
    if (refusal) await expect(back).rejects.toThrow(refusal);
    else await back;
    expect((await comparedWith(tx, program(older))).isNewer).toBe(true);
    // The newer one finds all of its own done.
    await migrateWithin(tx, undefined, program(newer, ...added));
    const { rows } = await tx.execute(sql`select count(*)::int as count from public.__drizzle_migrations`);
    expect(rows[0]?.["count"]).toBe(migrations().length + added.length);
  });
});

test("R20 what a newer version did not say, and a migration that it does not have, are refused", async () => {
  await tried(async (tx) => {
    await migrateWithin(tx, undefined, program("0.9.0", adding));
    await tx.execute(sql`update public.__drizzle_migrations set runs_from = null where created_at = ${adding.at}`);
    await expect(migrateWithin(tx)).rejects.toThrow("newer Plumbline than this one. Start the newer one");
    await tx.execute(sql`alter table public.__drizzle_migrations drop column runs_from`);
    await expect(migrateWithin(tx)).rejects.toThrow("newer Plumbline than this one. Start the newer one");
  });
  await tried(async (tx) => {
    await migrateWithin(tx, undefined, program("0.9.0", adding));
    await tx.execute(sql`delete from public.__drizzle_migrations where created_at = ${newest}`);
    await expect(migrateWithin(tx)).rejects.toThrow("lacks migrations of this one");
  });
});

/** A database of its own, and how to start on it. */
async function installation() {
  const template = inject("template");
  const folder = await makeFolder();
  if ("image" in template) {
    const on: Record<string, string> = { DATA_DIR: folder };
    return { folder, on, open: (): Promise<Database> => openEmbedded(startEmbedded(folder)) };
  }
  const { url, drop } = await serverDatabase(template);
  after(drop);
  return { folder, on: { DATA_DIR: folder, DATABASE_URL: url }, open: () => openPostgres(url) };
}

test.runIf(atNight || process.env["TEST_DATABASE_URL"])(
  "R20 a process of the version before serves on the newer schema, and leaves the newer one's events to it",
  async () => {
    const { folder, on, open } = await installation();
    const first = await startPlumbline({ settings: testSettings(folder, on), ephemeral: true });
    const customer = await setUp(first.context, await makeMember(first.context, "customer"));
    const advisor = await setUp(first.context, await makeMember(first.context, "advisor"));
    await first.close();

    const database = await open();
    await database.db.transaction((tx) => migrateWithin(tx, undefined, program(productVersion, adding)));
    await database.db.execute(
      sql`insert into events (kind, subject, subject_id) values ('thing.came', 'member', ${customer.id})`,
    );
    await database.close();

    const examined = async () => (await databaseCheck.run(testSettings(folder, on))).map(({ says }) => says).join("\n");
    // Doctor looks at PostgreSQL alone.
    if (on["DATABASE_URL"]) expect(await examined()).toContain("a newer version has migrated it; this one runs on it");
    const back = await start(folder, on);
    expect(back.errors()).toBe("");
    expect((await fetch(`${back.url}/readyz`)).status).toBe(200);
    const headers = { authorization: `Bearer ${customer.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ receiver_id: advisor.id, message: { body: "We are back." } });
    expect((await fetch(`${back.url}/api/messages`, { method: "POST", headers, body })).status).toBe(201);
    // Its notification shows that events were delivered, those of its own.
    const bell = async () => {
      const answer = await fetch(`${back.url}/api/notifications`, {
        headers: { authorization: `Bearer ${advisor.token}` },
      });
      return ((await answer.json()) as { entries: { message: string }[] }).entries.map(({ message }) => message).join();
    };
    await expect.poll(bell).toContain("has started a conversation");
    back.child.kill("SIGTERM");
    expect(await back.ended).toBe(0);

    const after = await open();
    const { rows } = await after.db.execute(
      sql`select delivered_at, failed_at, attempts from events where kind = 'thing.came'`,
    );
    expect(rows).toEqual([{ delivered_at: null, failed_at: null, attempts: 0 }]);
    const moods = await after.db.execute(sql`select mood from messages where body = 'We are back.'`);
    expect(moods.rows).toEqual([{ mood: "calm" }]);
    await after.db.transaction((tx) =>
      migrateWithin(
        tx,
        undefined,
        program(productVersion, adding, {
          ...removing,
          statements: ["-- Removes what no release since 99.0.0 uses.\ndrop table things_to_come"],
        }),
      ),
    );
    await after.close();

    if (on["DATABASE_URL"]) expect(await examined()).toContain("it is ahead of this version");
    const refused = await start(folder, on);
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain("releases since 99.0.0 run on it, and this is");
  },
);
