import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { create as disposition } from "content-disposition";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { files } from "../schema.ts";
import { isInline } from "./file-types.ts";
import type { FileRow } from "./files.ts";
import { notFound } from "./problems.ts";

/**
 * An address opens its file for four to five minutes without a session (decision 31): the end is rounded up to the minute,
 * so that pages drawn close together show the same address and a browser can use what it has. A page that stays open asks
 * for a new one (features/files).
 */
const addressSeconds = 300;
const step = 60;

const signatureOf = (secret: string, id: string, until: string) =>
  createHmac("sha256", secret).update(`file ${id} ${until}`).digest("base64url");

/** A short-lived address that only those who were given it can open. */
export function addressOf(house: Pick<House, "secret" | "clock">, { id, name }: Pick<FileRow, "id" | "name">): string {
  const now = Math.floor(house.clock.now().getTime() / 1000);
  const until = String(Math.floor((now + addressSeconds) / step) * step);
  const signature = signatureOf(house.secret, String(id), until);
  // Names kept before they were checked may hold half a character, which cannot be encoded.
  return `/files/${id}/${encodeURIComponent(name.toWellFormed())}?until=${until}&signature=${signature}`;
}

/** Equal, in a time that says nothing: what is compared is of one length whatever was sent. */
function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

type Query = { until?: unknown; signature?: unknown };

/** Serves what an address names: downloads, unless a safe picture or PDF; never as anything that could run. */
export function serveFiles(app: FastifyInstance, house: House): void {
  app.get<{ Params: { id: string; name: string }; Querystring: Query }>(
    "/files/:id/:name",
    // The length is told and ranges are by the stored bytes, so they travel as they are.
    { compress: false },
    async (request, reply) => {
      const { id } = request.params;
      const { until, signature } = request.query;
      // Before anything else, and over the very words of the address: an id that is no number was never signed.
      const signed = same(String(signature), signatureOf(house.secret, id, String(until)));
      if (!signed || !(Number(until) > house.clock.now().getTime() / 1000)) throw notFound();
      const [file] = await house.db
        .select()
        .from(files)
        .where(eq(files.id, Number(id)));
      if (!file) throw notFound();
      const type = isInline(file.contentType) ? "inline" : "attachment";
      const etag = `"${file.key}"`;
      reply
        .header("content-type", file.contentType)
        .header("content-disposition", disposition(file.name.toWellFormed(), { type }))
        .header("content-security-policy", policy)
        .header("cache-control", `private, max-age=${addressSeconds}`)
        .header("accept-ranges", "bytes")
        .header("etag", etag);
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      // Another version than the one that was begun is sent whole.
      const condition = request.headers["if-range"];
      const range =
        condition === undefined || condition === etag ? rangeOf(request.headers.range, file.size) : undefined;
      if (range === null) return reply.code(416).header("content-range", `bytes */${file.size}`).send();
      if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
      reply.header("content-length", range ? range.end - range.start + 1 : file.size);
      // A stream, or Fastify would say that the length is none.
      if (request.method === "HEAD") return reply.send(Readable.from([]));
      return reply.send(await house.store.read(file.key, range));
    },
  );
}

/** The browser's own PDF viewer starts within it all the same. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** One range of bytes, both ends included; undefined for the whole file, null for one that it does not have. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  // Several at once are allowed to be answered with the whole.
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  // Backwards is no range at all.
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  return start > end || start >= size ? null : { start, end };
}
