// What tools/release.mjs needs too, so that it imports nothing of ours.

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder with those above it, unless it is there, and returns the first that it made. Node's own recursive
 * mkdir never ends below /proc, where no folder can be made, and says ENOENT of a disk that may only be read.
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    if (isFolder(path)) return undefined;
    const above = dirname(path);
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT") || isFolder(above)) throw error;
    const first = makeFolder(above, mode);
    const last = makeFolder(path, mode);
    return first ?? last;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What to do about what the file system refuses a command: a sentence that follows its own words. */
export function remedyFor(code: string | undefined): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "Run this as the user who runs Plumbline, or name a folder that this user may use.";
    case "ENOSPC":
    case "EDQUOT":
      return "Make room on that disk, or name a folder on another one.";
    case "EROFS":
      return "That disk may only be read: name a folder on another one.";
    default:
      return "Look at what it names, or name another folder.";
  }
}
