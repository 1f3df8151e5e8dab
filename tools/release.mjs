#!/usr/bin/env node
// npm run release -- <folder> [--accept-weaknesses]: puts into an empty folder all that a production start needs and nothing else: the
// program without its tests, the built web, the packages it runs on, Node itself, the command `plumbline` and a list of
// what is in it (sbom.json, CycloneDX). deploy/Containerfile makes the image of the same folder. It needs the packages
// of development installed (npm run release sees to it) and a registry for those of production. It refuses a version
// without an entry in CHANGELOG.md, and packages with known weaknesses of severity high or critical unless told otherwise.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "../server/arguments.ts";
import { makeFolder, remedyFor } from "../server/folders.ts";
import { notesOf } from "./changelog.ts";
import { knownWeaknesses } from "./weaknesses.ts";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const accept = "--accept-weaknesses";
const usage = `npm run release -- <folder> [${accept}]`;
const { given, set } = readArguments(usage, { least: 1, options: [accept.slice(2)] });
const release = resolve(given[0]);
if (existsSync(release) && !(statSync(release).isDirectory() && readdirSync(release).length === 0))
  fail(`${release} is there already: name a folder that is not.`);
/** Made under another name, so that what was interrupted is never taken for a release. */
const target = `${release}.making`;
// After success it has its other name.
process.on("exit", () => rmSync(target, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("uncaughtException", (error) =>
  fail(
    error.syscall
      ? `The release cannot be made in ${release} (${error.message}). ${remedyFor(error.code)}`
      : error.stack,
  ),
);
rmSync(target, { recursive: true, force: true });
makeFolder(target);
const read = (name) => readFileSync(join(root, name), "utf8");
const notes = notesOrFail();
await lookAtWeaknesses();
for (const built of ["web/build/server/index.js", "server/build/main.js"])
  if (!existsSync(join(root, built))) fail(`${built} is not built: npm run build`);

/** What is only for tests and development, and what is built again. */
const leftOut = /^(node_modules|testing|failures|\.react-router)$|\.test\.ts$|^drizzle\.config\.ts$|_snapshot\.json$/;
/** Files of packages that a program never reads: types, sources, source maps, documentation, tests. */
const unread = /\.([cm]?ts|tsx|map|md|markdown)$/i;
const unreadFolders = ["test", "tests", "__tests__", "benchmarks", ".yarn"];
/**
 * Installed because of peers and optional uses, and not run in production: compilers, types, and the embedded database,
 * for production runs on PostgreSQL (rule 16).
 */
const notRun = ["typescript", "@typescript", "@types", "@electric-sql"];

const shared = ["contract", "server", "sandbox", "web/build", "package.json", "package-lock.json"];
/** By name: whoever deploys from the sources keeps secrets and backups in deploy/ as well. */
const kit = [
  "CHANGELOG.md",
  "deploy/Caddyfile",
  "deploy/README.md",
  "deploy/grafana-board.json",
  "deploy/healthy.mjs",
  "deploy/pgbackrest",
  "deploy/plumbline",
  "deploy/plumbline-backup.service",
  "deploy/plumbline-backup.timer",
  "deploy/plumbline-run",
  "deploy/plumbline.env.example",
  "deploy/plumbline.service",
  "deploy/postgresql-cluster",
  "deploy/prometheus-alerts.yaml",
  "docs/chaos-run.md",
  "docs/operations.md",
];
for (const path of [...shared, ...kit])
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => source.includes(join("web", "build")) || !leftOut.test(basename(source)),
  });
// npm compares every workspace with the lock file.
copyFileSync(join(root, "web/package.json"), join(target, "web/package.json"));

const workspaces = ["contract", "server", "sandbox", "sandbox/stripe"].flatMap((name) => ["--workspace", name]);
npm("ci", "--omit=dev", "--include-workspace-root", ...workspaces, "--no-audit", "--no-fund", "--loglevel=error");
const sbom = npm(
  ...npmWithSbom(),
  "sbom",
  "--package-lock-only",
  "--omit=dev",
  ...workspaces,
  "--sbom-format=cyclonedx",
  "--sbom-type=application",
);
writeFileSync(join(target, "sbom.json"), sbom);
writeFileSync(join(target, "NOTES.md"), notes);

const packages = join(target, "node_modules");
mkdirSync(join(target, "bin"));
renameSync(join(packages, "node/bin/node"), join(target, "bin/node"));
for (const name of ["node", ".bin", ...notRun]) rmSync(join(packages, name), { recursive: true, force: true });
// npm puts a package beside the workspace that uses it where another one uses another version.
for (const folder of [packages, join(target, "server/node_modules")]) if (existsSync(folder)) removeUnread(folder);
renameSync(join(target, "deploy/plumbline"), join(target, "plumbline"));
chmodSync(join(target, "plumbline"), 0o755);
rmSync(release, { recursive: true, force: true });
renameSync(target, release);
console.log(`\n  The release is in ${release}. What is new, as in its NOTES.md:\n\n${notes}`);

function notesOrFail() {
  try {
    return notesOf(read("CHANGELOG.md"), JSON.parse(read("package.json")).version);
  } catch (error) {
    return fail(error.message);
  }
}

/** A registry that does not answer does not stop a release: mirrors often have no list of weaknesses. */
async function lookAtWeaknesses() {
  const { asked, reason, lines, refused } = await knownWeaknesses(root);
  if (!asked)
    return console.error(`\n  The registry says nothing of known weaknesses (${reason}): run npm audit elsewhere.\n`);
  console.log(`\n  Known weaknesses in what production runs on: ${lines.length || "none"}`);
  for (const line of lines) console.log(`    ${line}`);
  if (!refused) return;
  if (!set.has(accept.slice(2)))
    fail(`\n  No release with these. Bring the packages up to date, or look at each and add ${accept}.`);
  console.log(`  Accepted (${accept}).`);
}

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && unreadFolders.includes(entry.name)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path);
    else if (entry.isFile() && unread.test(entry.name)) rmSync(path);
  }
}

/** npm lists packages since its version 10; Debian 13 has version 9, which fetches a newer one for it. */
function npmWithSbom() {
  const hasSbom = Number.parseInt(npm("--version"), 10) >= 10;
  return hasSbom ? [] : ["exec", "--yes", "--package=npm@11.19.1", "--", "npm"];
}

function npm(...args) {
  try {
    return execFileSync("npm", args, { cwd: target, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if (error.code === "ENOENT") return fail("npm is not installed here, and a release needs it: install it first.");
    return fail(
      `npm ${args[0]} has failed; its own words are above. Look whether the registry can be reached, then run this again.`,
    );
  }
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
