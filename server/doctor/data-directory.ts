import { randomUUID } from "node:crypto";
import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../folders.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("data directory");
const gigabyte = 1024 ** 3;

/** Checks that DATA_DIR is writable and has free space. */
export const dataDirectory: Check = {
  name: "data directory",
  run: async ({ dataDirectory: folder }) => {
    const trial = join(folder, `doctor-${randomUUID()}`);
    let made: string | undefined;
    try {
      made = makeFolder(folder);
      await writeFile(trial, "Plumbline's doctor was here.");
      const { bavail, bsize } = await statfs(folder);
      return [freeSpaceFinding(folder, (bavail * bsize) / gigabyte)];
    } catch (error) {
      return [
        failed(
          `${folder} takes no files: ${reasonOf(error)}`,
          "Let DATA_DIR name a folder that this user may write to, on a disk with room.",
        ),
      ];
    } finally {
      // The check leaves no files or folders behind.
      await rm(trial, { force: true }).catch(() => {});
      if (made) await rm(made, { recursive: true, force: true });
    }
  },
};

function freeSpaceFinding(folder: string, free: number): Finding {
  const says = `${folder} takes files; ${free.toFixed(1)} GB are free`;
  const todo = "Make room, or move DATA_DIR to a larger disk: uploads are kept there.";
  if (free < 0.1) return failed(says, todo);
  return free < 1 ? warning(says, todo) : ok(says);
}
