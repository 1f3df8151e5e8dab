import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { addressOf } from "../../files/addresses.ts";
import { discard, type FileRow, type ReceivedFile } from "../../files/files.ts";
import { maxPixels } from "../../files/types.ts";
import { invalid } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { storeUploads } from "../files/actions.ts";
import { unmarkPhotosOf } from "../files/store.ts";
import { updatePhoto } from "./store.ts";

/** The specification's avatar has 96 CSS pixels; high-density screens draw each with two. */
const avatarPixels = 2 * 96;
const largePixels = 640;

/** Stores a member's new photo in both sizes. Throws invalid when the file is not a picture. */
export async function storePhoto(
  context: AppContext,
  member: Member,
  file: ReceivedFile,
): Promise<{ photo: string; photo_large: string }> {
  const sizes: ReceivedFile[] = [];
  try {
    for (const pixels of [avatarPixels, largePixels]) sizes.push(await resized(context, file, pixels));
    const now = context.clock.now();
    // The store may be across a network, so no transaction is open meanwhile. The job for unattached files removes the
    // previous photo.
    const kept = await storeUploads(context, member, { purpose: "photo", field: "file" }, sizes);
    const [photo, photoLarge] = kept as [FileRow, FileRow];
    await context.db.transaction(async (tx) => {
      await unmarkPhotosOf(tx, member.id);
      await updatePhoto(tx, member.id, photo.id, photoLarge.id);
      await append(tx, { kind: "profile.photo_changed", actorId: member.id, subjectId: member.id }, now);
    });
    sessionsChanged(context, member.id);
    return { photo: addressOf(context, photo), photo_large: addressOf(context, photoLarge) };
  } finally {
    await discard([file, ...sizes]);
  }
}

/** A centred square, rotated as the camera's metadata says, without that metadata. */
async function resized(context: AppContext, file: ReceivedFile, pixels: number): Promise<ReceivedFile> {
  const key = randomUUID();
  const path = join(context.store.incoming, key);
  try {
    if (!file.contentType.startsWith("image/")) throw new Error("no picture");
    // Loaded with the first photo, because loading it would slow down the start.
    const { default: sharp } = await import("sharp");
    await sharp(file.path, { limitInputPixels: maxPixels })
      .rotate()
      .resize(pixels, pixels, { fit: "cover", position: "centre" })
      .webp({ quality: 84 })
      .toFile(path);
  } catch {
    await rm(path, { force: true });
    throw invalid({ file: [texts.notAPicture] });
  }
  return { key, path, name: "photo.webp", size: (await stat(path)).size, contentType: "image/webp" };
}
