import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Candidate } from "@plumbline/contract/matching/rules.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearAbandoned, type IndexState, readIndexFile, writeIndexFile } from "./index-file.ts";
import { openRanking } from "./ranking.ts";

const now = new Date("2026-11-25T12:00:00.000Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-index-"));
});
afterEach(() => rm(folder, { recursive: true }));

const advisor = (id: number): Candidate => ({
  id,
  quality: id % 16,
  expertiseAreaIds: [100 + (id % 7), 110],
  industryIds: id % 3 === 0 ? [] : [200 + (id % 5)],
  companySizeIds: [300 + (id % 6)],
});

function stateOf(count: number): IndexState {
  const ranking = openRanking(Array.from({ length: count }, (_, n) => advisor(n + 1)));
  ranking.put({ ...advisor(2), quality: 3 });
  ranking.put(advisor(count + 1));
  ranking.remove(1);
  return { ...ranking.state(), readUntil: now };
}

const known = new Set<string>();
const note = async (id: string) => void known.add(id);
const read = (at = now) => readIndexFile(folder, at, async (id) => known.has(id));
const contentOf = () => readFile(join(folder, "index"));

test.each([0, 5, 700, 40_000])(
  "S-06 a file has all of the index that was written to it: %i advisors",
  async (count) => {
    const state = stateOf(count);
    await writeIndexFile(folder, state, note);
    expect(await read()).toEqual(state);
    expect(await readdir(folder)).toEqual(["index"]);
  },
);

test("S-06 without a file there is nothing to refuse", async () => {
  expect(await read()).toBe(null);
});

test("S-06 a file with one wrong byte is refused, wherever that is, and so is one that was cut off or is empty", async () => {
  await writeIndexFile(folder, stateOf(300), note);
  const whole = await contentOf();
  const numbers = whole.indexOf(0x0a) + 1;
  for (const at of [0, 20, numbers, numbers + 999, whole.length - 5, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    await writeFile(join(folder, "index"), damaged);
    expect([at, await read()]).toEqual([at, { refused: expect.stringMatching(/damaged|another format/) }]);
  }
  for (const length of [0, 3, 50, numbers, whole.length - 4, whole.length - 1]) {
    await writeFile(join(folder, "index"), whole.subarray(0, length));
    expect([length, await read()]).toEqual([length, { refused: "it is damaged" }]);
  }
  await writeFile(join(folder, "index"), whole);
  expect(await read()).toHaveProperty("segment");
});

test("S-06 a file of another format is refused as that, without a look at the rest", async () => {
  await writeFile(join(folder, "index"), `${JSON.stringify({ format: "2 LE", id: 7 })}\nnumbers`);
  expect(await read()).toEqual({ refused: "it is of another format" });
});

test("S-06 a file that cannot be read is refused", async () => {
  await writeIndexFile(join(folder, "index"), stateOf(3), note);
  expect(await read()).toEqual({ refused: "it cannot be read (EISDIR)" });
});

test("S-06 a file that is older than a day, from the future, or that the database does not know is refused", async () => {
  await writeIndexFile(folder, stateOf(3), note);
  expect(await read(hours(24))).toHaveProperty("segment");
  expect(await read(new Date(hours(24).getTime() + 1))).toEqual({ refused: "it is older than a day" });
  expect(await read(new Date(now.getTime() - 1))).toEqual({ refused: "it is from the future" });
  known.clear();
  expect(await read()).toEqual({ refused: "the database does not know it" });
});

test("S-06 a file is whole on the disk before it is noted, and what cannot be noted leaves the one before", async () => {
  await writeIndexFile(folder, stateOf(3), note);
  const before = await contentOf();
  const written = writeIndexFile(folder, stateOf(4), async (id) => {
    const names = await readdir(folder);
    expect(names.sort()).toEqual(["index", `index.${id}`]);
    expect((await readFile(join(folder, `index.${id}`))).length).toBeGreaterThan(before.length);
    throw new Error("the database is gone");
  });
  await expect(written).rejects.toThrow("the database is gone");
  expect(await readdir(folder)).toEqual(["index"]);
  expect(await contentOf()).toEqual(before);
});

test("S-06 what killed processes have left beside the file is removed after an hour", async () => {
  await writeIndexFile(folder, stateOf(3), note);
  for (const name of ["index.young", "index.old", "index"]) {
    if (name !== "index") await writeFile(join(folder, name), "half of it");
    const written = name === "index.young" ? hours(-1) : new Date(hours(-1).getTime() - 1000);
    await utimes(join(folder, name), written, written);
  }
  await clearAbandoned(folder, now);
  expect((await readdir(folder)).sort()).toEqual(["index", "index.young"]);
  await clearAbandoned(join(folder, "none"), now);
});
