import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Manifest } from "./folder.ts";
import { lastBackup, noteBackup } from "./last-backup.ts";

test("R19 a note of the last backup that a full disk has left empty, or cut off, counts as none until the next one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-note-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const manifest: Manifest = {
    format: 1,
    madeAt: "2026-01-02T03:04:05.000Z",
    migratedTo: 1,
    tables: [],
    sequences: [],
    parts: [],
  };
  for (const left of ["", '{"madeAt": "2026', "[]"]) {
    await writeFile(join(folder, "last-backup.json"), left);
    expect([left, await lastBackup(folder)]).toEqual([left, null]);
  }
  await noteBackup(folder, manifest);
  expect(await lastBackup(folder)).toEqual({ madeAt: manifest.madeAt, rows: 0, files: 0 });
});
