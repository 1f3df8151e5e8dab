import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";
import { inSpan, type Span, type Tracing } from "../telemetry/spans.ts";
import { comesFromProxy } from "./trusted-proxies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request's span; null where nothing is recorded. */
    span: Span | null;
  }
}

/** Monitoring calls these every few seconds, and would be most of what is recorded. */
const unwatched = /^\/(healthz|readyz|metrics)$/;
const methods = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|QUERY)$/;

/**
 * One span for each request, by its route's pattern; addresses carry tokens. A trace that a trusted proxy began goes on
 * (W3C Trace Context). Adds nothing without tracing.
 */
export function traceRequests(
  app: FastifyInstance,
  { trustProxy }: Pick<Settings, "trustProxy">,
  tracing: Tracing | null,
): void {
  app.decorateRequest("span", null);
  if (!tracing) return;
  const isTrusted = comesFromProxy(trustProxy);
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && unwatched.test(route)) return done();
    const method = methods.test(request.method) ? request.method : "_OTHER";
    const parent = request.headers["traceparent"];
    const span = tracing.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: "server",
      facts: {
        "http.request.method": method,
        ...(route === undefined ? {} : { "http.route": route }),
        "url.scheme": request.protocol === "https" ? "https" : "http",
        "plumbline.request.id": request.id,
      },
      ...(typeof parent === "string" && isTrusted(request.raw) ? { parent } : {}),
    });
    request.span = span;
    // Also when the client has gone before the answer.
    reply.raw.once("close", () => {
      const { statusCode } = reply.raw;
      span?.set({ "http.response.status_code": statusCode });
      span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    inSpan(span, done);
  });
  // A body arrives outside of what the first hook runs.
  app.addHook("preHandler", (request, _reply, done) => inSpan(request.span, done));
}
