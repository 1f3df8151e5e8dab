import { createReadStream } from "node:fs";
import { opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changedAt, openIncoming } from "./incoming.ts";
import { FileGone, type Store } from "./store.ts";

/** Opens a store that keeps files in a folder, which is created if necessary. */
export async function openFolderStore(folder: string): Promise<Store> {
  return {
    ...(await openIncoming(folder)),
    setting: "DATA_DIR",
    write: (key, content) =>
      typeof content === "string" ? rename(content, join(folder, key)) : writeFile(join(folder, key), content),
    read: async (key, range) => {
      await stat(join(folder, key)).catch((error) => {
        throw error.code === "ENOENT" ? new FileGone({ cause: error }) : error;
      });
      return createReadStream(join(folder, key), range);
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async *stored() {
      for await (const entry of await opendir(folder))
        if (entry.isFile()) yield { key: entry.name, writtenAt: () => changedAt(join(folder, entry.name)) };
    },
    owner: null,
    directAddress: async () => null,
    close: async () => {},
  };
}
