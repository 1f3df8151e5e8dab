import { accessSync, constants, mkdirSync } from "node:fs";
import { factsOf } from "../../error-facts.ts";
import { CannotStart } from "../../start-errors.ts";

/**
 * Creates the data folder, which holds the uploaded files with either database, and the sandbox's state. Throws
 * CannotStart when it cannot be created or is not writable.
 */
export function makeDataDirectory(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CannotStart(
      `The folder ${folder} cannot be made or written to (${factsOf(error).code}). Set DATA_DIR to one that can.`,
      { cause: error },
    );
  }
}
