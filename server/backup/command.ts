// npm run backup -- <folder>, npm run restore -- <folder> [--force]: of what DATABASE_URL and DATA_DIR name.
import { existsSync, renameSync } from "node:fs";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeDataDirectory } from "../platform/data-directory.ts";
import { type Database, openEmbedded, openPostgres } from "../platform/database.ts";
import { FolderInUse, startEmbedded } from "../platform/embedded.ts";
import { borrowImage } from "../platform/embedded-image.ts";
import { describe } from "../platform/error-log.ts";
import { BadSettings, readStorage } from "../platform/settings.ts";
import { CannotStart } from "../platform/start-errors.ts";
import { makeBackup } from "./backup.ts";
import type { Manifest } from "./folder.ts";
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
  const { databaseUrl, dataDirectory } = readStorage(process.env);
  const target = resolve(folder);
  if (task === "restore") {
    makeDataDirectory(dataDirectory);
    const manifest = await restoring(databaseUrl, dataDirectory, (database) =>
      restoreBackup(database, dataDirectory, target, force),
    );
    console.log(`Restored ${summary(manifest)} of ${manifest.madeAt}. Start Plumbline to use it.`);
  } else {
    const { database, close } = await openForBackup(databaseUrl, dataDirectory);
    const manifest = await makeBackup(database, dataDirectory, target).finally(close);
    console.log(`Backed up ${summary(manifest)} to ${target}.`);
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof CannotStart || error instanceof BadSettings ? error.message : describe(error));
  process.exit(1);
}

function summary({ tables, parts }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows and ${parts.filter(({ path }) => path.startsWith("files/")).length} files`;
}

/** A running process keeps its embedded database to itself: it lends an image, which is opened here in memory. */
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
    await borrowImage(dataDirectory, image).catch(() => {});
    if (!(await stat(image).catch(() => null))?.size) throw error;
    const database = await openEmbedded(startEmbedded(null, image));
    const close = async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { database, close };
  }
}

/** An embedded database is restored beside the one that is there, which may be damaged and is kept until this has worked. */
async function restoring<T>(
  url: string | null,
  dataDirectory: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (url) {
    const database = await openPostgres(url);
    return work(database).finally(() => database.close());
  }
  const directory = join(dataDirectory, "database");
  const aside = `${directory}.before-restore`;
  if (!force || !existsSync(directory)) {
    const database = await openEmbedded(startEmbedded(dataDirectory));
    return work(database).finally(() => database.close());
  }
  await rm(aside, { recursive: true, force: true });
  const embedded = startEmbedded(dataDirectory, null, () => renameSync(directory, aside));
  try {
    const database = await openEmbedded(embedded);
    const done = await work(database).finally(() => database.close());
    await rm(aside, { recursive: true, force: true });
    return done;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    await rename(aside, directory);
    throw error;
  }
}
