import { Readable } from "node:stream";
import { create as disposition } from "content-disposition";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { equalInConstantTime } from "../auth/sealing.ts";
import type { AppContext } from "../context.ts";
import { notFound } from "../http/problems.ts";
import { addressSeconds, signatureOf } from "./address-signing.ts";
import { files } from "./schema.ts";
import { bytesOf } from "./sending.ts";
import { isInline } from "./types.ts";

type Query = { until?: unknown; signature?: unknown };

/**
 * Serves files by signed URL: images and PDFs inline, all others as downloads, and none as executable content. A
 * download may come from the store itself, without our Content-Security-Policy, because browsers never display it
 * (ADR-040).
 */
export function serveFiles(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { id: string; name: string }; Querystring: Query }>(
    "/files/:id/:name",
    // Not compressed, because Content-Length and ranges refer to the stored bytes.
    { compress: false },
    async (request, reply) => {
      const { id } = request.params;
      const { until, signature } = request.query;
      // Checked first and on the unparsed id, so that a malformed id never reaches the database.
      const signed = equalInConstantTime(String(signature), signatureOf(context.secret, id, String(until)));
      if (!signed || !(Number(until) > context.clock.now().getTime() / 1000)) throw notFound();
      const [file] = await context.db
        .select()
        .from(files)
        .where(eq(files.id, Number(id)));
      if (!file) throw notFound();
      const inline = isInline(file.contentType);
      const headers = {
        type: file.contentType === "text/plain" ? "text/plain; charset=utf-8" : file.contentType,
        disposition: disposition(file.name.toWellFormed(), { type: inline ? "inline" : "attachment" }),
      };
      const etag = `"${file.key}"`;
      const direct =
        inline || request.method === "HEAD" || request.headers["if-none-match"]?.includes(etag)
          ? null
          : await context.store.directAddress(file.key, headers);
      // Not to be cached, because the address in it is valid for a minute only.
      if (direct) return reply.header("cache-control", "no-store").redirect(direct);
      reply
        .header("content-type", headers.type)
        .header("content-disposition", headers.disposition)
        .header("content-security-policy", policy)
        .header("cache-control", `private, max-age=${addressSeconds}`)
        .header("accept-ranges", "bytes")
        .header("etag", etag);
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      // If-Range with another ETag: the file is sent whole (RFC 9110).
      const condition = request.headers["if-range"];
      const range =
        condition === undefined || condition === etag ? rangeOf(request.headers.range, file.size) : undefined;
      if (range === null) return reply.code(416).header("content-range", `bytes */${file.size}`).send();
      if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
      const size = range ? range.end - range.start + 1 : file.size;
      reply.header("content-length", size);
      // An empty stream keeps the Content-Length, which Fastify would otherwise set to 0.
      if (request.method === "HEAD") return reply.send(Readable.from([]));
      return reply.send(await bytesOf(context, file.key, size, range));
    },
  );
}

/** The sandbox policy does not stop the browser's own PDF viewer. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The requested byte range, both ends included; undefined for the whole file, null for an unsatisfiable range. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  // A request for several ranges may be answered with the whole file (RFC 9110).
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  // A range whose end is before its start is invalid and ignored.
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  return start > end || start >= size ? null : { start, end };
}
