import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import { mostPixels } from "../../platform/file-types.ts";
import { discard, type FileRow, type ReceivedFile } from "../../platform/files.ts";
import { type Member, sessionsChanged } from "../../platform/members.ts";
import { invalid } from "../../platform/problems.ts";
import { keepUploads } from "../files/actions.ts";
import { updatePhoto } from "./store.ts";

/** The specification's avatar is 96 pixels; screens of today draw each of them with two of theirs. */
const avatarPixels = 2 * 96;
const largePixels = 640;

/** Keeps a member's new photo at both sizes. Throws invalid when what came is no picture. */
export async function keepPhoto(
  house: House,
  member: Member,
  file: ReceivedFile,
): Promise<{ photo: string; photo_large: string }> {
  const sizes: ReceivedFile[] = [];
  try {
    for (const pixels of [avatarPixels, largePixels]) sizes.push(await drawn(house, file, pixels));
    const now = house.clock.now();
    // The store may be across a network: no transaction is open meanwhile. The photo before goes by the job of unattached files.
    const kept = await keepUploads(house, member, { purpose: "photo", field: "file" }, sizes);
    const [photo, photoLarge] = kept as [FileRow, FileRow];
    await house.db.transaction(async (tx) => {
      await updatePhoto(tx, member.id, photo.id, photoLarge.id);
      await append(
        tx,
        { kind: "profile.photo_changed", actorId: member.id, subject: "member", subjectId: member.id },
        now,
      );
    });
    sessionsChanged(house, member.id);
    return { photo: addressOf(house, photo), photo_large: addressOf(house, photoLarge) };
  } finally {
    await discard([file, ...sizes]);
  }
}

/** A square from the middle, turned as the camera meant it, without what the camera noted about place and time. */
async function drawn(house: House, file: ReceivedFile, pixels: number): Promise<ReceivedFile> {
  const key = randomUUID();
  const path = join(house.store.incoming, key);
  try {
    if (!file.contentType.startsWith("image/")) throw new Error("no picture");
    // Read with the first photo: no start waits for it.
    const { default: sharp } = await import("sharp");
    await sharp(file.path, { limitInputPixels: mostPixels })
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
