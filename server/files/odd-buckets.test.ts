import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openS3Store } from "./s3-store.ts";
import type { Store } from "./store.ts";

// A bucket that answers what no bucket should.

let answer: RequestListener;
const bucket = createServer((request, reply) => answer(request, reply));
let folder: string;
let store: Store;
beforeAll(async () => {
  await once(bucket.listen(0, "127.0.0.1"), "listening");
  folder = await mkdtemp(join(tmpdir(), "plumbline-odd-"));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const settings = { bucket: "odd", endpoint, region: "us-east-1", keys: { id: "id", secret: "secret" }, direct: true };
  store = await openS3Store(settings, folder, { connection: 500, answer: 500, upload: 500, silence: 60_000 });
});
afterAll(async () => {
  await store.close();
  bucket.closeAllConnections();
  bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** How many files of the folder this process has open; none where the system does not tell. */
async function openFiles(): Promise<number> {
  const paths = (await readdir("/proc/self/fd").catch(() => [])).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ""),
  );
  return (await Promise.all(paths)).filter((path) => path.startsWith(folder)).length;
}

test("R21 ADR-040 an upload that the bucket refuses before its end leaves no file open", async () => {
  answer = (_, reply) => reply.writeHead(403, { connection: "close" }).end("<Error><Code>AccessDenied</Code></Error>");
  const path = join(store.incoming, "large");
  await writeFile(path, Buffer.alloc(20_000_000));
  await expect(store.write("key", path)).rejects.toMatchObject({ name: "StoreUnavailable" });
  await expect.poll(openFiles).toBe(0);
});

test("R21 ADR-040 a listing whose next page is the same page again is an outage, and does not go on for ever", async () => {
  const page = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken>
    <Contents><Key>files/a</Key></Contents></ListBucketResult>`;
  answer = (_, reply) => reply.writeHead(200, { "content-type": "application/xml" }).end(page);
  const list = async () => {
    for await (const { key } of store.stored()) expect(key).toBe("a");
  };
  await expect(list()).rejects.toMatchObject({ name: "StoreUnavailable", code: "SamePageAgain" });
});

test.each([
  ["does not end", ["<Error>"], "TimeoutError"],
  ["is endless", Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024, "x")), "AnswerTooLong"],
])("R21 ADR-040 an answer that %s is an outage, and is not kept in memory", async (_, pieces, code) => {
  answer = (request, reply) => {
    request.resume();
    reply.on("error", () => {}).writeHead(403);
    for (const piece of pieces) reply.write(piece);
  };
  const list = () => store.stored()[Symbol.asyncIterator]().next();
  for (const call of [() => store.read("key"), () => store.write("key", Buffer.from("x")), list])
    await expect(call()).rejects.toMatchObject({ name: "StoreUnavailable", code });
});

test("R21 ADR-040 a page in place of the installation's name is another installation's, and is not kept whole", async () => {
  answer = (_, reply) => reply.writeHead(200).end(`<html>${"x".repeat(1000)}</html>`);
  expect(await store.owner?.read()).toHaveLength(100);
});
