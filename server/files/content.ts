import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The bytes of a file that is not stored yet, or the path of a temporary file when they are many. */
export type Content = Buffer | string;

/** In bytes; a smaller file needs no temporary one, whose opening, reading and renaming costs more than its bytes. */
const keptInMemory = 128 * 1024;

/** Receives a stream, with its size and a checksum; `path` is written when it does not fit into memory. */
export async function receiveContent(
  stream: Readable,
  path: string,
): Promise<{ content: Content; size: number; checksum: string }> {
  const hash = createHash("sha256");
  const chunks: Buffer[] = [];
  let size = 0;
  const incoming: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const next = async (): Promise<Buffer | null> => {
    const { done, value } = await incoming.next();
    if (done) return null;
    hash.update(value);
    size += value.length;
    return value;
  };
  while (size <= keptInMemory) {
    const chunk = await next();
    if (!chunk) return { content: Buffer.concat(chunks), size, checksum: hash.digest("base64url") };
    chunks.push(chunk);
  }
  await pipeline(async function* () {
    yield* chunks;
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
  }, createWriteStream(path));
  return { content: path, size, checksum: hash.digest("base64url") };
}
