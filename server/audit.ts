// npm run audit: reads the whole audit and names what was changed, removed or put in since it was sealed (ADR-028). It
// prints the newest entry; with one that was noted earlier, npm run audit -- 1234:5f2c…, it also finds an end that was cut
// off. The exit code is 1 when something was found. With the embedded database, stop Plumbline first.

import { readArguments } from "./arguments.ts";
import { failureOf } from "./command-failure.ts";
import { outliveOutput } from "./command-output.ts";
import { openInstallation } from "./database/installation.ts";
import { verifyAudit } from "./features/audit/verifying.ts";
import { readStorage } from "./settings.ts";

outliveOutput();
const usage = "npm run audit, or with an entry that was noted earlier: npm run audit -- 1234:<its hash>";
const [argument] = readArguments(usage, { most: 1 }).given;
const [, id = "", hash = ""] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(argument ?? "") ?? [];
if (argument && !hash) {
  console.error(`Usage: ${usage}`);
  process.exit(2);
}
try {
  const { databaseUrl, dataDirectory } = readStorage(process.env);
  const database = await openInstallation(databaseUrl, dataDirectory);
  const verdict = await verifyAudit(database.db, hash ? { id: Number(id), hash } : null);
  await database.close();
  const { entries, head, waiting, findings } = verdict;
  for (const finding of findings) console.log(`  CHANGED  ${finding}`);
  if (waiting > 0) console.log(`  ${waiting} ${waiting === 1 ? "event waits" : "events wait"} to be sealed.`);
  if (findings.length === 0) console.log(`  The audit is whole: ${entries} ${entries === 1 ? "entry" : "entries"}.`);
  if (head) console.log(`  Note the newest one, away from this machine: ${head.id}:${head.hash}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(failureOf(error, "The audit cannot be read"));
  // The database may still be open.
  process.exit(1);
}
