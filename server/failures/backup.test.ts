import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeBackup } from "../backup/backup.ts";
import { type Manifest, readBackup, writeManifest } from "../backup/folder.ts";
import { restoreBackup } from "../backup/restore.ts";
import { openEmbedded, openPostgres } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { members } from "../schema.ts";
import { serverDatabase } from "../testing/plumbline.ts";
import { type Process, processes, shortRun } from "../testing/process.ts";

// A backup taken during writes, restored on an empty machine, and damaged in one byte.

const { makeFolder, start, after } = processes();
const password = "plumbline-demo";
type Environment = Record<string, string>;

/** Runs the command as npm does; returns its exit code and output. */
async function command(task: "backup" | "restore", args: string[], environment: Environment) {
  const run = promisify(execFile)(process.execPath, [...shortRun, "server/build/backup.js", task, ...args], {
    env: { ...process.env, VITEST: "", ...environment },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

/** Opens the database of an installation that is not running. */
const openStored = ({ DATA_DIR, DATABASE_URL }: Environment) =>
  DATABASE_URL ? openPostgres(DATABASE_URL) : openEmbedded(startEmbedded(DATA_DIR as string));

const json = { "content-type": "application/json" };
async function signIn({ url }: Process, who: "customer" | "advisor"): Promise<Environment> {
  const body = JSON.stringify({
    grant_type: "password",
    owner_type: who,
    email: `${who}@demo.plumbline.test`,
    password,
  });
  const answer = await fetch(`${url}/oauth/token`, { method: "POST", headers: json, body });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
}

/** Uploads files until it is stopped; returns how many were acknowledged. */
function uploading({ url }: Process, headers: Environment) {
  let stopped = false;
  const done = (async () => {
    let count = 0;
    for (; !stopped; count += 1) {
      const form = new FormData();
      form.append("files", new File([`terms ${count}\n`], `terms ${count}.txt`, { type: "text/plain" }));
      const answer = await fetch(`${url}/api/projects/file_upload`, { method: "POST", headers, body: form });
      if (answer.status !== 201) break;
    }
    return count;
  })();
  return {
    stop: () => {
      stopped = true;
      return done;
    },
  };
}

async function playBackup(environment: () => Promise<Environment>) {
  const from = { DATA_DIR: await makeFolder(), ...(await environment()) };
  // The demo data that npm test has prepared is used if present; a database on a server gets it at its first start.
  const demo = process.env["PLUMBLINE_DEMO"];
  if (demo && !("DATABASE_URL" in from)) await cp(demo, from.DATA_DIR, { recursive: true });
  const first = await start(from.DATA_DIR, { ...from, DEMO: "true" });
  const writer = uploading(first, await signIn(first, "advisor"));
  const target = join(await makeFolder(), "kept");
  const made = await command("backup", [target], from);
  const uploads = await writer.stop();
  expect(made).toMatchObject({ code: 0 });
  expect(uploads).toBeGreaterThan(0);
  // A process that runs would go on with the key of what was there before.
  const besides = await command("restore", [target, "--force"], from);
  expect(besides).toMatchObject({ code: 1, said: expect.stringMatching(/^Plumbline is running on /) });
  first.child.kill("SIGKILL");
  await first.ended;

  const to = { ...(await environment()), DATA_DIR: await makeFolder() };
  // What a restore that was interrupted has copied is not in the way; a file of another installation is.
  const copied = join(to.DATA_DIR, "files");
  await mkdir(copied);
  await cp(join(target, "files"), copied, { recursive: true });
  await writeFile(join(copied, "another"), "");
  const refused = await command("restore", [target], to);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("has files: restoring would mix") });
  await rm(join(copied, "another"));
  const restored = await command("restore", [target], to);
  expect(restored).toMatchObject({ code: 0 });
  const second = await start(to.DATA_DIR, { ...to, DEMO: "true" });
  expect(second.output()).not.toContain("Making the demo");
  const headers = await signIn(second, "customer");
  const invoices = await fetch(`${second.url}/api/invoices`, { headers });
  expect(invoices.status).toBe(200);
  second.child.kill("SIGTERM");
  await second.ended;
  return { target, to };
}

/** Restores over what is there, and backs it up again. */
async function replaceAll({ target, to }: { target: string; to: Environment & { DATA_DIR: string } }) {
  // Existing data is not replaced without --force, and a backup not by another.
  const database = await openStored(to);
  await expect(restoreBackup(database, to.DATA_DIR, target, await readBackup(target), false)).rejects.toThrow(
    "--force",
  );
  await expect(makeBackup(database, to.DATA_DIR, target)).rejects.toThrow("is there already");
  await database.close();
  // A stand-in that is killed leaves a log, which belongs to the database that is replaced.
  const log = join(to.DATA_DIR, "stripe.sqlite-wal");
  await writeFile(log, "left by another");
  expect(await command("restore", [target, "--force"], to)).toMatchObject({ code: 0 });
  await expect(stat(log)).rejects.toThrow("ENOENT");

  // A backup of the restored data is the same, row by row and file by file.
  const one = await readBackup(target);
  const replaced = await openStored(to);
  const other = await makeBackup(replaced, to.DATA_DIR, join(await makeFolder(), "again"));
  await replaced.close();
  expect(other.tables).toEqual(one.tables);
  expect(other.sequences).toEqual(one.sequences);
  const files = ({ parts }: Manifest) => parts.filter(({ path }) => path.startsWith("files/"));
  expect(files(other)).toEqual(files(one));
  expect(files(one).length).toBeGreaterThan(0);
}

async function flipOneByteOfEach(target: string) {
  for (const part of ["tables", "files", "state", "."]) {
    const names = (await readdir(join(target, part))).filter((name) => !["tables", "files", "state"].includes(name));
    const name = names[Math.floor(names.length / 2)];
    if (!name) continue;
    const path = join(target, part, name);
    const bytes = await readFile(path);
    const at = Math.floor((await stat(path)).size / 2);
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ 1;
    await writeFile(path, flipped);
    await expect(readBackup(target)).rejects.toThrow(name);
    await writeFile(path, bytes);
  }
}

test.skipIf(process.env["TEST_DATABASE_URL"])(
  "R19 embedded: a backup taken during writes is complete, is restored by one command, and a flipped byte is reported",
  async () => {
    const { target, to } = await playBackup(async () => ({}));
    await flipOneByteOfEach(target);
    if (!atNight) return;
    await replaceAll({ target, to });
    // Nothing of a damaged backup is restored.
    const { tables, ...rest } = await readBackup(target);
    const tooMany = tables.map((table) => ({ ...table, rows: table.rows + 1 }));
    await writeManifest(target, { ...rest, tables: tooMany });
    const { code: ended } = await command("restore", [target, "--force"], to);
    await rm(join(target, "tables", "members.jsonl.gz"));
    const { code, said } = await command("restore", [target, "--force"], to);
    expect([code, said]).toEqual([1, expect.stringContaining("members.jsonl.gz is missing")]);
    // A restore that ends half way, with rows that are not what the manifest says, leaves the database of before.
    expect(ended).toBe(1);
    const stored = await openStored(to);
    expect((await stored.db.select().from(members)).length).toBeGreaterThan(0);
    await stored.close();
    expect(await readdir(to.DATA_DIR)).not.toContain("database.restoring");
  },
  240_000,
);

describe.runIf(process.env["TEST_DATABASE_URL"])("on PostgreSQL", () => {
  test.runIf(atNight)(
    "R19 PostgreSQL: a backup taken during writes is complete, and is restored by one command",
    async () => {
      const template = inject("template");
      if ("image" in template) throw new Error("this test needs TEST_DATABASE_URL");
      const { target, to } = await playBackup(async () => {
        const { url, drop } = await serverDatabase(template);
        after(drop);
        return { DATABASE_URL: url };
      });
      await replaceAll({ target, to });
      // A newer version has changed it so that this one cannot run on it: then the backup of before is the way back.
      const newer = new pg.Client({ connectionString: (to as Environment)["DATABASE_URL"] });
      await newer.connect();
      await newer.query("insert into __drizzle_migrations (hash, created_at, runs_from) values ('', 4e12, '99.0.0')");
      await newer.end();
      expect(await command("restore", [target, "--force"], to)).toMatchObject({ code: 0 });
      // A backup of one kind of database can be restored into the other.
      const embedded = { DATA_DIR: await makeFolder() };
      expect(await command("restore", [target], embedded)).toMatchObject({ code: 0 });
    },
    240_000,
  );
});
