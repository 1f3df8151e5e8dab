import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { movableClock, wallClock } from "../../clock.ts";
import { openCacheFolder } from "./cache-folder.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-content-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("C-16 addresses that a visitor makes up do not fill the disk, and push out no copy that is in use", async () => {
  const folder = await makeFolder();
  const clock = movableClock();
  const store = openCacheFolder(folder, clock, { files: 20, bytes: 100_000, checkedEvery: 5 });
  for (const page of ["/home", "/about", "/unused"]) await store.write(page, { text: '"good"', total: 1 });
  clock.advance(3_600_000);
  await store.touch("/home");
  // The page that nobody has changed since is read after a start.
  await openCacheFolder(folder, clock).read("/about");
  for (let at = 0; at < 18; at += 1) await store.write(`/made-up?slug=${at}`, { text: "[]", total: 0 });
  expect((await readdir(folder)).length).toBeLessThanOrEqual(20);
  expect((await store.read("/home"))?.text).toBe('"good"');
  expect((await store.read("/about"))?.text).toBe('"good"');
  expect(await store.read("/unused")).toBeNull();
  for (let at = 0; at < 100; at += 1) await store.write(`/more?slug=${at}`, { text: "[]", total: 0 });
  expect((await readdir(folder)).length).toBeLessThanOrEqual(25);
});

test("C-16 large copies count by their bytes, and what a killed process has left is removed", async () => {
  const folder = await makeFolder();
  const former = openCacheFolder(folder, wallClock);
  for (let at = 0; at < 30; at += 1) await former.write(`/${at}`, { text: "x".repeat(10_000), total: 1 });
  const store = openCacheFolder(folder, wallClock, { files: 1000, bytes: 100_000, checkedEvery: 5 });
  await store.write("/new", { text: '"good"', total: 1 });
  expect((await readdir(folder)).length).toBeLessThanOrEqual(10);
  expect((await store.read("/new"))?.text).toBe('"good"');
});
