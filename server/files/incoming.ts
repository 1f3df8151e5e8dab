import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** When the file was modified; null when there is none. */
export const changedAt = (path: string): Promise<Date | null> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  );

/** Opens the folder for uploads in progress within `folder`, which is created if necessary: a part of every Store. */
export async function openIncoming(folder: string) {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  // Earlier versions let others read it. A folder of another user keeps its mode.
  await chmod(folder, 0o700).catch(() => {});
  return {
    incoming,
    clearIncoming: async (moment: Date): Promise<number> => {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const changed = await changedAt(path);
        if (changed === null || changed > moment) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
