import { existsSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../start-errors.ts";
import { type Database, openEmbedded, openPostgres } from "./database.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { isMigrated } from "./postgres-start.ts";

/**
 * Throws CannotStart where no start has made a database yet. A command that reads what is there would otherwise make an
 * empty one, and say of it that all is well.
 */
export async function requireInstallation(databaseUrl: string | null, dataDirectory: string): Promise<void> {
  const directory = join(dataDirectory, "database");
  // What an interrupted first start has left would be made anew, and be empty.
  const made = existsSync(join(directory, "PG_VERSION")) && !existsSync(`${directory}.unfinished`);
  if (!databaseUrl && !made)
    throw new CannotStart(
      `There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL to the one that is meant.`,
    );
  if (databaseUrl && !(await isMigrated(databaseUrl))) {
    const { pathname, host } = new URL(databaseUrl);
    throw new CannotStart(
      `The database "${pathname.slice(1)}" at ${host} is empty. Set DATABASE_URL to the one that is meant, or start Plumbline first.`,
    );
  }
}

/** Opens the database of an installation for a command. Throws CannotStart where there is none. */
export async function openInstallation(databaseUrl: string | null, dataDirectory: string): Promise<Database> {
  await requireInstallation(databaseUrl, dataDirectory);
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(startEmbedded(dataDirectory));
}
