import type { FastifyInstance } from "fastify";

/**
 * Logs each request once it is answered: by the route's pattern, never the address, because addresses carry tokens. The
 * member of a refused call is logged, so that somebody who tries many addresses is noticed.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ...(reply.statusCode >= 400 && request.callerId !== null ? { member: request.callerId } : {}),
        ms: Math.round(reply.elapsedTime),
        ...(request.span ? { trace_id: request.span.traceId } : {}),
      },
      "answered",
    );
  });
}
