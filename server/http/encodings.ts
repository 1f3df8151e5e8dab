import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";

const named = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s;,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s;,]|$)/i,
};

/** Whether a client takes an encoding: it names it, and not with the weight 0, which refuses it (RFC 9110, section 12.5.3). */
export const accepts = (encoding: keyof typeof named, accepted: string | string[] | undefined): boolean =>
  named[encoding].test(String(accepted ?? ""));

/** Whether a request's body is compressed: a route that reads what was sent itself refuses it. */
export const isEncoded = ({ "content-encoding": encoding = "identity" }: IncomingHttpHeaders): boolean =>
  encoding !== "identity";

/**
 * Keeps the connection of a request whose body is not compressed as it says, so that the refusal arrives: what
 * decompresses a body destroys its source after an error, and gets a copy. To be called before that is registered.
 */
export function keepConnections(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ raw, headers }, _reply, payload) => {
    if (!isEncoded(headers)) return payload;
    const copy = payload.pipe(new PassThrough());
    // A pipe ends with its source, and otherwise stays open.
    raw.once("close", () => {
      if (!raw.complete) copy.destroy(Object.assign(new Error("the request was aborted"), { statusCode: 400 }));
    });
    return copy;
  });
}
