import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { processes } from "../testing/process.ts";
import { patientFor } from "../testing/size.ts";

// A disk of a test's own, small enough to be filled: mounting one needs root.

const { aFolder, start, after } = processes();

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
const canMount = (() => {
  const folder = smallDisk();
  if (folder) unmount(folder);
  return folder !== null;
})();

describe.runIf(canMount)("on a disk of 160 MB", () => {
  test(
    "R22 a full disk: writes are 503 with Retry-After, reads go on, and once there is room it goes on without a restart",
    async () => {
      const disk = smallDisk() as string;
      after(async () => unmount(disk));
      const { url, ended } = await start(join(disk, "data"));
      const read = () => fetch(`${url}/api/data/get_advisor_datatables`);
      const tables = (await (await read()).json()) as { classification_types: { id: number }[] };
      let people = 0;
      const write = () => {
        people += 1;
        const profile = {
          name: "Owen Price",
          linkedin_profile_url: "https://linkedin.example/owen",
          based_in_uk: "true",
          classification_type_id: tables.classification_types[0]?.id,
          advisory_experience: "Two exits.",
          origin: "",
        };
        const body = JSON.stringify({
          advisor: { email: `owen${people}@full.example` },
          advisor_profile: profile,
        });
        return fetch(`${url}/api/advisors`, { method: "POST", headers: { "content-type": "application/json" }, body });
      };
      expect((await write()).status).toBe(201);

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
      await vi.waitFor(async () => expect((await write()).status).toBe(503), { timeout: 10_000, interval: 100 });
      for (let time = 0; time < 5; time += 1) {
        const refused = await write();
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
        expect((await read()).status).toBe(200);
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
      }

      for (const filler of fillers) rmSync(filler, { force: true });
      await vi.waitFor(async () => expect((await write()).status).toBe(201), { timeout: 10_000, interval: 100 });
      expect((await (await fetch(`${url}/readyz`)).json()) as object).toMatchObject({ status: "ready" });
      expect(await Promise.race([ended, Promise.resolve("still running")])).toBe("still running");
    },
    patientFor(60_000),
  );
});

test("R22 a data folder that cannot be written is refused with a sentence, and the process ends", async () => {
  const folder = await aFolder();
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  const { url, ended, errors } = await start(join(file, "data"));
  expect([url, await ended]).toEqual(["", 1]);
  expect(errors()).toMatch(/DATA_DIR|folder/);
  expect(errors()).not.toMatch(/\n\s+at /);
});
