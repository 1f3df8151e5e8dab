import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { House } from "../house.ts";
import { files } from "../schema.ts";
import { type Db, givenList } from "./database.ts";
import { harmlessName, nameWithEnding } from "./file-names.ts";
import { troubleWithPicture, typeOf } from "./file-types.ts";
import { invalid } from "./problems.ts";
import { unreadable } from "./refusals.ts";

/** 25 MB a file (decision 31), in bytes. */
export const largestFile = 25 * 1024 * 1024;

/** Where bytes are kept; a key is random and never the person's words. */
export type Store = {
  write(key: string, path: string): Promise<void>;
  /** The bytes, or those of a range, both ends included. Rejects for a key that is not there. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Every key that is kept, in no order. */
  keys(): AsyncIterable<string>;
  /** When it was written; null for one that is gone. */
  writtenAt(key: string): Promise<Date | null>;
  /** A folder on this machine for files that are on their way in. */
  incoming: string;
  /** Removes what lies in `incoming` and has not grown since `moment`: a process was killed over it. Gives how many. */
  clearIncoming(moment: Date): Promise<number>;
};

/** Keeps files in a folder. */
export async function openFolderStore(folder: string): Promise<Store> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });
  const changedAt = (path: string) =>
    stat(path).then(
      ({ mtime }) => mtime,
      () => null,
    );
  return {
    incoming,
    write: (key, path) => rename(path, join(folder, key)),
    read: async (key, range) => {
      await stat(join(folder, key));
      return createReadStream(join(folder, key), range);
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async *keys() {
      for await (const entry of await opendir(folder)) if (entry.isFile()) yield entry.name;
    },
    writtenAt: (key) => changedAt(join(folder, key)),
    clearIncoming: async (moment) => {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const changed = await changedAt(path);
        if (changed === null || changed > moment) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

export type ReceivedFile = { key: string; path: string; name: string; size: number; contentType: string };
export type FileRow = typeof files.$inferSelect;

const refusedType = "We take pictures, PDFs, Office documents, text, CSV and zip files.";

/**
 * Takes the files of a multipart call to the store's doorstep and tells their type by their content. Throws invalid for
 * a missing, empty, too large or unwelcome file; nothing is kept then, nor when the line is cut. Whoever calls it discards
 * what it gives in the end.
 */
export async function receiveFiles(
  house: Pick<House, "store">,
  request: FastifyRequest,
  { field, most }: { field: string; most: number },
): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) throw invalid({ [field]: ["Please choose a file."] });
  const received: ReceivedFile[] = [];
  try {
    for await (const part of request.files({ limits: { fileSize: largestFile, files: most, parts: most + 20 } })) {
      const key = randomUUID();
      const file = { key, path: join(house.store.incoming, key), name: harmlessName(part.filename), size: 0 };
      // Before the first byte: whatever goes wrong from here on, it is discarded.
      received.push({ ...file, contentType: "" });
      await pipeline(part.file, createWriteStream(file.path));
      if (part.file.truncated) throw invalid({ [field]: [`${file.name} is larger than 25 MB.`] });
      received[received.length - 1] = await examined(file, field);
    }
    if (received.length === 0) throw invalid({ [field]: ["Please choose a file."] });
    return received;
  } catch (error) {
    await discard(received);
    if ((error as { code?: string }).code === "FST_FILES_LIMIT")
      throw invalid({ [field]: [`Please choose at most ${most} files.`] });
    if (isBrokenForm(error)) throw unreadable("The files did not arrive whole. Please send them again.");
    throw error;
  }
}

/** The parser has no codes for a form without a boundary, with another one, or one that was cut off. */
function isBrokenForm(error: unknown): boolean {
  const { message, code } = error as { message?: string; code?: string };
  if (code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET") return true;
  return /^(Multipart: |Unexpected end of |Malformed |Unsupported content type|Part terminated early|The needle cannot )/.test(
    message ?? "",
  );
}

/** Throws invalid for what is not taken. */
async function examined(file: Omit<ReceivedFile, "contentType">, field: string): Promise<ReceivedFile> {
  const refuse = (why: string) => invalid({ [field]: [`${file.name}${why}`] });
  const { size } = await stat(file.path);
  if (size === 0) throw refuse(" is empty.");
  const type = await typeOf(file.path, file.name);
  if (!type) throw refuse(`: ${refusedType}`);
  const trouble = type.contentType.startsWith("image/") ? await troubleWithPicture(file.path) : null;
  if (trouble) throw refuse(` ${trouble}`);
  return { ...file, size, name: nameWithEnding(file.name, type.endings), contentType: type.contentType };
}

/** Removes what was received and has not been kept. */
export async function discard(received: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(received.map(({ path }) => rm(path, { force: true })));
}

const prepareSome = (db: Db) =>
  db
    .select()
    .from(files)
    .where(sql`${files.id} = any(${givenList("ids", "int")})`)
    .prepare("files_of");
const prepared = new WeakMap<Db, ReturnType<typeof prepareSome>>();

export async function filesOf(db: Db, fileIds: readonly number[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  const some = prepared.get(db) ?? prepareSome(db);
  prepared.set(db, some);
  const rows = await some.execute({ ids: fileIds });
  return fileIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
