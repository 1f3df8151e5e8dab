import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "../start-errors.ts";
import { openFolderStore } from "./folder-store.ts";
import type { Store } from "./store.ts";

/** How many files, of 25 MB at most, are in memory at once. */
const atOnce = 4;

/**
 * Copies all files of a folder store to `bucket`, and reads each back to compare it. Those that are there already are
 * only compared, so that a run that ended early is continued by the next. The folder stays as it is. Throws CannotStart
 * for a file that the bucket gives back otherwise, and StoreUnavailable.
 */
export async function copyToBucket(
  folder: string,
  bucket: Store,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<{ copied: number; there: number }> {
  const keys = await keysIn(await openFolderStore(folder));
  const kept = new Set(await keysIn(bucket));
  const counts = { copied: 0, there: 0 };
  const waiting = keys.values();
  const work = async () => {
    for (const key of waiting) {
      const content = await readFile(join(folder, key)).catch((error) => {
        // Removed by the running server since it was listed.
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!content) continue;
      if (kept.has(key) && (await holds(bucket, key, content))) counts.there += 1;
      else {
        await bucket.write(key, content);
        if (!(await holds(bucket, key, content)))
          throw new CannotStart(`The bucket gives ${key} back otherwise than it was written.`);
        counts.copied += 1;
      }
      onProgress(counts.copied + counts.there, keys.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
}

async function keysIn(store: Store): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.stored()) keys.push(key);
  return keys;
}

async function holds(store: Store, key: string, content: Buffer): Promise<boolean> {
  const hash = createHash("sha256");
  const pieces: AsyncIterable<Buffer> = await store.read(key);
  for await (const piece of pieces) hash.update(piece);
  return hash.digest().equals(createHash("sha256").update(content).digest());
}
