import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openEmbedded } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { applicantsAt } from "../testing/applicants.ts";
import { processes } from "../testing/process.ts";
import { timeoutFor } from "../testing/size.ts";

// A disk of the test's own, small enough to be filled: mounting one needs root.

const { start, after } = processes();

function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return folder;
}
const unmount = (folder: string) => {
  execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
};
/** Fills a disk to its end with the files that are returned. */
function fill(disk: string): string[] {
  const fillers: string[] = [];
  try {
    for (;;) {
      const filler = join(disk, `filler-${fillers.length}`);
      fillers.push(filler);
      writeFileSync(filler, Buffer.alloc(1_000_000));
    }
  } catch {
    // Full.
  }
  return fillers;
}
/** Leaves room for the little that a database which takes no writes puts on its disk. */
const fillNearly = (disk: string) => {
  for (const filler of fill(disk).slice(-2)) rmSync(filler, { force: true });
};
const canMount = (() => {
  const folder = smallDisk();
  if (folder) unmount(folder);
  return folder !== null;
})();

describe.runIf(canMount)("on a disk of 160 MB", () => {
  /** A disk that is removed after the test. */
  function ownDisk(): string {
    const disk = smallDisk() as string;
    after(async () => unmount(disk));
    return disk;
  }

  test(
    "R22 a full disk: writes are 503 with Retry-After, reads work, and with free space it works again without a restart",
    async () => {
      const disk = ownDisk();
      const { url, ended } = await start(join(disk, "data"));
      const read = () => fetch(`${url}/api/data/get_advisor_datatables`);
      const { apply } = await applicantsAt(url);
      let people = 0;
      const write = () => {
        people += 1;
        return apply(`owen${people}@full.example`);
      };
      expect((await write()).status).toBe(201);

      const fillers = fill(disk);
      await vi.waitFor(async () => expect((await write()).status).toBe(503), { timeout: 45_000, interval: 100 });
      for (let time = 0; time < 5; time += 1) {
        const refused = await write();
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
        expect((await read()).status).toBe(200);
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
      }

      for (const filler of fillers) rmSync(filler, { force: true });
      await vi.waitFor(async () => expect((await write()).status).toBe(201), { timeout: 45_000, interval: 100 });
      expect((await (await fetch(`${url}/readyz`)).json()) as object).toMatchObject({ status: "ready" });
      expect(await Promise.race([ended, Promise.resolve("still running")])).toBe("still running");
    },
    timeoutFor(120_000),
  );

  test.runIf(atNight)(
    "R22 a process that starts on a full disk serves reads, and refuses writes",
    async () => {
      const disk = ownDisk();
      const first = await start(join(disk, "data"));
      first.child.kill("SIGTERM");
      await first.ended;
      fillNearly(disk);
      const { url, errors } = await start(join(disk, "data"));
      expect(errors()).toBe("");
      expect((await fetch(`${url}/api/data/get_advisor_datatables`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await (await applicantsAt(url)).apply("owen@full.example")).status).toBe(503);
    },
    timeoutFor(120_000),
  );

  test.runIf(atNight)(
    "R22 a version that has to change the tables says that the disk is full, and ends",
    async () => {
      const disk = ownDisk();
      const database = await openEmbedded(startEmbedded(join(disk, "data")));
      await database.db.execute(
        sql`delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)`,
      );
      await database.close();
      fillNearly(disk);
      const { ended, errors } = await start(join(disk, "data"));
      expect(await ended).toBe(1);
      expect(errors()).toBe(
        `The disk of ${join(disk, "data")} is nearly full, and this start has to change the database. Make room and start again.\n`,
      );
    },
    timeoutFor(120_000),
  );

  test.runIf(atNight)(
    "R22 a write that fills the disk is refused, and with free space the database works again",
    async () => {
      const disk = ownDisk();
      const database = await openEmbedded(startEmbedded(join(disk, "data")));
      const filler = join(disk, "filler");
      writeFileSync(filler, Buffer.alloc(20_000_000));
      // Only written to the log, which has to be complete: the database fails at the disk's end.
      const write = database.db.execute(
        sql`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000)) from generate_series(1, 200)`,
      );
      await expect(write).rejects.toMatchObject({
        cause: { cause: { message: expect.stringMatching(/No space left/) } },
      });
      rmSync(filler);
      await vi.waitFor(
        async () => expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]),
        { timeout: 45_000, interval: 100 },
      );
      await database.close();
    },
    timeoutFor(120_000),
  );

  test("R22 a release to a disk that may only be read says what to do", () => {
    const disk = ownDisk();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    const release = join(disk, "release");
    const { status, stderr } = spawnSync(process.execPath, ["tools/release.mjs", release], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        `The release cannot be made in ${release} (EROFS: read-only file system, mkdir '${release}.making'). ` +
        "That disk may only be read: name a folder on another one.\n",
    });
  });
});
