import { constants } from "node:fs";
import { access, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { backup as copySqlite, DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import type { Database, Db } from "../platform/database.ts";
import { lastDone } from "../platform/migrations.ts";
import { CannotStart } from "../platform/start-errors.ts";
import { type Manifest, type Part, partOf, writeManifest } from "./folder.ts";
import { pathOf, sequencesOf, tablesOf, writeRows } from "./rows.ts";

/** What the stand-ins keep beside the database, where there are any. */
const states = ["stripe.sqlite", "mailbox.sqlite"];
/** A file that was deleted between the snapshot and its copy makes the snapshot old: another one is taken, so often. */
const attempts = 5;

class FileGone extends Error {}

/**
 * Makes a backup of a database and of the files in `dataDirectory` in the folder `target`, which must not be there yet.
 * The rows are those of one moment; every file that they name is with them. The server may run meanwhile: a file is written
 * before the row that names it. Throws CannotStart when the target is taken or files are missing.
 */
export async function makeBackup(database: Database, dataDirectory: string, target: string): Promise<Manifest> {
  const there = await readdir(target).catch(() => []);
  if (there.length > 0) throw new CannotStart(`${target} is not empty: name a folder that is not there yet.`);
  // Whatever ends it early, nothing under the target's name looks like a backup.
  const making = `${target}.making`;
  for (let attempt = 1; ; attempt += 1) {
    await rm(making, { recursive: true, force: true });
    for (const part of ["tables", "files", "state"]) await mkdir(join(making, part), { recursive: true, mode: 0o700 });
    try {
      const manifest = await database.db.transaction((tx) => copy(tx, dataDirectory, making), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      });
      await writeManifest(making, manifest);
      await rm(target, { recursive: true, force: true });
      await rename(making, target);
      return manifest;
    } catch (error) {
      if (error instanceof FileGone && attempt < attempts) continue;
      await rm(making, { recursive: true, force: true });
      if (error instanceof FileGone)
        throw new CannotStart(
          `The file ${error.message} is in the database and not in ${join(dataDirectory, "files")}.`,
        );
      throw error;
    }
  }
}

async function copy(tx: Db, dataDirectory: string, folder: string): Promise<Manifest> {
  // A table of many rows takes longer than a call of the site may.
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  const tables: Manifest["tables"] = [];
  const parts: Part[] = [];
  for (const table of await tablesOf(tx)) {
    tables.push({ ...table, rows: await writeRows(tx, folder, table.name) });
    parts.push(await partOf(folder, pathOf(table.name)));
  }
  const { rows: files } = await tx.execute<{ key: string }>(sql`select distinct key from files order by key`);
  for (const { key } of files) {
    const from = join(dataDirectory, "files", key);
    await copyFile(from, join(folder, "files", key), constants.COPYFILE_FICLONE).catch((error) => {
      throw error.code === "ENOENT" ? new FileGone(key) : error;
    });
    parts.push(await partOf(folder, `files/${key}`));
  }
  for (const state of states) {
    const from = join(dataDirectory, state);
    if (
      !(await access(from).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const opened = new DatabaseSync(from, { readOnly: true });
    await copySqlite(opened, join(folder, "state", state)).finally(() => opened.close());
    parts.push(await partOf(folder, `state/${state}`));
  }
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    migratedTo: await lastDone(tx),
    tables,
    sequences: await sequencesOf(tx),
    parts,
  };
}
