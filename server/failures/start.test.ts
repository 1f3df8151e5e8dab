import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, readdir, stat, truncate } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { signIn } from "@plumbline/contract/accounts/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openEmbedded } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { serverDatabase } from "../testing/plumbline.ts";
import { processes, shortRun } from "../testing/process.ts";
import { freePort } from "../testing/servers.ts";
import { sized } from "../testing/size.ts";

// Conditions in which the server cannot start: it reports one in a sentence that says what to do, and exits.

const { makeFolder, start, after } = processes();
/** The pass on PostgreSQL need not repeat the tests of the embedded database. */
const embedded = test.skipIf(process.env["TEST_DATABASE_URL"]);
const embeddedAtNight = test.runIf(atNight && !process.env["TEST_DATABASE_URL"]);

/** A truncated file of the embedded database, as a full disk or an incomplete copy leaves it. */
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

embedded.each(torn)(
  "R19 with %s cut short it says within ten seconds what is wrong and how to restore, and ends",
  async (_what, file, length) => {
    const [running, folder] = [await makeFolder(), await makeFolder()];
    const database = await openEmbedded(startEmbedded(running));
    // What a killed process would leave.
    await cp(join(running, "database"), join(folder, "database"), { recursive: true });
    await database.close();
    await truncate(await file(join(folder, "database")), length);
    const began = performance.now();
    const refused = await start(folder);
    expect(await refused.ended).toBe(1);
    expect(performance.now() - began).toBeLessThan(sized(10_000, 40_000));
    expect(refused.errors()).toMatch(/database.* is damaged and cannot be opened[\s\S]*npm run restore/);
  },
  90_000,
);

embeddedAtNight(
  "decision 39 nobody is let in before the demo is made; interrupted, it is made again and its people can sign in",
  async () => {
    const folder = await makeFolder();
    const port = await freePort();
    const first = await start(folder, { DEMO: "true", PORT: String(port) }, { until: "about ten seconds" });
    expect(first.errors()).toBe("");
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
    const held = ["/", "/api/data/get_advisor_datatables"].map((path) => ask(path).catch(() => "held until it ended"));
    expect(await ask("/readyz")).toBe(503);
    first.child.kill("SIGINT");
    await first.ended;
    expect(await Promise.all(held)).toEqual(Array(2).fill("held until it ended"));
    const second = await start(folder, { DEMO: "true" });
    expect(second.output()).toContain("it is made again");
    const tokens = await Promise.all(
      [
        ["customer", "customer"],
        ["second.advisor", "advisor"],
        ["staff", "staff"],
      ].map(async ([who, owner_type]) => {
        const answer = await fetch(`${second.url}/oauth/token`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            grant_type: "password",
            email: `${who}@demo.plumbline.test`,
            password: "plumbline-demo",
            owner_type,
          }),
        });
        expect([who, answer.status]).toEqual([who, 200]);
        return signIn.output.parse(await answer.json()).access_token;
      }),
    );
    // What the owner's desk is there for has somebody in it, whatever the day.
    const desk = await fetch(`${second.url}/api/back-office/desk`, {
      headers: { authorization: `Bearer ${tokens.at(-1)}` },
    });
    expect(readDesk.output.parse(await desk.json()).figures.in_arrears).toBe(1);
  },
  240_000,
);

embedded(
  "R22 decision 44 a DATA_DIR that is not there is made for this user alone, and one that cannot be is named in a sentence",
  async () => {
    const folder = await makeFolder();
    const made = join(folder, "not", "there", "yet");
    const { url } = await start(made);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of [made, join(made, "database"), join(made, "files")])
      expect([path, await modeOf(path)]).toEqual([path, "700"]);
    await copyFile(import.meta.filename, join(folder, "a-file"));
    const refused = await start(join(folder, "a-file", "data"));
    expect([refused.url, await refused.ended]).toEqual(["", 1]);
    expect(refused.errors()).not.toMatch(/\n\s+at /);
    expect(refused.errors()).toMatch(/^The folder .*a-file\/data cannot be made or written to .*Set DATA_DIR/);
  },
  60_000,
);

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Root may read and write everything, so it starts the process as another user. */
const asRoot = process.getuid?.() === 0;
const nobody = 65_534;
const owner = asRoot ? { uid: nobody, gid: nobody } : {};

embeddedAtNight(
  "R22 decision 44 a database is also made for a user who may not read the one that another has prepared",
  async () => {
    const folder = await makeFolder();
    // Earlier versions made it so that everybody could read it.
    await mkdir(join(folder, "files"), { mode: 0o755 });
    if (asRoot) await promisify(execFile)("chown", ["-R", String(nobody), folder]);
    const { url, errors } = await start(folder, { NODE_COMPILE_CACHE: "" }, { owner });
    expect(errors()).toBe("");
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await modeOf(join(folder, "files"))).toBe("700");
  },
  60_000,
);

