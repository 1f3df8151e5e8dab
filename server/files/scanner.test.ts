import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Behaviour, hasClamd, startClamd, startClamdStandIn, type TestClamd } from "../testing/clamd.ts";
import { parseClamdAddress } from "./clamd-address.ts";
import { maxFileSize } from "./files.ts";
import { eicar, openScanner, type Scanner } from "./scanner.ts";

// What is read of clamd's answers. Debian's clamd answers as well where it is installed.

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});
const loggedBy = (port: number, limits?: Parameters<typeof openScanner>[2]) => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Parameters<typeof openScanner>[1];
  return { scanner: openScanner({ host: "127.0.0.1", port }, log, limits), lines };
};

test.each([
  ["clamav:3310", { host: "clamav", port: 3310 }],
  ["10.0.0.7:3310", { host: "10.0.0.7", port: 3310 }],
  ["[::1]:3310", { host: "::1", port: 3310 }],
  ["/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
  ["clamav", null],
  ["clamav:0", null],
  ["clamav:70000", null],
  ["::1:3310", null],
  ["tcp://clamav:3310", null],
  ["run/clamd.ctl", null],
  ["clamav:3310 ", null],
])("ADR-042 CLAMD_ADDRESS=%s is read", (text, address) => {
  expect(parseClamdAddress(text)).toEqual(address);
});

describe.each([
  ["a stand-in", startClamdStandIn, true],
  ["Debian's clamd", startClamd, hasClamd],
] as const)("ADR-042 with %s", (_name, start, available) => {
  describe.runIf(available)("as it is installed", () => {
    let clamd: TestClamd;
    let scanner: Scanner;
    let lines: unknown[];
    let folder: string;
    beforeAll(async () => {
      clamd = await start();
      undo.push(() => clamd.close());
      ({ scanner, lines } = loggedBy(clamd.port));
      folder = await mkdtemp(join(tmpdir(), "plumbline-scan-"));
      undo.push(() => rm(folder, { recursive: true, force: true }));
    });

    test("ADR-042 a harmful file is found, in memory and on the disk, and the log has its signature alone", async () => {
      const path = join(folder, "large");
      await writeFile(path, Buffer.concat([Buffer.alloc(200_000, "harmless "), Buffer.from(eicar)]));
      for (const content of [Buffer.from(eicar), path]) expect(await scanner.scan(content)).toMatch(/eicar/i);
      expect(scanner.counts).toEqual({ clean: 0, infected: 2, unavailable: 0 });
      expect(lines).toHaveLength(2);
      expect(lines).toContainEqual([
        { signature: expect.stringMatching(/^[\w.-]*eicar[\w.-]*$/i) },
        "an infected file was refused",
      ]);
    });

    test("ADR-042 a harmless one is not, of one byte, of a few pieces and of the largest size", async () => {
      const path = join(folder, "largest");
      await writeFile(path, Buffer.alloc(maxFileSize, "0123456789"));
      const contents = [Buffer.from("x"), Buffer.alloc(64 * 1024, "y"), Buffer.alloc(130_000, "z"), path];
      for (const content of contents) expect(await scanner.scan(content)).toBeNull();
    });

    test("ADR-042 it answers and says its version", async () => {
      expect(await scanner.answers()).toBe(true);
      expect(await scanner.version()).toMatch(/^ClamAV \d+\.\d+/);
    });

    test("ADR-042 a file that is gone is no clean file", async () => {
      await expect(scanner.scan(join(folder, "none"))).rejects.toMatchObject({
        name: "ScannerUnavailable",
        code: "ENOENT",
      });
    });
  });
});

test.each([
  ["silent", "Timeout"],
  ["cut", "CutOff"],
  ["too large", "TooLarge"],
  ["failing", "Failed"],
  ["rubbish", "Unreadable"],
  ["endless", "Unreadable"],
] as [Behaviour, string][])("ADR-042 R22 a scanner that is %s has found nothing out: %s", async (behaviour, code) => {
  const clamd = await startClamdStandIn();
  undo.push(clamd.close);
  clamd.behave(behaviour);
  const { scanner, lines } = loggedBy(clamd.port, {
    connection: 10_000,
    scan: behaviour === "silent" ? 50 : 30_000,
    command: 30_000,
  });
  await expect(scanner.scan(Buffer.from("harmless"))).rejects.toMatchObject({ name: "ScannerUnavailable", code });
  expect(scanner.counts).toEqual({ clean: 0, infected: 0, unavailable: 1 });
  expect(lines).toEqual([]);
});

test("ADR-042 R22 an OK before the file was whole is none", async () => {
  const clamd = await startClamdStandIn();
  undo.push(clamd.close);
  clamd.behave("hasty");
  const path = join(await mkdtemp(join(tmpdir(), "plumbline-scan-")), "large");
  undo.push(() => rm(path, { force: true }));
  await writeFile(path, Buffer.alloc(maxFileSize));
  const { scanner } = loggedBy(clamd.port);
  await expect(scanner.scan(path)).rejects.toMatchObject({ name: "ScannerUnavailable" });
});

test("ADR-042 a scanner behind the path of a socket is asked there", async () => {
  const clamd = await startClamdStandIn();
  undo.push(clamd.close);
  const folder = await mkdtemp(join(tmpdir(), "plumbline-scan-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "clamd.ctl");
  const local = createServer((near) => near.pipe(connect(clamd.port, "127.0.0.1")).pipe(near)).listen(path);
  undo.push(async () => local.close());
  await once(local, "listening");
  const scanner = openScanner({ path }, { warn: () => {} });
  expect([await scanner.answers(), await scanner.scan(Buffer.from("x"))]).toEqual([true, null]);
  expect(await scanner.scan(Buffer.from(eicar))).toBe("Eicar-Signature");
});

test("ADR-042 R22 an address where nothing listens is an outage, and answers() is false", async () => {
  const clamd = await startClamdStandIn();
  await clamd.close();
  const { scanner } = loggedBy(clamd.port);
  expect(await scanner.answers()).toBe(false);
  await expect(scanner.scan(Buffer.from("x"))).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
