import { factsOf, messageOf } from "./error-facts.ts";

/**
 * Lets a command go on when its output cannot be written, instead of ending in the middle of its work with a stack trace.
 * A reader who has closed it, as `head` does, has had enough; anything else is said, and makes the exit code 1.
 */
export function outliveOutput(): void {
  let failed = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (factsOf(error).code === "EPIPE" || failed) return;
      failed = true;
      process.on("exit", () => {
        process.exitCode = 1;
      });
      if (stream === process.stdout) console.error(`What this prints could not be written: ${messageOf(error)}`);
    });
}
