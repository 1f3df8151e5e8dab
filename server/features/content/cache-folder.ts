import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asRecord } from "@plumbline/contract/records.ts";

/** The response of an address, as text. */
type StoredResponse = { text: string; total: number };

/** Stores the last good response of each address across restarts. */
export type ResponseStore = {
  read(address: string): Promise<StoredResponse | null>;
  write(address: string, copy: StoredResponse): Promise<void>;
};

/**
 * One file per address. An unreadable file counts as none; a file is replaced by a rename, so that a killed process
 * never leaves half of one.
 */
export function openCacheFolder(folder: string): ResponseStore {
  const pathOf = (address: string) => join(folder, `${createHash("sha256").update(address).digest("hex")}.json`);
  return {
    async read(address) {
      try {
        const copy = asRecord(JSON.parse(await readFile(pathOf(address), "utf8")));
        const { text, total } = copy;
        return copy["address"] === address && typeof text === "string" && typeof total === "number"
          ? { text, total }
          : null;
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
    },
  };
}
