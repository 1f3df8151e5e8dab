import type { FastifyInstance } from "fastify";
import { checkWritable } from "../auth/secret.ts";
import type { AppContext } from "../context.ts";
import { readProbe } from "./doctor-probe.ts";

/** How long the result of a write check is cached, in milliseconds: `/readyz` is open to anyone. */
const writeCheckTtl = 2000;

/**
 * `/healthz` reports the process and `/readyz` the database, with the query that every signed-in call makes (decision
 * 40). A database that refuses writes still serves reads, and without its virus scanner uploads alone fail, so readiness
 * reports both and stays 200, as it does without replicas, whose reads the primary answers. A process that is stopping is
 * not ready, so that a balancer sends nobody else to it while its sockets leave in turns.
 */
export function serveHealth(app: FastifyInstance, context: AppContext): void {
  app.get("/healthz", async (request) => {
    const seen = readProbe(context, request);
    return { status: "ok", ...(seen && { seen }) };
  });
  const writes = writeCheck(context);
  app.get("/readyz", async (_request, reply) => {
    if (context.stopping.aborted) return reply.code(503).header("retry-after", "2").send({ status: "stopping" });
    try {
      await context.sessions.check();
    } catch (error) {
      context.log.error({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "2").send({ status: "not ready" });
    }
    // As of its last answer: a balancer's check must not wait for a slow scanner.
    const seen = context.scanner?.answered;
    return {
      status: "ready",
      database: context.database.kind,
      writes: await writes(),
      ...(context.replicas && { replicas: `${context.replicas.inUse()} of ${context.replicas.all.length} in use` }),
      ...(typeof seen === "boolean" && { scanner: seen ? "answers" : "silent" }),
    };
  });
}

function writeCheck(context: AppContext): () => Promise<"taken" | "refused"> {
  let asked = Promise.resolve<"taken" | "refused">("taken");
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt < writeCheckTtl) return asked;
    askedAt = now;
    asked = checkWritable(context.db).then(
      () => "taken" as const,
      (error) => {
        context.log.error({ err: error }, "the database takes no writes");
        return "refused" as const;
      },
    );
    return asked;
  };
}
