import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shortRun } from "../testing/process.ts";

// What the commands say to somebody who types them for the first time, or in the wrong place.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command as npm does, without a database on a server, in a data folder that is not there. */
function run(program: string, args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, VITEST: "", DATABASE_URL: "", DATA_DIR: join(folder, "data"), ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...shortRun, `server/build/${program}.js`, ...args], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test.each([
  ["R19", "backup", ["backup"], "npm run backup -- <folder>"],
  ["R19", "backup", ["backup", "one", "two"], "npm run backup -- <folder>"],
  ["R19", "backup", ["backup", "--help"], "npm run backup -- <folder>"],
  ["R19", "backup", ["restore", "--force"], "npm run restore -- <folder> [--force]"],
  ["R19", "backup", ["restore", "one", "--forced"], "npm run restore -- <folder> [--force]"],
  ["B-12", "doctor", ["--jsn"], "npm run doctor [-- --json]"],
  ["ADR-028", "audit", ["--help"], "npm run audit"],
  ["ADR-028", "audit", ["1234"], "npm run audit"],
  ["ADR-036", "figures", ["everything"], "npm run figures"],
  ["ADR-040", "files-to-s3", ["bucket"], "npm run files-to-s3"],
  ["decision 58", "stripe-setup", ["--help"], "STRIPE_SECRET_KEY=… PUBLIC_URL=… npm run stripe-setup"],
])(
  "%s %s %j is not what the command takes, so it says what it takes and does nothing",
  (_row, program, args, usage) => {
    const { status, stdout, stderr } = run(program, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`Usage: ${usage}`);
    expect(readdirSync(folder)).toEqual([]);
  },
);

describe("where there is no installation", () => {
  const bucket = { S3_BUCKET: "files", S3_ENDPOINT: "http://127.0.0.1:9" };
  test.each([
    ["ADR-028", "audit", [], {}],
    ["ADR-036", "figures", [], {}],
    ["R19", "backup", ["backup", "kept"], {}],
    ["ADR-040", "files-to-s3", [], bucket],
  ])("%s %s says so instead of making an empty one that would look well", (_row, program, args, environment) => {
    const { status, stdout, stderr } = run(program, args, environment);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^There is no \\w+( in)? ${join(folder, "data")}\\S* ?.*Set DATA_DIR`));
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("R19 a backup does not take the place of a file, and a restore of what is no backup makes nothing", () => {
  const file = join(folder, "kept");
  writeFileSync(file, "mine");
  const data = join(folder, "data");
  const restored = run("backup", ["restore", folder]);
  expect(restored).toEqual({ status: 1, stdout: "", stderr: `${folder} is no backup: it has no manifest.json.\n` });
  expect(existsSync(data)).toBe(false);
  // The database is made here; it does not matter for this what is in it.
  expect(run("staff", ["you@example.org", "Your Name"]).status).toBe(0);
  for (const target of [file, join(file, "below")]) {
    const refused = { status: 1, stdout: "", stderr: `${target} is there already: name a folder that is not.\n` };
    expect(run("backup", ["backup", target])).toEqual(refused);
  }
  expect(readFileSync(file, "utf8")).toBe("mine");
});
