import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";
import { comesFromProxy } from "./trusted-proxies.ts";

/** The ids that are accepted from a proxy: long enough to be unique, and harmless in a log. */
const wellFormed = /^[\w.-]{8,64}$/;

/** Names each request: as the trusted proxy in front of us does, or anew (ADR-041, row T-05). */
export function requestIds(trusted: Settings["trustProxy"]): (request: IncomingMessage) => string {
  const isTrusted = comesFromProxy(trusted);
  return (request) => {
    const given = request.headers["x-request-id"];
    return typeof given === "string" && wellFormed.test(given) && isTrusted(request) ? given : randomUUID();
  };
}

/** Every response says the id of its request, which a person can name when something went wrong. */
export function answerWithRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}
