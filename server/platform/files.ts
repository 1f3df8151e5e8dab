import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { eq, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileTypeFromFile } from "file-type";
import type { House } from "../house.ts";
import { files } from "../schema.ts";
import { type Db, givenList } from "./database.ts";
import { invalid, notFound } from "./problems.ts";

/** 25 MB a file (decision 31), in bytes. */
export const largestFile = 25 * 1024 * 1024;
/** Addresses hold for one to two hours: the end is rounded up to the hour, so that a browser can keep what it has. */
const addressSeconds = 3600;

/** Where bytes are kept; a key is random and never the person's words. */
export type Store = {
  write(key: string, path: string): Promise<void>;
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** A folder on this machine for files that are on their way in. */
  incoming: string;
};

/** Keeps files in a folder. */
export async function openFolderStore(folder: string): Promise<Store> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });
  return {
    incoming,
    write: (key, path) => rename(path, join(folder, key)),
    read: async (key) => {
      await stat(join(folder, key));
      return createReadStream(join(folder, key));
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

export type ReceivedFile = { key: string; path: string; name: string; size: number; contentType: string };
export type FileRow = typeof files.$inferSelect;

/** Shown in the page; everything else is a download. */
const inline = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf"]);
/** Told by their content, whatever their name says. */
const taken = new Set([
  ...inline,
  "application/zip",
  "application/x-cfb",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
  "video/mp4",
  "audio/mpeg",
]);
const textEndings = /\.(txt|csv|md|json)$/i;
const refusedType = "We take pictures, PDFs, Office documents, text, CSV and zip files.";

/**
 * Takes the files of a multipart call to the store's doorstep and tells their type by their content. Throws invalid for
 * a missing, empty, too large or unwelcome file; nothing is kept then.
 */
export async function receiveFiles(
  house: House,
  request: FastifyRequest,
  { field, most }: { field: string; most: number },
): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) throw invalid({ [field]: ["Please choose a file."] });
  const received: ReceivedFile[] = [];
  try {
    for await (const part of request.files({ limits: { fileSize: largestFile, files: most } })) {
      const key = randomUUID();
      const path = join(house.store.incoming, key);
      await pipeline(part.file, createWriteStream(path));
      const size = (await stat(path)).size;
      const name = harmlessName(part.filename);
      received.push({ key, path, name, size, contentType: "" });
      if (part.file.truncated) throw invalid({ [field]: [`${name} is larger than 25 MB.`] });
      if (size === 0) throw invalid({ [field]: [`${name} is empty.`] });
      const contentType = await typeOf(path, name);
      if (!contentType) throw invalid({ [field]: [`${name}: ${refusedType}`] });
      (received.at(-1) as ReceivedFile).contentType = contentType;
    }
    if (received.length === 0) throw invalid({ [field]: ["Please choose a file."] });
    return received;
  } catch (error) {
    await Promise.all(received.map(({ path }) => rm(path, { force: true })));
    if ((error as { code?: string }).code === "FST_FILES_LIMIT")
      throw invalid({ [field]: [`Please choose at most ${most} files.`] });
    throw error;
  }
}

/** Keeps a received file and records whose it is. */
export async function keepFile(
  house: Pick<House, "store">,
  db: Db,
  ownerId: number,
  purpose: FileRow["purpose"],
  { key, path, name, size, contentType }: ReceivedFile,
): Promise<FileRow> {
  await house.store.write(key, path);
  const [row] = await db.insert(files).values({ ownerId, purpose, key, name, size, contentType }).returning();
  return row as FileRow;
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

async function typeOf(path: string, name: string): Promise<string | null> {
  const told = await fileTypeFromFile(path);
  if (told) return taken.has(told.mime) ? told.mime : null;
  return textEndings.test(name) && (await isText(path)) ? "text/plain" : null;
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}

/** Keeps a name a person recognises, without paths, control characters, line breaks or marks that turn text round. */
export function harmlessName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\p{Cc}\p{Cf}"]/gu, "")
    .trim()
    .replace(/^\.+/, "");
  if (!clean) return "file";
  const ending = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? "";
  return clean.length > 120 ? clean.slice(0, 120 - ending.length) + ending : clean;
}

const signatureOf = (secret: string, id: number, until: number) =>
  createHmac("sha256", secret).update(`file ${id} ${until}`).digest("base64url");

/** A short-lived address that only those who were given it can open (decision 31). */
export function addressOf(house: Pick<House, "secret" | "clock">, { id, name }: Pick<FileRow, "id" | "name">): string {
  const now = Math.floor(house.clock.now().getTime() / 1000);
  const until = (Math.floor(now / addressSeconds) + 2) * addressSeconds;
  return `/files/${id}/${encodeURIComponent(name)}?until=${until}&signature=${signatureOf(house.secret, id, until)}`;
}

/** Serves what an address names: downloads, unless a safe picture or PDF; never as anything that could run. */
export function serveFiles(app: FastifyInstance, house: House): void {
  app.get<{ Params: { id: string; name: string }; Querystring: { until?: string; signature?: string } }>(
    "/files/:id/:name",
    async (request, reply) => {
      const id = Number(request.params.id);
      const until = Number(request.query.until);
      const given = Buffer.from(request.query.signature ?? "");
      const expected = Buffer.from(Number.isInteger(id) ? signatureOf(house.secret, id, until) : "");
      const now = house.clock.now().getTime() / 1000;
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || !(until > now)) throw notFound();
      const [file] = await house.db.select().from(files).where(eq(files.id, id));
      if (!file) throw notFound();
      const disposition = inline.has(file.contentType) ? "inline" : "attachment";
      return reply
        .header("content-type", file.contentType)
        .header("content-length", file.size)
        .header("content-disposition", `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header("x-content-type-options", "nosniff")
        .header("cache-control", `private, max-age=${addressSeconds}`)
        .send(await house.store.read(file.key));
    },
  );
}
