import { accessSync, constants, mkdirSync } from "node:fs";
import { CannotStart } from "./start-errors.ts";

/**
 * Makes the folder that files live in whatever the database is, and the stand-ins' state. Throws CannotStart when that is
 * not possible or nothing can be written there.
 */
export function makeDataDirectory(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CannotStart(
      `The folder ${folder} cannot be made or written to (${(error as { code?: string }).code}). Set DATA_DIR to one that can.`,
      { cause: error },
    );
  }
}
