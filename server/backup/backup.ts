import { constants } from "node:fs";
import { access, copyFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { backup as copySqlite, DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import type { Database, Db } from "../database/database.ts";
import { lastMigration } from "../database/migrations.ts";
import { factsOf } from "../error-facts.ts";
import { keysOfFiles } from "../files/files.ts";
import { makeFolder } from "../folders.ts";
import { CannotStart } from "../start-errors.ts";
import { type Manifest, type Part, partOf, writeManifest } from "./folder.ts";
import { pathOf, sequencesOf, tablesOf, writeRows } from "./rows.ts";

/** The sandbox's own databases, which exist where it is used. */
const sandboxStates = ["stripe.sqlite", "mailbox.sqlite"];
/** How often a backup starts over when a file was deleted between the database snapshot and its copy. */
const maxAttempts = 5;

class FileMissing extends Error {}

/** Where a backup is until it is complete. */
export const unfinishedOf = (target: string): string => `${target}.making`;

/**
 * Backs up a database and the files in `dataDirectory` to the new folder `target`; of files in a `bucket` it notes only where
 * they are. The rows are one consistent
 * snapshot, with every file that they reference. The server may run meanwhile, because it writes a file before the row
 * that names it. Throws CannotStart when the target exists already or files are missing.
 */
export async function makeBackup(
  database: Database,
  dataDirectory: string,
  target: string,
  bucket: string | null = null,
): Promise<Manifest> {
  if (!(await isFree(target))) throw new CannotStart(`${target} is there already: name a folder that is not.`);
  // Written under a temporary name, so that an interrupted backup never looks complete.
  const temporary = unfinishedOf(target);
  for (let attempt = 1; ; attempt += 1) {
    await rm(temporary, { recursive: true, force: true });
    try {
      for (const part of ["tables", "files", "state"]) makeFolder(join(temporary, part), 0o700);
      const manifest = await database.db.transaction((tx) => copy(tx, dataDirectory, temporary, bucket), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      });
      await writeManifest(temporary, manifest);
      await rm(target, { recursive: true, force: true });
      await rename(temporary, target);
      return manifest;
    } catch (error) {
      if (error instanceof FileMissing && attempt < maxAttempts) continue;
      await rm(temporary, { recursive: true, force: true });
      if (error instanceof FileMissing)
        throw new CannotStart(
          `The file ${error.message} is in the database and not in ${join(dataDirectory, "files")}.`,
        );
      throw error;
    }
  }
}

/** Whether a backup may take the place of what is at a path: nothing, or an empty folder. */
async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    return factsOf(error).code === "ENOENT";
  }
}

async function copy(tx: Db, dataDirectory: string, folder: string, bucket: string | null): Promise<Manifest> {
  // Copying a large table takes longer than the timeouts for requests allow.
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  const tables: Manifest["tables"] = [];
  const parts: Part[] = [];
  for (const table of await tablesOf(tx)) {
    tables.push({ ...table, rows: await writeRows(tx, folder, table.name) });
    parts.push(await partOf(folder, pathOf(table.name)));
  }
  for (const key of bucket ? [] : await keysOfFiles(tx)) {
    const from = join(dataDirectory, "files", key);
    await copyFile(from, join(folder, "files", key), constants.COPYFILE_FICLONE).catch((error) => {
      throw error.code === "ENOENT" ? new FileMissing(key) : error;
    });
    parts.push(await partOf(folder, `files/${key}`));
  }
  for (const state of sandboxStates) {
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
    ...(bucket && { bucket }),
    migratedTo: await lastMigration(tx),
    tables,
    sequences: await sequencesOf(tx),
    parts,
  };
}
