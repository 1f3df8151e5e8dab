import { randomUUID } from "node:crypto";
import { present } from "@plumbline/contract/present.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { NewFile, ReceivedFile } from "../../files/files.ts";
import { maxPixels } from "../../files/types.ts";
import { invalid } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { storeUploads } from "../files/actions.ts";
import { unmarkPhotosOf } from "../files/store.ts";
import { updatePhoto } from "./store.ts";

/** The specification's avatar has 96 CSS pixels; high-density screens draw each with two. */
const avatarPixels = 2 * 96;
const largePixels = 640;

type Picture = Pick<ReceivedFile, "content" | "contentType">;

/** Stores a member's new photo in both sizes. Throws invalid when the file is not a picture. */
export async function storePhoto(
  context: AppContext,
  member: Member,
  file: Picture,
): Promise<{ photo: string; photo_large: string }> {
  const sizes = await drawn(file);
  const now = context.clock.now();
  // The store may be across a network, so no transaction is open meanwhile. The job for unattached files removes the
  // previous photo.
  const kept = await storeUploads(context, member, { purpose: "photo", field: "file" }, sizes);
  const [photo, photoLarge] = [present(kept[0], "the photo"), present(kept[1], "the large photo")];
  await context.db.transaction(async (tx) => {
    await unmarkPhotosOf(tx, member.id);
    await updatePhoto(tx, member.id, photo.id, photoLarge.id);
    await append(tx, { kind: "profile.photo_changed", actorId: member.id, subjectId: member.id }, now);
  });
  sessionsChanged(context, member.id);
  return { photo: context.fileAddresses(photo), photo_large: context.fileAddresses(photoLarge) };
}

/** How hard the encoder tries, of 0 to 6: its default of 4 takes half as long again for pictures of the same size. */
const effort = 2;

/** The photo as avatar and large: a centred square, rotated as the camera's metadata says, without that metadata. */
async function drawn({ content, contentType }: Picture): Promise<NewFile[]> {
  try {
    if (!contentType.startsWith("image/")) throw new Error("no picture");
    // Loaded with the first photo, because loading it would slow down the start.
    const { default: sharp } = await import("sharp");
    // Decoding a camera's picture takes longest, so it is done once and the avatar is made of the large photo.
    const { data, info } = await sharp(content, { limitInputPixels: maxPixels })
      .rotate()
      .resize(largePixels, largePixels, { fit: "cover", position: "centre" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const large = () => sharp(data, { raw: info });
    const pictures = [large().resize(avatarPixels), large()].map((each) => each.webp({ quality: 84, effort }));
    return (await Promise.all(pictures.map((each) => each.toBuffer()))).map((bytes) => ({
      key: randomUUID(),
      content: bytes,
      name: "photo.webp",
      size: bytes.length,
      contentType: "image/webp",
    }));
  } catch {
    throw invalid({ file: [texts.notAPicture] });
  }
}
