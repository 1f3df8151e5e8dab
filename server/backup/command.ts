// npm run backup -- <folder> and npm run restore -- <folder> [--force], for the installation of DATABASE_URL and
// DATA_DIR.
import { existsSync, renameSync } from "node:fs";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { makeDataDirectory } from "../database/embedded/data-directory.ts";
import { FolderInUse, startEmbedded } from "../database/embedded/embedded.ts";
import { fetchImage } from "../database/embedded/image.ts";
import { formatError } from "../http/error-log.ts";
import { BadSettings, readStorage } from "../settings.ts";
import { CannotStart } from "../start-errors.ts";
import { makeBackup } from "./backup.ts";
import type { Manifest } from "./folder.ts";
import { contentsOf, noteBackup } from "./last-backup.ts";
import { restoreBackup } from "./restore.ts";

const [task, ...given] = process.argv.slice(2);
const force = given.includes("--force");
const [folder, ...more] = given.filter((each) => each !== "--force");
if (!folder || more.length > 0) {
  console.error(
    task === "restore" ? "Usage: npm run restore -- <folder> [--force]" : "Usage: npm run backup -- <folder>",
  );
  process.exit(2);
}
try {
  const { databaseUrl, dataDirectory, s3 } = readStorage(process.env);
  const target = resolve(folder);
  if (task === "restore") {
    makeDataDirectory(dataDirectory);
    const manifest = await withRestoreTarget(databaseUrl, dataDirectory, (database) =>
      restoreBackup(database, dataDirectory, target, force),
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
  console.error(error instanceof CannotStart || error instanceof BadSettings ? error.message : formatError(error));
  process.exit(1);
}

function summary(manifest: Manifest): string {
  const { rows, files } = contentsOf(manifest);
  return `${rows} rows and ${files} files`;
}

/** Opens the database; when a running server holds the embedded one, opens a dump from that server in memory. */
async function openForBackup(url: string | null, dataDirectory: string) {
  if (url) {
    const database = await openPostgres(url);
    return { database, close: () => database.close() };
  }
  if (!existsSync(join(dataDirectory, "database")))
    throw new CannotStart(
      `There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL to what is to be kept.`,
    );
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

/** Runs `work` on the database to restore to; an existing embedded database is set aside and put back on failure. */
async function withRestoreTarget<T>(
  url: string | null,
  dataDirectory: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (url) {
    const database = await openPostgres(url);
    return work(database).finally(() => database.close());
  }
  const directory = join(dataDirectory, "database");
  const previous = `${directory}.before-restore`;
  if (!force || !existsSync(directory)) {
    const database = await openEmbedded(startEmbedded(dataDirectory));
    return work(database).finally(() => database.close());
  }
  await rm(previous, { recursive: true, force: true });
  const embedded = startEmbedded(dataDirectory, null, () => renameSync(directory, previous));
  try {
    const database = await openEmbedded(embedded);
    const done = await work(database).finally(() => database.close());
    await rm(previous, { recursive: true, force: true });
    return done;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    await rename(previous, directory);
    throw error;
  }
}
