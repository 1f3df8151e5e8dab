import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/** Accepted types with their file extensions, the usual one first; detected by content, whatever the name says. */
const acceptedTypes: Readonly<Record<string, readonly string[]>> = {
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
const textExtensions = ["txt", "csv", "md", "json"];

/** Types that browsers display; all others are downloads (decision 31). */
const inline = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf"]);
export const isInline = (contentType: string) => inline.has(contentType);

/** Limits for images (pixels of a frame, frames): decoding takes memory by pixels, not by bytes. */
export const maxPixels = 50_000_000;
const maxFrames = 1_000;

export type FileType = { contentType: string; extensions: readonly string[] };

/** Detects the type of the file at `path`; null when it is not accepted. `name` only distinguishes kinds of text. */
export async function typeOf(path: string, name: string): Promise<FileType | null> {
  const detected = await fileTypeFromFile(path).catch(() => undefined);
  if (detected) {
    const extensions = acceptedTypes[detected.mime];
    return extensions ? { contentType: detected.mime, extensions } : null;
  }
  const text = textExtensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  return text && (await isText(path)) ? { contentType: "text/plain", extensions: [text] } : null;
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
 * Why an image is refused, as the end of a sentence; null for an acceptable one. Reads its header only. An image that
 * claims 60,000 by 60,000 pixels in a few bytes would exhaust the memory of every browser that displays it.
 */
export async function imageError(path: string): Promise<string | null> {
  // Imported with the first image, so that it does not slow down the start.
  const { default: sharp } = await import("sharp");
  try {
    const { width, height, pages = 1, pageHeight } = await sharp(path, { limitInputPixels: false }).metadata();
    if (width * (pageHeight ?? height) > maxPixels) return "has more pixels than we can show.";
    return pages > maxFrames ? "has too many frames to be shown." : null;
  } catch {
    return "is damaged: it cannot be shown as a picture.";
  }
}
