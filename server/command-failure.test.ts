import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { failureOf } from "./command-failure.ts";
import { FolderInUse } from "./database/embedded/embedded.ts";
import { DatabaseUnavailable } from "./database/errors.ts";
import { CannotStart } from "./start-errors.ts";

const what = "The backup cannot be made in /kept";
const refused = (code: string, message: string) => Object.assign(new Error(message), { code, syscall: "mkdir" });
const fromDatabase = (code: string, message: string) =>
  new DrizzleQueryError("insert", ["Ann Lee"], Object.assign(new pg.DatabaseError(message, 0, "error"), { code }));
const askDoctor = "npm run doctor says why; then run this again.";

test.each([
  [new CannotStart("Name a folder."), "Name a folder."],
  [new FolderInUse("/data"), "Plumbline is running on /data. Stop it first, run this, and start it again."],
  [
    refused("EACCES", "EACCES: permission denied, mkdir '/kept'"),
    `${what} (EACCES: permission denied, mkdir '/kept'). Run this as the user who runs Plumbline, or name a folder that this user may use.`,
  ],
  [
    refused("ENOSPC", "ENOSPC: no space left on device, write"),
    `${what} (ENOSPC: no space left on device, write). Make room on that disk, or name a folder on another one.`,
  ],
  [fromDatabase("53100", "No space left"), `${what} (the database: No space left). ${askDoctor}`],
  [
    new DatabaseUnavailable("ECONNREFUSED"),
    `${what} (the database: it cannot be reached or did not answer). ${askDoctor}`,
  ],
])("R19 a command that fails says what to do about %s", (error, says) => {
  expect(failureOf(error, what)).toBe(says);
});

test("R19 a command that fails for another reason prints no private text", () => {
  expect(failureOf(fromDatabase("23505", "Ann Lee is there"), what)).not.toContain("Ann Lee");
});
