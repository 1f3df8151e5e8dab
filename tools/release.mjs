#!/usr/bin/env node
// npm run release -- <folder>: puts into an empty folder all that a production start needs and nothing else: the
// program without its tests, the built web, the packages it runs on, Node itself, the command `plumbline` and a list of
// what is in it (sbom.json, CycloneDX). deploy/Containerfile makes the image of the same folder. It needs the packages
// of development installed (npm run release sees to it) and a registry for those of production.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const [given] = process.argv.slice(2);
if (!given) fail("Usage: npm run release -- <folder>");
const target = resolve(given);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`);
if (!existsSync(join(root, "web/build/server/index.js"))) fail("The web is not built: npm run build");

/** What belongs to tests and to development, and what is made anew. */
const leftOut = /^(node_modules|testing|failures|\.react-router)$|\.test\.ts$|^drizzle\.config\.ts$|_snapshot\.json$/;
/** What a package brings and a program never reads: types, sources, source maps, prose, tests. */
const unread = /\.([cm]?ts|tsx|map|md|markdown)$/i;
const unreadFolders = ["test", "tests", "__tests__", "benchmarks", ".yarn"];
/**
 * Installed because of peers and optional uses, and not run in production: compilers, types, and the embedded database,
 * for production runs on PostgreSQL (rule 16).
 */
const notRun = ["typescript", "@typescript", "@types", "@electric-sql"];

const shared = ["contract", "server", "sandbox", "web/build", "package.json", "package-lock.json"];
const kit = ["deploy/plumbline", "deploy/healthy.mjs", "deploy/plumbline.env.example", "docs/operations.md"];
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
  "sbom",
  "--package-lock-only",
  "--omit=dev",
  ...workspaces,
  "--sbom-format=cyclonedx",
  "--sbom-type=application",
);
writeFileSync(join(target, "sbom.json"), sbom);

const packages = join(target, "node_modules");
mkdirSync(join(target, "bin"));
renameSync(join(packages, "node/bin/node"), join(target, "bin/node"));
for (const name of ["node", ".bin", ...notRun]) rmSync(join(packages, name), { recursive: true, force: true });
// npm puts a package beside the workspace that uses it where another one uses another version.
for (const folder of [packages, join(target, "server/node_modules")]) if (existsSync(folder)) removeUnread(folder);
renameSync(join(target, "deploy/plumbline"), join(target, "plumbline"));
chmodSync(join(target, "plumbline"), 0o755);
console.log(`\n  The release is in ${target}`);

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && unreadFolders.includes(entry.name)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path);
    else if (entry.isFile() && unread.test(entry.name)) rmSync(path);
  }
}

function npm(...args) {
  return execFileSync("npm", args, { cwd: target, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
