import { existsSync } from "node:fs";
import { copyFile, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { serverDatabase } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";

// What a start finds that it cannot work with: it says so in a sentence, says what to do, and ends.

const { aFolder, start, after } = processes();

/** A file of the embedded database that is cut short, as a full disk or a torn copy leaves it. */
const torn: [what: string, file: (database: string) => Promise<string>, length: number][] = [
  ["the control file", async (database) => join(database, "global", "pg_control"), 100],
  [
    "a segment of the write-ahead log",
    async (database) => {
      const segments = (await readdir(join(database, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
      return join(database, "pg_wal", segments.at(-1) as string);
    },
    0,
  ],
];

test.each(torn)(
  "item 3: with %s cut short it says within ten seconds what is wrong and how to restore, and ends",
  async (_what, file, length) => {
    const folder = await aFolder();
    const first = await start(folder);
    first.child.kill("SIGKILL");
    await first.ended;
    await truncate(await file(join(folder, "database")), length);
    const began = performance.now();
    const second = await start(folder);
    expect(await second.ended).toBe(1);
    // Ten seconds are the promise on a machine that does nothing else.
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(second.errors()).toMatch(/database.* is damaged and cannot be opened[\s\S]*npm run restore/);
  },
  90_000,
);

test("item 3: nobody is let in before the demo is made; interrupted, it is made again and its people can sign in", async () => {
  const folder = await aFolder();
  // Below what the system hands out by itself: the card stand-in takes the next one.
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const first = await start(folder, { DEMO: "true", PORT: String(port) }, "about ten seconds");
  expect(first.errors()).toBe("");
  for (const path of ["/readyz", "/", "/api/data/get_advisor_datatables"])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(503);
  first.child.kill("SIGINT");
  await first.ended;
  const second = await start(folder, { DEMO: "true" });
  expect(second.output()).toContain("it is made again");
  for (const [who, path] of [
    ["customer", "/oauth/token"],
    ["second.advisor", "/oauth/token"],
  ] as const) {
    const answer = await fetch(second.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "password",
        email: `${who}@demo.plumbline.test`,
        password: "plumbline-demo",
        owner_type: who.endsWith("advisor") ? "advisor" : "customer",
      }),
    });
    expect([who, answer.status]).toEqual([who, 200]);
  }
}, 120_000);

test("item 4: a DATA_DIR that is not there is made, and one that cannot be is named", async () => {
  const folder = await aFolder();
  const { url } = await start(join(folder, "not", "there", "yet"));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await copyFile(import.meta.filename, join(folder, "a-file"));
  const refused = await start(join(folder, "a-file", "data"));
  expect(await refused.ended).toBe(1);
  expect(refused.errors()).toMatch(/^The folder .*a-file\/data cannot be made or written to .*Set DATA_DIR/);
}, 60_000);

describe.runIf(process.env["TEST_DATABASE_URL"])("on PostgreSQL", () => {
  async function aRole(grants: (database: string, role: string) => string[]) {
    const template = inject("template");
    if ("image" in template) throw new Error("these tests need TEST_DATABASE_URL");
    const admin = new pg.Client({ connectionString: template.server });
    await admin.connect();
    const role = `plumbline_role_${process.pid}_${Date.now()}`;
    await admin.query(`create role ${role} login password 'role'`);
    await admin.query(`create database ${role}`);
    const inside = new pg.Client({
      connectionString: Object.assign(new URL(template.server), { pathname: `/${role}` }).href,
    });
    await inside.connect();
    for (const grant of grants(role, role)) await inside.query(grant);
    await inside.end();
    after(async () => {
      await admin.query(`drop database ${role} with (force)`);
      await admin.query(`drop role ${role}`);
      await admin.end();
    });
    return Object.assign(new URL(template.server), { username: role, password: "role", pathname: `/${role}` }).href;
  }

  test("item 4: with rights to schema public alone it migrates and serves, into a DATA_DIR that is not there", async () => {
    const url = await aRole((_, role) => [`grant usage, create on schema public to ${role}`]);
    const folder = join(await aFolder(), "not", "there");
    const first = await start(folder, { DATABASE_URL: url });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(folder, "files"))).toBe(true);
  }, 60_000);

  test("item 4: a role without rights is told which grant is missing", async () => {
    const url = await aRole(() => []);
    const refused = await start(await aFolder(), { DATABASE_URL: url });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toMatch(
      /^The role \S+ may not create tables[\s\S]*grant usage, create on schema public to "/,
    );
  }, 60_000);

  test("item 4: a wrong password and a missing database are said in a sentence", async () => {
    const url = new URL(await aRole(() => []));
    url.pathname = "/nowhere_at_all";
    const refused = await start(await aFolder(), { DATABASE_URL: url.href });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toMatch(/^PostgreSQL at \S+ has no database "nowhere_at_all"/);
  }, 60_000);

  test("a database whose list of migrations is in drizzle's own schema keeps what it has done", async () => {
    const template = inject("template");
    if ("image" in template) throw new Error("these tests need TEST_DATABASE_URL");
    const { url, drop } = await serverDatabase(template);
    after(drop);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create schema drizzle");
    await client.query("alter table public.__drizzle_migrations set schema drizzle");
    const { url: served } = await start(await aFolder(), { DATABASE_URL: url });
    expect((await fetch(`${served}/readyz`)).status).toBe(200);
    const { rows } = await client.query("select count(*)::int as done from public.__drizzle_migrations");
    expect(rows[0].done).toBeGreaterThan(5);
    await client.end();
  }, 60_000);
});
