import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { and, eq, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { arrayParameter, type Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { factsOf } from "../error-facts.ts";
import { isEncoded } from "../http/encodings.ts";
import { badRequest } from "../http/error-handler.ts";
import { invalid, Problem } from "../http/problems.ts";
import { type Content, receiveContent } from "./content.ts";
import { nameWithExtension, sanitiseName } from "./names.ts";
import type { Scanner } from "./scanner.ts";
import { files } from "./schema.ts";
import type { Store } from "./store.ts";
import { imageError, typeOf } from "./types.ts";

/** 25 MB a file (decision 31), in bytes. */
export const maxFileSize = 25 * 1024 * 1024;

/** What is stored of a file, under a new key. */
export type NewFile = { key: string; content: Content; name: string; size: number; contentType: string };
/** An uploaded file, with a checksum of its bytes. */
export type ReceivedFile = NewFile & { checksum: string };
type Upload = NonNullable<Declaration["upload"]>;
export type FileRow = typeof files.$inferSelect;

const anyType = "We take pictures, PDFs, Office documents, text, CSV and zip files.";

/**
 * Receives the files of a multipart request, large ones in the store's `incoming` folder, detects their types by content
 * and has them scanned: the only way in for files of others (ADR-042). Throws invalid for a missing, empty, too large,
 * unsupported or infected file and ScannerUnavailable, and removes all of them then or when the connection breaks. The
 * caller must discard the result in the end.
 */
export async function receiveFiles(
  context: { store: Store; scanner: Scanner | null },
  request: FastifyRequest,
  { field, maxFiles, wrongType }: Upload,
): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) throw invalid({ [field]: ["Please choose a file."] });
  // The form is read from the connection itself, and what decompresses other bodies would wait for a reader for ever.
  if (isEncoded(request.headers))
    throw new Problem(415, { [field]: ["Please send files as they are, without a Content-Encoding."] });
  const received: ReceivedFile[] = [];
  try {
    for await (const part of request.files({
      limits: { fileSize: maxFileSize, files: maxFiles, parts: maxFiles + 20 },
    })) {
      const key = randomUUID();
      const name = sanitiseName(part.filename);
      const path = join(context.store.incoming, key);
      // Listed before the first byte is written, so that it is discarded after any error.
      received.push({ key, name, content: path, size: 0, checksum: "", contentType: "" });
      const file = { key, name, ...(await receiveContent(part.file, path)) };
      if (part.file.truncated) throw invalid({ [field]: [`${name} is larger than 25 MB.`] });
      received[received.length - 1] = await inspectFile(file, { field, wrongType });
    }
    if (received.length === 0) throw invalid({ [field]: ["Please choose a file."] });
    // Only now, because a sender whose bytes wait for a scan counts as slow.
    if (context.scanner) await scanFiles(context.scanner, received, field);
    return received;
  } catch (error) {
    await discard(received);
    if (factsOf(error).code === "FST_FILES_LIMIT")
      throw invalid({
        [field]: [maxFiles === 1 ? "Please choose one file." : `Please choose at most ${maxFiles} files.`],
      });
    if (isMalformedUpload(error)) throw badRequest("The files did not arrive whole. Please send them again.");
    throw error;
  }
}

/** The multipart parser has no error codes for a missing or wrong boundary or a truncated form, only messages. */
function isMalformedUpload(error: unknown): boolean {
  const { message = "", code } = factsOf(error);
  if (code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET") return true;
  return /^(Multipart: |Unexpected end of |Malformed |Unsupported content type|Part terminated early|The needle cannot )/.test(
    message,
  );
}

/** Adds the type and extension of a received file. Throws invalid for a file that is not accepted. */
async function inspectFile(
  file: Omit<ReceivedFile, "contentType">,
  { field, wrongType }: Pick<Upload, "field" | "wrongType">,
): Promise<ReceivedFile> {
  const refuse = (why: string) => invalid({ [field]: [`${file.name}${why}`] });
  if (file.size === 0) throw refuse(" is empty.");
  const type = await typeOf(file.content, file.name);
  if (!type) throw wrongType ? invalid({ [field]: [wrongType] }) : refuse(`: ${anyType}`);
  const trouble = type.contentType.startsWith("image/") ? await imageError(file.content) : null;
  if (trouble) throw refuse(` ${trouble}`);
  return { ...file, name: nameWithExtension(file.name, type.extensions), contentType: type.contentType };
}

/** Throws invalid on `field` for the first infected file, and ScannerUnavailable. */
async function scanFiles(scanner: Scanner, received: readonly ReceivedFile[], field: string): Promise<void> {
  const scans = received.map(async ({ content, name }) => {
    if ((await scanner.scan(content)) !== null)
      throw invalid({ [field]: [`${name} was not uploaded: our virus scanner found something harmful in it.`] });
  });
  // All of them have ended before any of the files is removed.
  await Promise.allSettled(scans);
  await Promise.all(scans);
}

/** Removes received files that were not stored. */
export async function discard(received: readonly NewFile[]): Promise<void> {
  const paths = received.map(({ content }) => content).filter((content) => typeof content === "string");
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/** The keys of all files that are kept. */
export async function keysOfFiles(db: Db): Promise<string[]> {
  const rows = await db.select({ key: files.key }).from(files).orderBy(files.key);
  return rows.map(({ key }) => key);
}

const prepareFiles = (db: Db) =>
  db
    .select()
    .from(files)
    .where(sql`${files.id} = any(${arrayParameter("ids", "int")})`)
    .prepare("files_of");
const preparedFiles = preparedOn(prepareFiles);

/** The files in the order of the ids, once for each time that an id is given; unknown ids are left out. */
export async function filesOf(db: Db, fileIds: readonly number[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  const some = preparedFiles(db);
  const rows = await some.execute({ ids: fileIds });
  return fileIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

const findPicture = preparedOn((db) =>
  db
    .select({ size: files.size, contentType: files.contentType })
    .from(files)
    .where(and(eq(files.key, sql.placeholder("key")), eq(files.purpose, "site")))
    .prepare("files_site_picture"),
);

/** A picture of the public pages, which everybody may see, by its key; no other file is found by it. */
export async function sitePictureOf(db: Db, key: string): Promise<Pick<FileRow, "size" | "contentType"> | undefined> {
  const [picture] = await findPicture(db).execute({ key });
  return picture;
}
