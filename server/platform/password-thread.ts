import { argon2Sync } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Hashed, ToHash } from "./passwords.ts";

// Hashes passwords, in a thread of its own (passwords.ts), one after the other.

/** As `nice` has it: whoever is in already comes first when there is more to do than cores. */
const niceness = 5;

// On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
if (process.platform === "linux") setPriority(0, niceness);

const port = parentPort as NonNullable<typeof parentPort>;
port.on("message", ({ id, parameters }: ToHash) => {
  port.postMessage({ id, tag: argon2Sync("argon2id", parameters) } satisfies Hashed);
});
