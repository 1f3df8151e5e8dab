import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Manifest } from "./folder.ts";

const LastBackup = z.object({ madeAt: z.string(), rows: z.number(), files: z.number() });
export type LastBackup = z.output<typeof LastBackup>;

/** In the data folder, because a backup may be made while another process holds the database. */
const nameOfFile = "last-backup.json";

/** What a backup holds: rows of the database, and uploaded files. */
export function contentsOf({ madeAt, tables, parts }: Manifest): LastBackup {
  return {
    madeAt,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: parts.filter(({ path }) => path.startsWith("files/")).length,
  };
}

/** Notes a backup for the back office to show; one that cannot be noted is made all the same. */
export async function noteBackup(dataDirectory: string, manifest: Manifest): Promise<void> {
  const path = join(dataDirectory, nameOfFile);
  try {
    // A full disk keeps the note of before.
    await writeFile(`${path}.new`, JSON.stringify(contentsOf(manifest)), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    await rm(`${path}.new`, { force: true });
  }
}

/** The last backup that was made of this data folder; null before the first, and while its note cannot be read. */
export async function lastBackup(dataDirectory: string): Promise<LastBackup | null> {
  try {
    const text = await readFile(join(dataDirectory, nameOfFile), "utf8");
    return LastBackup.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
