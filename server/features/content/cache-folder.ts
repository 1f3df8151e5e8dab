import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asRecord } from "@plumbline/contract/records.ts";
import type { Clock } from "../../clock.ts";

/** The response of an address, as text. */
type StoredResponse = { text: string; total: number };

/** Stores the last good response of each address across restarts. */
export type ResponseStore = {
  read(address: string): Promise<StoredResponse | null>;
  write(address: string, copy: StoredResponse): Promise<void>;
  /** Marks the stored response of an address as used. */
  touch(address: string): Promise<void>;
};

/**
 * Visitors choose what addresses are made of, such as a post's slug or a set of categories, and the service answers all of
 * them: without a limit they would fill the disk. The folder is looked through with every `checkedEvery`th response.
 */
const cacheLimits = { files: 1000, bytes: 64 * 1024 * 1024, checkedEvery: 100 };

/**
 * One file per address; those used longest ago are removed. An unreadable file counts as none; a file is replaced by a
 * rename, so that a killed process never leaves half of one.
 */
export function openCacheFolder(folder: string, clock: Clock, limits = cacheLimits): ResponseStore {
  const pathOf = (address: string) => join(folder, `${createHash("sha256").update(address).digest("hex")}.json`);
  const touch = async (address: string) => {
    const now = clock.now();
    await utimes(pathOf(address), now, now);
  };
  let written = 0;
  return {
    touch,
    async read(address) {
      try {
        const copy = asRecord(JSON.parse(await readFile(pathOf(address), "utf8")));
        const { text, total } = copy;
        if (copy["address"] !== address || typeof text !== "string" || typeof total !== "number") return null;
        await touch(address);
        return { text, total };
      } catch {
        return null;
      }
    },
    async write(address, copy) {
      const path = pathOf(address);
      const partial = `${path}.${process.pid}`;
      await mkdir(folder, { recursive: true });
      await writeFile(partial, JSON.stringify({ address, ...copy }));
      await rename(partial, path);
      await touch(address);
      if (written++ % limits.checkedEvery === 0) await removeOldest(folder, limits);
    },
  };
}

/** Removes the files used longest ago beyond the limits, also what killed processes have left. */
async function removeOldest(folder: string, limits: { files: number; bytes: number }): Promise<void> {
  const files: { path: string; size: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have removed or renamed it.
    const facts = await stat(path).catch(() => null);
    if (facts) files.push({ path, size: facts.size, usedAt: facts.mtimeMs });
  }
  files.sort((one, other) => other.usedAt - one.usedAt);
  let bytes = 0;
  for (const [at, { path, size }] of files.entries()) {
    bytes += size;
    if (at >= limits.files || bytes > limits.bytes) await rm(path, { force: true });
  }
}
