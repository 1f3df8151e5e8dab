import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A folder with the scripts alone, in which there is nothing to install. */
function scripts(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline scripts "));
  const modules = join(folder, "node_modules");
  for (const path of [".bin", ".plumbline"]) mkdirSync(join(modules, path), { recursive: true });
  for (const file of ["tools/setup.mjs", "package.json"]) cpSync(file, join(folder, file));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const lock = createHash("sha256").update("package-lock.json{}").digest("hex");
  writeFileSync(join(modules, ".plumbline", "install"), lock);
  symlinkSync(process.execPath, join(modules, ".bin", "node"));
  return folder;
}

test("rule 2: a folder whose path the libraries cannot build in is refused before anything is installed, with what to do", () => {
  for (const name of ["issue #4", "50% done", "why?"]) {
    const folder = mkdtempSync(join(tmpdir(), `plumbline ${name} `));
    cpSync("tools/setup.mjs", join(folder, "tools", "setup.mjs"));
    const { status, stderr } = spawnSync(process.execPath, ["tools/setup.mjs", "build"], {
      cwd: folder,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([1, expect.stringContaining("Please move it to another:")]);
    expect(stderr).toContain(folder);
  }
});

test.each([
  ["dev", "tools/reload.mjs"],
  ["check", "node_modules/.bin/react-router"],
])("rule 2: SIGTERM to npm alone ends npm run %s and what it has started", async (task, program) => {
  const folder = scripts();
  writeFileSync(join(folder, program), '#!/usr/bin/env node\nconsole.log("started"); setInterval(() => {}, 1000);', {
    mode: 0o755,
  });
  const child = spawn("npm", ["run", task], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  while (!printed.includes("started")) printed += (await once(child.stdout, "data"))[0];
  child.kill("SIGTERM");
  // The output is closed when the last of its processes has ended.
  await once(child, "close");
  rmSync(folder, { recursive: true });
});

test("decision 44 build and check refuse an argument that they do not have", () => {
  const folder = scripts();
  for (const task of ["build", "check"]) {
    const options = { cwd: folder, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, ["tools/setup.mjs", task, "web"], options);
    expect([status, stderr]).toEqual([2, `Usage: npm run ${task}\n`]);
  }
  rmSync(folder, { recursive: true });
});

test("rule 2: a user who may not write here reads in one sentence what to do", () => {
  const folder = scripts();
  // Refused to everybody: the one who tests may be root.
  mkdirSync(join(folder, "node_modules", ".plumbline", "step"));
  const options = { cwd: folder, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, ["tools/setup.mjs", "check"], options);
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Please run npm run check as the user who owns [^\n]+\)\.\n$/),
  ]);
});
