import { randomUUID } from "node:crypto";
import type { SitePicture } from "@plumbline/contract/site-texts/contract.ts";
import { notAPicture } from "@plumbline/contract/site-texts/rules.ts";
import type { FastifyInstance } from "fastify";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type FileRow, type NewFile, type ReceivedFile, sitePictureOf } from "../../files/files.ts";
import { bytesOf } from "../../files/sending.ts";
import { maxPixels } from "../../files/types.ts";
import { invalid, notFound } from "../../http/problems.ts";
import { storeUpload } from "../files/actions.ts";
import type { StoredPicture } from "./schema.ts";
import { pictureAddress } from "./wording.ts";

/** The widest that a page shows one, with two pixels for each of a high-density screen's. */
const widest = 1_600;
const tallest = 2_400;

type Drawn = NewFile & { width: number; height: number };

/** Stores a picture for the public pages. Throws invalid when the file is not a picture. */
export async function storePicture(context: AppContext, staff: Member, file: ReceivedFile): Promise<SitePicture> {
  const { width, height, ...picture } = await drawn(file);
  const { id, key } = await storeUpload(context, staff, { purpose: "site", field: "file" }, picture);
  return { id, file: pictureAddress(key), alt: "", width, height };
}

/**
 * The picture as visitors get it: upright, no larger than needed, and without what the camera wrote about its place
 * (row G-78).
 */
async function drawn({ content, contentType, name }: ReceivedFile): Promise<Drawn> {
  try {
    if (!contentType.startsWith("image/")) throw new Error("no picture");
    // Loaded with the first picture, because loading it would slow down the start.
    const { default: sharp } = await import("sharp");
    const { data, info } = await sharp(content, { limitInputPixels: maxPixels })
      .rotate()
      .resize(widest, tallest, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 84, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    return {
      key: randomUUID(),
      content: data,
      name: `${name.replace(/\.\w+$/, "")}.webp`,
      size: data.length,
      contentType: "image/webp",
      width: info.width,
      height: info.height,
    };
  } catch {
    throw invalid({ file: [notAPicture] });
  }
}

/** Uploaded pictures by id, with their sizes, which browsers need before they have loaded them. */
export async function sizesOf(
  { store }: AppContext,
  uploaded: readonly FileRow[],
): Promise<ReadonlyMap<number, StoredPicture>> {
  if (uploaded.length === 0) return new Map();
  const { default: sharp } = await import("sharp");
  const sizes = new Map<number, StoredPicture>();
  for (const { id, key } of uploaded) {
    const chunks: Buffer[] = [];
    const pieces: AsyncIterable<Buffer> = await store.read(key);
    for await (const piece of pieces) chunks.push(piece);
    const { width, height } = await sharp(Buffer.concat(chunks)).metadata();
    sizes.set(id, { id, key, alt: "", width, height });
  }
  return sizes;
}

/** For a day: a picture never changes under its address. */
const maxAge = 86_400;

/** Serves the pictures of the public pages by their random keys, which are in the pages. */
export function servePictures(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { key: string } }>("/files/pictures/:key", { compress: false }, async (request, reply) => {
    const { key } = request.params;
    // A malformed key never reaches the database.
    if (!/^[0-9a-f-]{36}$/.test(key)) throw notFound();
    const picture = await sitePictureOf(context.db, key);
    if (!picture) throw notFound();
    const etag = `"${key}"`;
    reply
      .header("content-type", picture.contentType)
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header("cache-control", `public, max-age=${maxAge}`)
      .header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    return reply.header("content-length", picture.size).send(await bytesOf(context, key, picture.size));
  });
}
