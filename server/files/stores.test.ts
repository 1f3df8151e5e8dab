import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { startS3 } from "../testing/s3.ts";
import { openFolderStore } from "./folder-store.ts";
import { openS3Store } from "./s3-store.ts";
import { FileGone, type Store, StoreUnavailable } from "./store.ts";

// Both stores keep the same promises. TEST_S3_ENDPOINT lets another S3 server than the tests' own keep them.

let s3: Awaited<ReturnType<typeof startS3>>;
const undo: (() => Promise<unknown>)[] = [];
const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-files-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
beforeAll(async () => {
  s3 = await startS3();
  undo.push(s3.close);
});
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});

const quick = { connection: 500, answer: 500, upload: 500, silence: 500 };
const openBucket = async (limits?: typeof quick) => {
  const store = await openS3Store(s3.settings, await makeFolder(), limits);
  undo.push(store.close);
  return store;
};

describe.each([
  ["a folder", async () => openFolderStore(await makeFolder())],
  ["a bucket of S3", () => openBucket()],
] as const)("files in %s", (_kind, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const textOf = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await store.read(key, range))).toString();
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.stored()) found.push(key);
    return found;
  };
  const keep = async (content: Buffer) => {
    const key = randomUUID();
    await store.write(key, content);
    return key;
  };
  /** As an upload of more than fits into memory arrives. */
  const temporary = async (content: Buffer) => {
    const path = join(store.incoming, randomUUID());
    await writeFile(path, content);
    return path;
  };

  test("M-09 what is written is read again, whole and in ranges", async () => {
    const key = await keep(Buffer.from("0123456789"));
    expect(await textOf(key)).toBe("0123456789");
    expect(await textOf(key, { start: 2, end: 4 })).toBe("234");
    expect(await textOf(key, { start: 7, end: 9 })).toBe("789");
  });

  test("M-09 a large file is moved from the folder of uploads in progress", async () => {
    const content = Buffer.alloc(5_000_000, "0123456789abcdef");
    const key = randomUUID();
    await store.write(key, await temporary(content));
    expect((await buffer(await store.read(key))).equals(content)).toBe(true);
    expect(await readdir(store.incoming)).toEqual([]);
  });

  test("ADR-040 reading a missing file is refused, and removing one is not", async () => {
    const key = randomUUID();
    await expect(store.read(key)).rejects.toBeInstanceOf(FileGone);
    await store.remove(key);
  });

  test("ADR-015 the files that are stored are listed with their time, until they are removed", async () => {
    const before = Date.now();
    const key = await keep(Buffer.from("listed"));
    for await (const file of store.stored()) {
      if (file.key !== key) continue;
      // Bucket and folder keep whole seconds and coarse clocks.
      expect(Math.abs(((await file.writtenAt()) as Date).getTime() - before)).toBeLessThan(60_000);
    }
    expect(await keys()).toContain(key);
    await store.remove(key);
    expect(await keys()).not.toContain(key);
    await expect(store.read(key)).rejects.toThrow();
  });

  test("R1 a write whose bytes are not there leaves nothing", async () => {
    const key = randomUUID();
    await expect(store.write(key, join(store.incoming, randomUUID()))).rejects.toThrow();
    expect(await keys()).not.toContain(key);
  });

  test("R1 uploads that a killed process left in progress are removed by their age", async () => {
    await temporary(Buffer.from("half"));
    expect(await store.clearIncoming(new Date(0))).toBe(0);
    expect(await store.clearIncoming(new Date(Date.now() + 60_000))).toBe(1);
  });
});

test.runIf(atNight)(
  "ADR-040 more files than a page of the bucket's listing are all listed, and nothing that is not ours",
  async () => {
    const store = await openBucket();
    const put = (Key: string) =>
      s3.client.send(new PutObjectCommand({ Bucket: s3.settings.bucket, Key, Body: Buffer.from("x") }));
    const many = Array.from({ length: 1_050 }, (_, number) => `many-${number}`);
    for (let at = 0; at < many.length; at += 50)
      await Promise.all(many.slice(at, at + 50).map((key) => put(`files/${key}`)));
    await put("backups/of-somebody-else");
    const found = new Set<string>();
    for await (const { key } of store.stored()) found.add(key);
    expect(many.filter((key) => !found.has(key))).toEqual([]);
    expect([...found].filter((key) => key.includes("somebody"))).toEqual([]);
  },
  120_000,
);

test.runIf(atNight)(
  "ADR-040 a bucket that is down or silent is an outage within the limits, and works again without a restart",
  async () => {
    const store = await openBucket(quick);
    const key = randomUUID();
    await (await openBucket()).write(key, Buffer.from("kept"));
    const file = join(store.incoming, randomUUID());
    await writeFile(file, Buffer.alloc(5_000_000));
    const calls: (() => Promise<unknown>)[] = [
      () => store.read(key),
      () => store.remove(randomUUID()),
      () => store.write(randomUUID(), Buffer.from("new")),
      () => store.write(randomUUID(), file),
      () => store.stored()[Symbol.asyncIterator]().next(),
    ];
    for (const [fail, mend] of [
      [s3.line.refuse, s3.line.accept],
      [s3.line.freeze, s3.line.thaw],
    ] as const) {
      fail();
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(StoreUnavailable);
      mend();
      // A busy machine may need longer than the limits here.
      const read = async () => expect((await buffer(await store.read(key))).toString()).toBe("kept");
      await vi.waitFor(read, { timeout: 45_000, interval: 50 });
    }
  },
);

test("ADR-040 wrong keys are an outage with their reason, for the log and doctor", async () => {
  const keys = { ...s3.settings.keys, secret: "wrong" };
  const store = await openS3Store({ ...s3.settings, keys }, await makeFolder());
  undo.push(store.close);
  await expect(store.read("any")).rejects.toMatchObject({
    name: "StoreUnavailable",
    code: "SignatureDoesNotMatch",
  });
});
