import { FolderInUse } from "./database/embedded/embedded.ts";
import { databaseAnswer, isUnavailable } from "./database/errors.ts";
import { factsOf, messageOf } from "./error-facts.ts";
import { remedyFor } from "./folders.ts";
import { formatError } from "./http/error-log.ts";
import { BadSettings } from "./settings.ts";
import { CannotStart } from "./start-errors.ts";

/**
 * What a command prints for what was thrown: a sentence that says what to do, wherever that is known. `what` could not be
 * done, in words that a reason follows. Without a known reason it is the record of a fault, without private text.
 */
export function failureOf(error: unknown, what: string): string {
  if (error instanceof FolderInUse)
    return `Plumbline is running on ${error.folder}. Stop it first, run this, and start it again.`;
  if (error instanceof CannotStart || error instanceof BadSettings) return error.message;
  // What the file system refuses names a path, which the log must not and whoever types the command has to see.
  if (factsOf(error).syscall) return `${what} (${messageOf(error)}). ${remedyFor(factsOf(error).code)}`;
  if (isUnavailable(error)) {
    const reason = databaseAnswer(error)?.message ?? "it cannot be reached or did not answer";
    return `${what} (the database: ${reason}). npm run doctor says why; then run this again.`;
  }
  return formatError(error);
}
