import { once } from "node:events";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { uploadProjectFiles } from "@plumbline/contract/engagements/contract.ts";
import { readFileAddresses } from "@plumbline/contract/files/contract.ts";
import { texts, unattachedLimit } from "@plumbline/contract/files/rules.ts";
import { sendMessage, uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { makeMember, setUp } from "../demo/people.ts";
import { removeLeftovers, removeUnattached } from "../features/files/jobs.ts";
import { insertFiles } from "../features/files/store.ts";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();
const someone = async (role: "customer" | "advisor" = "customer") =>
  setUp(server.context, await makeMember(server.context, role));
const text = (name: string, content = "some text") => new File([content], name);
const upload = (token: string, name = "notes.txt", content?: string) =>
  server.call(uploadMessageFile, { files: [text(name, content)] }, token);
const hour = 3600_000;

const folder = () => join(server.context.store.incoming, "..");
const onDisk = async () => ({
  incoming: (await readdir(server.context.store.incoming)).length,
  kept: (await readdir(folder())).length - 1,
});

/** A larger part of an upload has begun a file on the disk; a smaller one is still in memory. */
const onDiskFrom = 128 * 1024;

/** Starts an upload of 20 MB and cuts the connection after `sent` bytes of it. */
async function cutOff(path: string, field: string, token: string, sent: number): Promise<void> {
  const before = (await onDisk()).incoming;
  const arrived = once(server.app.server, "request");
  const line = connect(Number(new URL(server.url).port), "127.0.0.1");
  line.on("error", () => {});
  const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="film.mp4"\r\n\r\n`;
  line.write(
    `POST ${path} HTTP/1.1\r\nHost: plumbline\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${20 * 1024 * 1024}\r\n\r\n${head}`,
  );
  line.write(Buffer.alloc(sent, 97));
  await arrived;
  const begun = sent > onDiskFrom ? 1 : 0;
  await expect.poll(async () => (await onDisk()).incoming).toBe(before + begun);
  line.destroy();
  await expect.poll(async () => (await onDisk()).incoming).toBe(before);
}

test("R1 R15 an interrupted upload leaves nothing on the disk, at every endpoint that accepts files", async () => {
  const { token } = await someone("advisor");
  const before = await onDisk();
  for (const { path, upload: into } of [uploadMessageFile, uploadProjectFiles, uploadPhoto])
    for (const sent of [1, 200_000, 3_000_000]) await cutOff(path, into.field, token, sent);
  expect(await onDisk()).toEqual(before);
});

test("R15 an upload that is refused after it arrived leaves nothing on the disk", async () => {
  const before = await onDisk();
  // Without a membership members may not send files, which is checked after the upload.
  const { token } = await makeMember(server.context, "customer");
  expect((await upload(token)).status).toBe(409);
  const advisor = await someone("advisor");
  expect((await server.call(uploadPhoto, { files: [text("me.txt")] }, advisor.token)).status).toBe(422);
  const several = [text("one.txt"), text("two.exe", "MZ")];
  expect((await server.call(uploadProjectFiles, { files: several }, advisor.token)).status).toBe(422);
  expect(await onDisk()).toEqual(before);
});

test("R1 a start removes the partial uploads of a killed process, and the job those that have not grown for an hour", async () => {
  const path = join(server.context.store.incoming, "a-half");
  const old = new Date(Date.now() - 2 * hour);
  await writeFile(path, "half");
  await removeLeftovers(server.context);
  expect((await onDisk()).incoming).toBe(1);
  await utimes(path, old, old);
  await removeLeftovers(server.context);
  expect((await onDisk()).incoming).toBe(0);
  if (server.context.database.kind !== "embedded") return;
  await writeFile(path, "half");
  await server.restart();
  expect((await onDisk()).incoming).toBe(0);
});

test("R1 bytes without a row are removed after a day, but not if the folder belongs to another database", async () => {
  const before = await onDisk();
  const old = new Date(Date.now() - 30 * hour);
  const leave = async (name: string) => {
    await writeFile(join(folder(), name), "lost");
    await utimes(join(folder(), name), old, old);
  };
  await leave("lost");
  await writeFile(join(folder(), "new"), "being recorded");
  await removeLeftovers(server.context);
  expect(await onDisk()).toEqual({ ...before, kept: before.kept + 1 });
  const error = vi.spyOn(server.context.log, "error").mockImplementation(() => {});
  for (let number = 0; number < 120; number += 1) await leave(`somebody-elses-${number}`);
  await removeLeftovers(server.context);
  expect(await onDisk()).toEqual({ ...before, kept: before.kept + 121 });
  expect(error.mock.calls[0]?.[1]).toContain("is DATA_DIR this database's?");
  error.mockRestore();
});

test("ADR-015 an unattached upload is removed after a day; attached files, old proposals and photos stay until they are replaced", async () => {
  const customer = await someone();
  const advisor = await someone("advisor");
  const attached = await upload(customer.token, "attached.txt");
  const forgotten = await upload(customer.token, "forgotten.txt");
  const write = (id: number) =>
    server.call(
      sendMessage,
      { body: { receiver_id: advisor.id, message: { body: "", attachment_ids: [id] } } },
      customer.token,
    );
  expect((await write(attached.body.id)).status).toBe(201);
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#1F5C4D" } })
    .png()
    .toBuffer();
  const photo = async () =>
    (await server.call(uploadPhoto, { files: [new File([new Uint8Array(picture)], "me.png")] }, advisor.token)).body;
  const [firstPhoto, photoNow] = [await photo(), await photo()];

  const addresses = async (ids: number[], token: string) =>
    (await server.call(readFileAddresses, { query: { ids: ids.join() } }, token)).body.map(({ id }) => id);
  const idOf = (address: string) => Number(address.split("/")[2]);
  const all = [attached.body.id, forgotten.body.id, idOf(firstPhoto.photo), idOf(photoNow.photo)];
  await removeUnattached(server.context);
  expect(await addresses(all, customer.token)).toEqual(expect.arrayContaining([all[0], all[1], all[3]]));

  server.clock.advance(24.5 * hour);
  // Too old to be attached now, and not yet removed, so that no file can be attached while it is being removed.
  expect((await write(forgotten.body.id)).status).toBe(422);
  // A file that is attached already may be attached again.
  expect((await write(attached.body.id)).status).toBe(201);
  server.clock.advance(hour);
  const before = await onDisk();
  await removeUnattached(server.context);
  // The forgotten upload, and the first photo in both sizes.
  expect((await onDisk()).kept).toBe(before.kept - 3);
  expect(await addresses(all, customer.token)).toEqual(expect.arrayContaining([all[0], all[3]]));
  expect(await addresses(all, customer.token)).toHaveLength(2);

  await photo();
  await removeUnattached(server.context);
  expect(await addresses(all, customer.token)).toEqual([all[0]]);
});

test("R15 a member's unattached uploads are limited, in files and in bytes, also when they arrive concurrently", async () => {
  const member = await someone();
  const row = (key: string, size: number) => ({
    ownerId: member.id,
    purpose: "message" as const,
    name: "a.txt",
    contentType: "text/plain",
    key,
    size,
    createdAt: server.clock.now(),
  });
  const many = Array.from({ length: unattachedLimit.files - 3 }, (_, number) => row(`quota-${member.id}-${number}`, 1));
  await insertFiles(server.context.db, many);
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(member.token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const { status, errors } of answers)
    if (status !== 201) expect([status, errors]).toEqual([422, { file: [texts.tooManyWaiting] }]);

  const another = await someone("advisor");
  await insertFiles(server.context.db, [
    { ...row(`quota-${another.id}`, unattachedLimit.bytes - 4), ownerId: another.id },
  ]);
  expect((await upload(another.token, "four.txt", "four")).status).toBe(201);
  const refused = await server.call(uploadProjectFiles, { files: [text("one.txt", "1")] }, another.token);
  expect([refused.status, refused.errors]).toEqual([422, { files: [texts.tooManyWaiting] }]);
});

test("R15 decision 31 a page that stayed open gets new addresses of the files that its reader may see, and of no others", async () => {
  const [customer, advisor, stranger] = [await someone(), await someone("advisor"), await someone("advisor")];
  const { id } = (await upload(customer.token, "for-you.txt")).body;
  const seenBy = async (token: string) =>
    (await server.call(readFileAddresses, { query: { ids: `${id},2000000000` } }, token)).body;
  expect(await seenBy(advisor.token)).toEqual([]);
  await server.call(
    sendMessage,
    { body: { receiver_id: advisor.id, message: { body: "", attachment_ids: [id] } } },
    customer.token,
  );
  expect(await seenBy(stranger.token)).toEqual([]);
  for (const { token } of [customer, advisor]) {
    const [fresh] = await seenBy(token);
    const served = await fetch(server.url + fresh?.file);
    expect([served.status, await served.text()]).toEqual([200, "some text"]);
  }
  expect((await server.call(readFileAddresses, { query: { ids: "1,x" } }, customer.token)).status).toBe(422);
});
