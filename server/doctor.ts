// npm run doctor: checks every service that this installation depends on without changing anything, and prints what to
// do. --json prints the findings as JSON. The exit code is 1 when a check failed.

import { readArguments } from "./arguments.ts";
import { outliveOutput } from "./command-output.ts";
import { anycable } from "./doctor/anycable.ts";
import { bucket } from "./doctor/bucket.ts";
import { cards } from "./doctor/cards.ts";
import { content } from "./doctor/content.ts";
import { dataDirectory } from "./doctor/data-directory.ts";
import { database } from "./doctor/database.ts";
import { examine, type Finding, findingsOf } from "./doctor/finding.ts";
import { mail } from "./doctor/mail.ts";
import { nats } from "./doctor/nats.ts";
import { publicAddress } from "./doctor/public-address.ts";
import { redis } from "./doctor/redis.ts";
import { replies } from "./doctor/replies.ts";
import { scanner } from "./doctor/scanner.ts";
import { misspeltNames } from "./settings/misspelt.ts";
import { BadSettings, readSettings } from "./settings.ts";

const checks = [
  database,
  redis,
  nats,
  anycable,
  mail,
  replies,
  cards,
  content,
  publicAddress,
  dataDirectory,
  bucket,
  scanner,
];

outliveOutput();
const { set } = readArguments("npm run doctor [-- --json]", { options: ["json"] });
const findings = await runChecks();
const failures = findings.filter(({ state }) => state === "failed").length;
if (set.has("json")) console.log(JSON.stringify({ ok: failures === 0, findings }, null, 2));
else print(findings);
process.exit(failures === 0 ? 0 : 1);

async function runChecks(): Promise<Finding[]> {
  const { warning, failed } = findingsOf("settings");
  const misspelt = misspeltNames(process.env).map(({ name, meant }) =>
    warning(`nobody reads ${name}`, `Write ${meant} if that is what is meant.`),
  );
  try {
    const settings = readSettings(process.env);
    const says = settings.production ? "complete, for production" : "complete, for development";
    return [{ check: "settings", state: "ok", says }, ...misspelt, ...(await examine(settings, checks))];
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    const todo = "Set it, and run this again: the rest is looked at once the settings are complete.";
    return [...misspelt, ...error.errors.map((says) => failed(says, todo))];
  }
}

function print(all: readonly Finding[]): void {
  const marks = { ok: "ok     ", warning: "warning", failed: "FAILED " };
  for (const { check, state, says, todo } of all) {
    console.log(`  ${marks[state]}  ${check}: ${says}`);
    if (todo) console.log(`           ${todo}`);
  }
  const warnings = all.filter(({ state }) => state === "warning").length;
  console.log(`\n  ${failures} failed, ${warnings} to look at, ${all.length - failures - warnings} well.`);
}
