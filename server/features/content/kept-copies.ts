import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What was answered for an address, as it travelled. */
export type Copy = { text: string; total: number };

/** Keeps the last good answer of each address where a restart finds it. */
export type CopyStore = {
  read(address: string): Promise<Copy | null>;
  write(address: string, copy: Copy): Promise<void>;
};

/**
 * Copies as files of a folder, one an address. A file that cannot be read counts as none; one is replaced whole, so that
 * a killed process leaves no half.
 */
export function folderOfCopies(folder: string): CopyStore {
  const pathOf = (address: string) => join(folder, `${createHash("sha256").update(address).digest("hex")}.json`);
  return {
    async read(address) {
      try {
        const copy = JSON.parse(await readFile(pathOf(address), "utf8")) as Partial<Copy> & { address?: string };
        const whole = copy.address === address && typeof copy.text === "string" && typeof copy.total === "number";
        return whole ? { text: copy.text as string, total: copy.total as number } : null;
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