embedded.each([
  ["a file of the database", join("database", "global", "pg_control")],
  ["the file of the lock", "in-use.lock"],
])(
  "R22 decision 44 %s that another user has left is named with what to do, and is not taken for damage",
  async (_what, path) => {
    const folder = await makeFolder();
    const database = await openEmbedded(startEmbedded(folder));
    await database.close();
    if (asRoot) await promisify(execFile)("chown", ["-R", String(nobody), folder]);
    await chmod(join(folder, path), 0o444);
    const environment = { DATABASE_URL: "", DATA_DIR: folder, NODE_COMPILE_CACHE: "" };
    const { status, stdout, stderr } = spawnSync(process.execPath, [...shortRun, "server/build/figures.js"], {
      ...owner,
      env: { ...process.env, VITEST: "", ...environment },
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^This user may not read and write .* \(EACCES\)\. .*chown -R <user> .*\n$/);
    expect(stderr).toContain(join(folder, path));
  },
  60_000,
);

describe.runIf(process.env["TEST_DATABASE_URL"])("on PostgreSQL", () => {
  async function createRole(grants: (database: string, role: string) => string[]) {
    const template = inject("template");
    if ("image" in template) throw new Error("these tests need TEST_DATABASE_URL");
    const admin = new pg.Client({ connectionString: template.server });
    await admin.connect();
    const role = `plumbline_role_${process.pid}_${Date.now()}`;
    await admin.query(`create role ${role} login password 'role'`);
    await admin.query(`create database ${role} encoding 'UTF8' template template0`);
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

  test("decision 44 with rights to schema public alone it migrates and serves, with a DATA_DIR that does not exist yet", async () => {
    const url = await createRole((_, role) => [`grant usage, create on schema public to ${role}`]);
    const folder = join(await makeFolder(), "not", "there");
    const first = await start(folder, { DATABASE_URL: url });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(folder, "files"))).toBe(true);
  });

  test("decision 44 for a role without rights the missing grant is named", async () => {
    const url = await createRole(() => []);
    const refused = await start(await makeFolder(), { DATABASE_URL: url });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toMatch(
      /^The role \S+ may not create tables[\s\S]*grant usage, create on schema public to "/,
    );
  });

  test("decision 44 a wrong password and a missing database are reported in a sentence", async () => {
    const url = new URL(await createRole(() => []));
    url.pathname = "/nowhere_at_all";
    const refused = await start(await makeFolder(), { DATABASE_URL: url.href });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toMatch(/^PostgreSQL at \S+ has no database "nowhere_at_all"/);
  });

  test("decision 44 a database that is not UTF-8 is refused with the command that makes one", async () => {
    const template = inject("template");
    if ("image" in template) throw new Error("these tests need TEST_DATABASE_URL");
    const admin = new pg.Client({ connectionString: template.server });
    await admin.connect();
    const name = `plumbline_latin_${process.pid}_${Date.now()}`;
    await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    after(async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    });
    const refused = await start(await makeFolder(), {
      DATABASE_URL: Object.assign(new URL(template.server), { pathname: `/${name}` }).href,
    });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toMatch(/^The database \S+ has the encoding LATIN1.* createdb --encoding=UTF8 /);
  });

  test("R20 migrations recorded in drizzle's own schema are not run again", async () => {
    const template = inject("template");
    if ("image" in template) throw new Error("these tests need TEST_DATABASE_URL");
    const { url, drop } = await serverDatabase(template);
    after(drop);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create schema drizzle");
    await client.query("alter table public.__drizzle_migrations set schema drizzle");
    const { url: served } = await start(await makeFolder(), { DATABASE_URL: url });
    expect((await fetch(`${served}/readyz`)).status).toBe(200);
    const { rows } = await client.query("select count(*)::int as done from public.__drizzle_migrations");
    expect(rows[0].done).toBeGreaterThan(5);
    await client.end();
  });
});

embedded("R21 a second signal does not cut off the stop that the first has begun", async () => {
  const { url, child, ended } = await start(await makeFolder());
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  after(async () => void socket.destroy());
  // The stop waits for this request, which is not complete.
  socket.write(
    "POST /oauth/token HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{",
  );
  const ready = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  expect(await ready()).toBe(true);
  child.kill("SIGINT");
  while (await ready());
  child.kill("SIGINT");
  child.kill("SIGTERM");
  socket.end("}");
  expect(await ended).toBe(0);
});

embedded(
  "decision 44 without the embedded database's library, as in a release, it says that DATABASE_URL is needed",
  async () => {
    const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith("@electric-sql/")) throw new Error("Cannot find package '" + name + "'");
      return next(name, context);
    } });`;
    const refused = await start(await makeFolder(), {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    });
    expect([refused.url, await refused.ended]).toEqual(["", 1]);
    expect(refused.errors()).toMatch(/^The embedded database is not installed\..* set DATABASE_URL/);
  },
);

test("decision 44 npm run dev shows the file and the line of a mistake in the sources", () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => {
      const loaded = next(url, context);
      return url.endsWith("/server/start.ts") ? { ...loaded, source: "const mistake = ;" } : loaded;
    } });`;
  const { status, stderr } = spawnSync(process.execPath, ["server/main.ts", "--dev"], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      DATABASE_URL: "postgres://127.0.0.1:9/none",
    },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/server\/start\.ts:1\nconst mistake = ;/);
});
