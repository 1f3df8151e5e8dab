import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { factsOf } from "../../error-facts.ts";
import { makeFolder } from "../../folders.ts";
import { CannotStart } from "../../start-errors.ts";

/**
 * Creates the data folder, for this user alone: it holds the uploaded files with either database, and the sandbox's state.
 * Throws CannotStart when it cannot be created or is not writable.
 */
export function makeDataDirectory(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CannotStart(
      `The folder ${folder} cannot be made or written to (${factsOf(error).code}). Set DATA_DIR to one that can.`,
      { cause: error },
    );
  }
}

/**
 * Throws CannotStart when this user may not read and write a path within the data folder, or anything below it: a command
 * or a copy by another user leaves such files.
 */
export function requireAccess(path: string, folder: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    if (!statSync(path).isDirectory()) return;
  } catch (error) {
    throw new CannotStart(
      `This user may not read and write ${path} (${factsOf(error).code}). Start as the user to whom ${folder} belongs, ` +
        `or give all of it to the one who runs Plumbline:  chown -R <user> ${folder}`,
      { cause: error },
    );
  }
  for (const name of readdirSync(path)) requireAccess(join(path, name), folder);
}
