import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { sendMessage, uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackup } from "../backup/backup.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { bucket as bucketCheck } from "../doctor/bucket.ts";
import { examine } from "../doctor/finding.ts";
import { removeLeftovers, removeUnattached } from "../features/files/jobs.ts";
import { testServer, testSettings } from "../testing/plumbline.ts";
import { shortRun } from "../testing/process.ts";
import { startS3 } from "../testing/s3.ts";

// A whole Plumbline whose files are in a bucket, which fails and comes back.

let s3: Awaited<ReturnType<typeof startS3>>;
// Its outages are lines of the log.
const environment: Record<string, string> = { LOG_LEVEL: "silent" };
const folders: string[] = [];
const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bucket-"));
  folders.push(folder);
  return folder;
};
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(environment, s3.environment);
});
const server = testServer(environment);
afterAll(async () => {
  await s3.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const hour = 3600_000;
const someone = async (role: "customer" | "advisor" = "customer") =>
  setUp(server.context, await makeMember(server.context, role));
const upload = (token: string, name: string, content: string | Buffer<ArrayBuffer>) =>
  server.call(uploadMessageFile, { files: [new File([content], name)] }, token);
const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#1F5C4D" } })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
const get = (address: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(address, server.url), { headers, method, redirect: "manual" });
const keysInBucket = async () => {
  const keys: string[] = [];
  for await (const { key } of server.context.store.stored()) keys.push(key);
  return keys;
};

test("ADR-040 a download is fetched from the bucket itself, with its name and type, by an address that lasts a minute", async () => {
  const { token } = await someone();
  const { body } = await upload(token, "fünf notes.txt", "some text");
  const answer = await get(body.file);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([302, "no-store"]);
  const direct = new URL(answer.headers.get("location") as string);
  expect(direct.host).toBe(`${s3.line.host}:${s3.line.port}`);
  expect(direct.searchParams.get("X-Amz-Expires")).toBe("60");
  const served = await fetch(direct);
  expect([served.status, await served.text()]).toEqual([200, "some text"]);
  expect(served.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(served.headers.get("content-disposition")).toMatch(/^attachment; .*f%C3%BCnf%20notes\.txt/);
  direct.searchParams.set("X-Amz-Expires", "3600");
  expect((await fetch(direct)).status).toBe(403);
  const head = await get(body.file, {}, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "9"]);
});

test("M-09 ADR-040 pictures come through us: sandboxed, in ranges, and remembered", async () => {
  const { token } = await someone("advisor");
  const bytes = await picture();
  const { body } = await upload(token, "yard.png", bytes);
  const answer = await get(body.file);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await get(body.file, { range: "bytes=1-3" });
  expect([part.status, await part.text()]).toEqual([206, "PNG"]);
  expect((await get(body.file, { "if-none-match": answer.headers.get("etag") as string })).status).toBe(304);
  const photo = await server.call(uploadPhoto, { files: [new File([bytes], "me.png")] }, token);
  expect((await get(photo.body.photo)).status).toBe(200);
});

test("M-09 a large upload arrives whole, and nothing of it stays on the disk", async () => {
  const { token } = await someone();
  const content = "0123456789abcdef".repeat(400_000);
  const { status, body } = await upload(token, "large.txt", content);
  expect(status).toBe(201);
  expect(await (await fetch(new URL(body.file, server.url))).text()).toBe(content);
  expect(await readdir(server.context.store.incoming)).toEqual([]);
  expect(await readdir(join(server.context.store.incoming, ".."))).toEqual(["incoming"]);
});

test("R22 ADR-040 without its bucket files are 503 with a sentence, all else works, and it comes back without a restart", async () => {
  const { token } = await someone();
  const { body } = await upload(token, "yard.png", await picture());
  s3.line.refuse();
  try {
    const refused = await upload(token, "notes.txt", "some text");
    expect([refused.status, refused.errors]).toEqual([
      503,
      { base: ["Files cannot be opened or uploaded at the moment. Please try again in a minute."] },
    ]);
    const page = await get(body.file);
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await page.text()).toContain("Files cannot be opened");
    expect((await get("/readyz")).status).toBe(200);
    expect(await readdir(server.context.store.incoming)).toEqual([]);
  } finally {
    s3.line.accept();
  }
  expect((await get(body.file)).status).toBe(200);
  expect((await upload(token, "notes.txt", "some text")).status).toBe(201);
});

test("ADR-015 R1 the bucket loses unattached files after a day and bytes without a row, and keeps what is attached", async () => {
  const [customer, advisor] = [await someone(), await someone("advisor")];
  const before = await keysInBucket();
  const attached = (await upload(customer.token, "attached.txt", "attached")).body;
  await upload(customer.token, "forgotten.txt", "forgotten");
  const message = { receiver_id: advisor.id, message: { body: "", attachment_ids: [attached.id] } };
  expect((await server.call(sendMessage, { body: message }, customer.token)).status).toBe(201);
  await server.context.store.write("lost", Buffer.from("bytes without a row"));
  expect(await keysInBucket()).toHaveLength(before.length + 3);
  await removeLeftovers(server.context);
  expect(await keysInBucket()).toContain("lost");
  server.clock.advance(30 * hour);
  await removeUnattached(server.context);
  await removeLeftovers(server.context);
  const left = await keysInBucket();
  expect(left).not.toContain("lost");
  expect(left.filter((key) => !before.includes(key))).toHaveLength(1);
});

test("ADR-040 R1 a second installation on the same bucket removes nothing of the first one's, and doctor says so", async () => {
  const { context } = server;
  await removeLeftovers(context);
  const first = await context.store.owner?.read();
  await context.store.write("of-the-other", Buffer.from("a file of another installation"));
  server.clock.advance(30 * hour);
  await removeLeftovers({ ...context, secret: "another installation's" });
  expect(await keysInBucket()).toContain("of-the-other");
  const postgres = process.env["TEST_DATABASE_URL"];
  if (postgres) {
    const { rows } = await context.db.execute<{ name: string }>(sql`select current_database() as name`);
    const DATABASE_URL = new URL(`/${rows[0]?.name}`, postgres).href;
    const settings = testSettings(await makeFolder(), { ...s3.environment, DATABASE_URL });
    const doctor = async () => (await examine(settings, [bucketCheck]))[0];
    expect((await doctor())?.state).toBe("ok");
    await context.store.owner?.write("another");
    expect(await doctor()).toMatchObject({ state: "failed", says: expect.stringContaining("of another installation") });
    await context.store.owner?.write(`${first}`);
  }
  await removeLeftovers(context);
  expect(await keysInBucket()).not.toContain("of-the-other");
});

test("ADR-040 R1 an installation takes no bucket for its own in which most files are unknown to it", async () => {
  const { context } = server;
  const { owner, ...store } = context.store;
  const said: string[] = [];
  const unnamed = { read: async () => null, write: async (installation: string) => void said.push(installation) };
  const others = Array.from({ length: 20 }, (_, number) => `other-${number}`);
  for (const key of others) await context.store.write(key, Buffer.from("a file of another installation"));
  server.clock.advance(30 * hour);
  await removeLeftovers({ ...context, store: { ...store, owner: unnamed } });
  expect([said, await keysInBucket()]).toEqual([[], expect.arrayContaining(others)]);
  for (const key of others) await context.store.remove(key);
  await removeLeftovers({ ...context, store: { ...store, owner: unnamed } });
  expect(said).toEqual([await owner?.read()]);
});

/** Runs the command as npm does; returns its exit code and output. */
async function filesToS3(settings: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [...shortRun, "server/build/files-to-s3.js"], {
    env: { ...process.env, VITEST: "", ...settings },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

test("ADR-040 the files of a folder are copied to the bucket, also after a run that ended early, and compared", async () => {
  const folder = await makeFolder();
  const { store } = server.context;
  const files = new Map(
    Array.from({ length: 7 }, (_, number) => [randomUUID(), Buffer.alloc(number * 40_000, number)]),
  );
  await mkdir(join(folder, "files", "incoming"), { recursive: true });
  for (const [key, content] of files) await writeFile(join(folder, "files", key), content);
  // As a run that was interrupted leaves it, and a file whose bytes were damaged.
  const [[first, whole], [second]] = [...files].slice(1) as [[string, Buffer], [string, Buffer]];
  await store.write(first, whole);
  await store.write(second, Buffer.from("damaged"));
  const settings = { DATA_DIR: folder, ...s3.environment };
  const copied = await filesToS3(settings);
  expect([copied.code, copied.said]).toEqual([0, expect.stringContaining("7 files of")]);
  expect(copied.said).toContain("6 were copied now");
  for (const [key, content] of files) expect((await buffer(await store.read(key))).equals(content)).toBe(true);
  expect((await filesToS3(settings)).said).toContain("0 were copied now");
  expect((await readdir(join(folder, "files"))).length).toBe(files.size + 1);
  s3.line.refuse();
  const failed = await filesToS3(settings).finally(s3.line.accept);
  expect([failed.code, failed.said]).toEqual([1, expect.stringContaining("The bucket could not be used")]);
  expect(await filesToS3({ DATA_DIR: folder })).toMatchObject({ code: 1, said: expect.stringContaining("S3_BUCKET") });
  for (const key of files.keys()) await store.remove(key);
});

test("R21 a backup leaves the bucket's files where they are, and names the bucket", async () => {
  const target = join(await makeFolder(), "kept");
  const { database, settings } = server.context;
  const manifest = await makeBackup(database, settings.dataDirectory, target, s3.settings.bucket);
  expect(manifest.bucket).toBe(s3.settings.bucket);
  expect(manifest.parts.filter(({ path }) => path.startsWith("files/"))).toEqual([]);
  expect(manifest.tables.find(({ name }) => name === "files")?.rows).toBeGreaterThan(0);
});

test("T-02 doctor tries the bucket out, leaves nothing in it, and says what to do about a wrong key or name", async () => {
  const before = await keysInBucket();
  const doctor = async (changed: Record<string, string>) => {
    const settings = testSettings(await makeFolder(), { ...s3.environment, ...changed });
    const [finding] = await examine(settings, [bucketCheck]);
    return finding;
  };
  expect(await doctor({})).toMatchObject({
    state: "ok",
    says: expect.stringContaining("takes, lists, gives back and removes"),
  });
  expect(await keysInBucket()).toEqual(before);
  expect(await doctor({ S3_BUCKET: "no-bucket-of-this-name" })).toMatchObject({
    state: "failed",
    says: expect.stringContaining("NoSuchBucket"),
    todo: expect.stringContaining("Create the bucket"),
  });
  const refused = await doctor({ S3_SECRET_ACCESS_KEY: "a-wrong-secret" });
  expect(refused).toMatchObject({ state: "failed", todo: expect.stringContaining("S3_SECRET_ACCESS_KEY") });
  expect(JSON.stringify(refused)).not.toContain("a-wrong-secret");
  s3.line.refuse();
  const down = await doctor({}).finally(s3.line.accept);
  expect(down).toMatchObject({ state: "failed", todo: expect.stringContaining("S3_ENDPOINT") });
});
