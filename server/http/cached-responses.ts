import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnnouncedTable, TableChanges } from "../database/table-changes.ts";
import { accepts } from "./encodings.ts";

/** A response kept as it is sent, with its validator. */
export type CachedResponse = { body: Buffer; compressed: Buffer; etag: string };

export type CachedResponses = (key: string, make: () => Promise<Buffer>) => Promise<CachedResponse>;

/** Searches are part of the key, so the number of entries is bounded. */
const maxEntries = 500;
/** Shorter bodies are not worth compressing, as for all other responses (app.ts). */
const minCompressed = 1024;
const compress = promisify(brotliCompress);

/**
 * Keeps the responses of endpoints that declare `changesWith`: the bytes, compressed once, until the table changes. The
 * failure of `make` is not kept.
 */
export function openCachedResponses(changes: TableChanges, changesWith: AnnouncedTable): CachedResponses {
  let entries = new Map<string, Promise<CachedResponse>>();
  const clear = () => {
    // A response that is being made meanwhile may have read the data before the change; it ends up in the old map.
    entries = new Map();
  };
  changes.subscribe(changesWith, clear);
  return (key, make) => {
    const known = entries.get(key);
    if (known) return known;
    if (entries.size >= maxEntries) clear();
    const current = entries;
    const entry = make().then(responseOf);
    current.set(key, entry);
    entry.catch(() => current.delete(key));
    return entry;
  };
}

async function responseOf(body: Buffer): Promise<CachedResponse> {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const compressed = body.length >= minCompressed ? await compress(body, { params }) : body;
  return { body, compressed, etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/**
 * Sends a kept response, or 304 when the client has it already. Browsers keep a public one and ask again each time, which
 * costs no body.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, compressed, etag }: CachedResponse,
  isPublic: boolean,
) {
  reply.header("etag", etag).header("cache-control", isPublic ? "no-cache" : "no-store");
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  if (compressed === body || !accepts("br", request.headers["accept-encoding"])) return reply.send(body);
  return reply.header("content-encoding", "br").header("vary", "accept-encoding").send(compressed);
}
