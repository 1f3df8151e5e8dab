import { open } from "node:fs/promises";
import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import type { Content } from "./content.ts";

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
/** Whether a file of the type is shown in the browser instead of being downloaded. */
export const isInline = (contentType: string) => inline.has(contentType);

/** Limits for images (pixels of a frame, frames): decoding takes memory by pixels, not by bytes. */
export const maxPixels = 50_000_000;
const maxFrames = 1_000;

export type FileType = { contentType: string; extensions: readonly string[] };

/** Detects the type of a file; null when it is not accepted. `name` only distinguishes kinds of text. */
export async function typeOf(content: Content, name: string): Promise<FileType | null> {
  const detecting = typeof content === "string" ? fileTypeFromFile(content) : fileTypeFromBuffer(content);
  const detected = await detecting.catch(() => undefined);
  if (detected) {
    const extensions = acceptedTypes[detected.mime];
    return extensions ? { contentType: detected.mime, extensions } : null;
  }
  const text = textExtensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  return text && !(await startOf(content)).includes(0) ? { contentType: "text/plain", extensions: [text] } : null;
}

/** The first 64 KB, in which text has no zero byte. */
async function startOf(content: Content): Promise<Buffer> {
  if (typeof content !== "string") return content.subarray(0, 65_536);
  const file = await open(content);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Why an image is refused, as the end of a sentence; null for an acceptable one. Reads its header only. An image that
 * claims 60,000 by 60,000 pixels in a few bytes would exhaust the memory of every browser that displays it.
 */
export async function imageError(content: Content): Promise<string | null> {
  // Imported with the first image, so that it does not slow down the start.
  const { default: sharp } = await import("sharp");
  try {
    const { width, height, pages = 1, pageHeight } = await sharp(content, { limitInputPixels: false }).metadata();
    if (width * (pageHeight ?? height) > maxPixels) return "has more pixels than we can show.";
    return pages > maxFrames ? "has too many frames to be shown." : null;
  } catch {
    return "is damaged: it cannot be shown as a picture.";
  }
}
