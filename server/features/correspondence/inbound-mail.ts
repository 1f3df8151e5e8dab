import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context.ts";
import { notFound } from "../../http/problems.ts";
import { openThread } from "../../threads.ts";
import type { ReadMail } from "./mail-reading.ts";
import { receiveReply } from "./replies.ts";

/** Larger ones are refused, so that the sender's server tells them. */
export const maxInboundMail = 10 * 1024 * 1024;
/** How many may wait for the thread that reads them: a server that hands over more at once is asked to come again. */
const queue = { maxQueued: 50, retrySeconds: 30 };

/**
 * The address to which the service that receives our mail posts each reply as raw MIME: POST /webhooks/mail with the
 * secret as a bearer token, or as the password of basic authentication. There is no such address until it is set up.
 */
export function serveInboundMail(app: FastifyInstance, context: AppContext): void {
  const reading = openThread<Uint8Array, ReadMail | null>(new URL("./mail-thread.ts", import.meta.url), queue);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: "buffer", bodyLimit: maxInboundMail } as const;
    scope.addContentTypeParser("message/rfc822", options, (_request, body, done) => done(null, body));
    // Before the body is read, so that callers without the secret cannot make us read one.
    scope.addHook("onRequest", async ({ headers }, reply) => {
      const { replies } = context.settings;
      if (!replies) throw notFound();
      if (!isSecret(secretIn(headers.authorization ?? ""), replies.secret))
        await reply.code(401).send({ errors: { base: ["This does not have the secret of our inbound mail."] } });
    });
    scope.post<{ Body?: Buffer }>("/webhooks/mail", async (request) => {
      const raw = request.body;
      const outcome = raw ? await receiveReply(context, await reading.run(raw)) : "empty";
      if (outcome !== "kept") context.log.warn({ outcome }, "an e-mail to the reply address was put aside");
      return { received: true, outcome };
    });
  });
}

function secretIn(authorization: string): string {
  const [scheme = "", given = ""] = authorization.split(" ", 2);
  if (scheme.toLowerCase() === "bearer") return given;
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(given, "base64")
    .toString()
    .replace(/^[^:]*:/, "");
}

/** Compared as hashes, which have one length, so that the time taken says nothing. */
const isSecret = (given: string, secret: string) => timingSafeEqual(hash(given), hash(secret));
const hash = (text: string) => createHash("sha256").update(text).digest();
