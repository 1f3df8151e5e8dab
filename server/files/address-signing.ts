import { keyedHash } from "../auth/sealing.ts";
import type { Clock } from "../clock.ts";
import type { FileRow } from "./files.ts";

/**
 * A signed URL opens its file for four to five minutes without a session (decision 31). The expiry is rounded to the
 * minute, so that pages rendered close together contain the same URL and browsers can use their cache. A page that
 * stays open requests new URLs (features/files).
 */
export const addressSeconds = 300;
const roundingSeconds = 60;

/** Signs a file's id and the time until which it may be opened, in Unix seconds. */
export const signatureOf = (secret: string, id: string, until: string) =>
  keyedHash(secret).update(`file ${id} ${until}`).digest("base64url");

/** The signed URL of a file, relative to our origin; each is kept for its minute, because a list shows the same few faces again and again. */
export type FileAddresses = (file: Pick<FileRow, "id" | "name">) => string;

/** How many addresses are kept at most, some 3 MB. */
const maxKept = 10_000;

/**
 * The addresses are paths such as /files/7/name.pdf?until=…&signature=…; the caller has checked who may read the file.
 */
export function openFileAddresses(secret: string, clock: Clock): FileAddresses {
  let keptUntil = "";
  const kept = new Map<number, { name: string; address: string }>();
  return ({ id, name }) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const until = String(Math.floor((now + addressSeconds) / roundingSeconds) * roundingSeconds);
    if (until !== keptUntil || kept.size >= maxKept) kept.clear();
    keptUntil = until;
    const known = kept.get(id);
    if (known?.name === name) return known.address;
    const signature = signatureOf(secret, String(id), until);
    // Names stored by earlier versions may contain lone surrogates, which cannot be encoded.
    const address = `/files/${id}/${encodeURIComponent(name.toWellFormed())}?until=${until}&signature=${signature}`;
    kept.set(id, { name, address });
    return address;
  };
}
