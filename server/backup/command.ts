// npm run backup -- <folder> and npm run restore -- <folder> [--force], for the installation of DATABASE_URL and
// DATA_DIR.

import { existsSync, renameSync, rmSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readArguments } from "../arguments.ts";
import { failureOf } from "../command-failure.ts";
import { outliveOutput } from "../command-output.ts";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { makeDataDirectory } from "../database/embedded/data-directory.ts";
import { FolderInUse, startEmbedded } from "../database/embedded/embedded.ts";
import { fetchImage } from "../database/embedded/image.ts";
import { requireInstallation } from "../database/installation.ts";
import { readStorage } from "../settings.ts";
import { makeBackup, unfinishedOf } from "./backup.ts";
import type { Manifest } from "./folder.ts";
import { contentsOf, noteBackup } from "./last-backup.ts";
import { readRestorable, restoreBackup } from "./restore.ts";

outliveOutput();
const [task, ...rest] = process.argv.slice(2);
const { given, set } =
  task === "restore"
    ? readArguments("npm run restore -- <folder> [--force]", { least: 1, options: ["force"] }, rest)
    : readArguments("npm run backup -- <folder>", { least: 1 }, rest);
const force = set.has("force");
const target = resolve(given[0] ?? "");
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    if (task !== "restore") rmSync(unfinishedOf(target), { recursive: true, force: true });
    console.error(task === "restore" ? "Interrupted: the database is as it was." : "Interrupted: nothing was kept.");
    process.exit(130);
  });
try {
  const { databaseUrl, dataDirectory, s3 } = readStorage(process.env);
  if (task === "restore") {
    const manifest = await readRestorable(target);
    makeDataDirectory(dataDirectory);
    await withRestoreTarget(databaseUrl, dataDirectory, (database) =>
      restoreBackup(database, dataDirectory, target, manifest, force),
    );
    console.log(`Restored ${summary(manifest)} of ${manifest.madeAt}. Start Plumbline to use it.`);
    if (manifest.bucket)
      console.log(`The files are in the bucket ${manifest.bucket}: S3_BUCKET has to name it, or a copy of it.`);
    else if (s3) console.log(`The files are in ${dataDirectory}: npm run files-to-s3 copies them to ${s3.bucket}.`);
  } else {
    const { database, close } = await openForBackup(databaseUrl, dataDirectory);
    const manifest = await makeBackup(database, dataDirectory, target, s3?.bucket).finally(close);
    await noteBackup(dataDirectory, manifest);
    console.log(`Backed up ${summary(manifest)} to ${target}.`);
    if (s3)
      console.log(`The files are in the bucket ${s3.bucket} and not in the backup: its versions are what keeps them.`);
  }
  process.exit(0);
} catch (error) {
  const restoring = `The backup in ${target} cannot be restored`;
  console.error(failureOf(error, task === "restore" ? restoring : `The backup cannot be made in ${target}`));
  process.exit(1);
}

function summary(manifest: Manifest): string {
  const { rows, files } = contentsOf(manifest);
  return `${rows} rows and ${files} files`;
}

/** Opens the database; when a running server holds the embedded one, opens a dump from that server in memory. */
async function openForBackup(url: string | null, dataDirectory: string) {
  await requireInstallation(url, dataDirectory);
  if (url) {
    const database = await openPostgres(url);
    return { database, close: () => database.close() };
  }
  try {
    const database = await openEmbedded(startEmbedded(dataDirectory));
    return { database, close: () => database.close() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const folder = await mkdtemp(join(tmpdir(), "plumbline-image-"));
    const image = join(folder, "image.tar");
    await fetchImage(dataDirectory, image).catch(() => {});
    if (!(await stat(image).catch(() => null))?.size) throw error;
    const database = await openEmbedded(startEmbedded(null, image));
    const close = async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { database, close };
  }
}

/**
 * Runs `work` on the database to restore to. A new embedded one is made beside the one that is there and takes its place
 * when it is whole, so that whatever ends this leaves the one of before.
 */
async function withRestoreTarget(
  url: string | null,
  dataDirectory: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const closing = async (database: Database) => work(database).finally(() => database.close());
  // A newer version may have migrated it, which is when a backup of before is restored.
  if (url) return closing(await openPostgres(url, { migrate: false }));
  const directory = join(dataDirectory, "database");
  if (!force && existsSync(directory)) return closing(await openEmbedded(startEmbedded(dataDirectory)));
  const name = "database.restoring";
  const beside = join(dataDirectory, name);
  const remove = (path: string) => rmSync(path, { recursive: true, force: true });
  const embedded = startEmbedded(dataDirectory, null, { name, beforeOpening: () => remove(beside) });
  try {
    await closing(await openEmbedded(embedded));
  } catch (error) {
    remove(beside);
    throw error;
  }
  const previous = `${directory}.before-restore`;
  remove(previous);
  if (existsSync(directory)) renameSync(directory, previous);
  renameSync(beside, directory);
  remove(previous);
}
