import { pipeline, type Readable, Transform } from "node:stream";
import type { AppContext } from "../context.ts";
import { notFound } from "../http/problems.ts";
import { FileGone, StoreUnavailable } from "./store.ts";

/**
 * The bytes of a stored file, or those of a range, for an answer that promises that they are `size`. With fewer or more the
 * connection is closed, because a client would wait for the rest, or take it for the beginning of the next answer. Throws
 * notFound for a file that the store has lost, and logs it.
 */
export async function bytesOf(
  { store, log }: Pick<AppContext, "store" | "log">,
  key: string,
  size: number,
  range?: { start: number; end: number },
): Promise<Readable> {
  const stored = await store.read(key, range).catch((error) => {
    if (!(error instanceof FileGone)) throw error;
    log.error({ key }, `a file that the database knows is not in ${store.setting}`);
    throw notFound("This file is no longer there.");
  });
  let left = size;
  const wrongLength = () => new StoreUnavailable("WrongLength");
  const counted = new Transform({
    transform: (piece, _encoding, done) => {
      left -= piece.length;
      if (left < 0) done(wrongLength());
      else done(null, piece);
    },
    flush: (done) => done(left > 0 ? wrongLength() : null),
  });
  // Whoever reads is told of an error.
  return pipeline(stored, counted, () => {});
}
