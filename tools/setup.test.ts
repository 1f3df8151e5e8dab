import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

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
