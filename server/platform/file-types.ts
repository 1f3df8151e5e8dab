import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/** What we take, each with the endings of its name, the usual one first; told by the bytes, whatever the name says. */
const taken: Readonly<Record<string, readonly string[]>> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "application/pdf": ["pdf"],
  "application/zip": ["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "pages", "numbers", "key"],
  "application/x-cfb": ["doc", "xls", "ppt", "msg", "vsd", "pub"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/vnd.oasis.opendocument.text": ["odt"],
  "application/vnd.oasis.opendocument.spreadsheet": ["ods"],
  "application/vnd.oasis.opendocument.presentation": ["odp"],
  "video/mp4": ["mp4", "m4v"],
  "audio/mpeg": ["mp3"],
};
const texts = ["txt", "csv", "md", "json"];

/** Shown in the page; everything else is a download (decision 31). */
const inline = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf"]);
export const isInline = (contentType: string) => inline.has(contentType);

/** Decoding a picture takes memory by its pixels, not by its bytes: more than these of one frame, or frames, are refused. */
export const mostPixels = 50_000_000;
const mostFrames = 1_000;

export type FileType = { contentType: string; endings: readonly string[] };

/** What the bytes at `path` are; null for what we do not take. `name` decides between kinds of text only. */
export async function typeOf(path: string, name: string): Promise<FileType | null> {
  const told = await fileTypeFromFile(path).catch(() => undefined);
  if (told) {
    const endings = taken[told.mime];
    return endings ? { contentType: told.mime, endings } : null;
  }
  const text = texts.find((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return text && (await isText(path)) ? { contentType: "text/plain", endings: [text] } : null;
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

/**
 * Why a picture is not taken; null for one that any browser can show. Reads its header only: one that claims 60,000 by 60,000
 * pixels in a few bytes would fill the memory of whoever opens the page.
 */
export async function troubleWithPicture(path: string): Promise<string | null> {
  // Read with the first picture: no start waits for it.
  const { default: sharp } = await import("sharp");
  try {
    const { width, height, pages = 1, pageHeight } = await sharp(path, { limitInputPixels: false }).metadata();
    if (width * (pageHeight ?? height) > mostPixels) return "has more pixels than we can show.";
    return pages > mostFrames ? "has too many frames to be shown." : null;
  } catch {
    return "is damaged: it cannot be shown as a picture.";
  }
}
