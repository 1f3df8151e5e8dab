import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { seenByDoctor } from "./doctor-probe.ts";
import { tryToWrite } from "./secret.ts";

/** So long a look at whether the database takes writes is believed, in milliseconds: anybody may ask. */
const believedFor = 2000;

/**
 * `/healthz` is the process, `/readyz` the database behind it, asked what every signed-in call asks (decision 40). One that
 * takes no writes for now still serves reads: that is said, and is no reason to send nobody here.
 */
export function serveHealth(app: FastifyInstance, house: House): void {
  app.get("/healthz", async (request) => {
    const seen = seenByDoctor(house, request);
    return { status: "ok", ...(seen && { seen }) };
  });
  const writes = writeCheck(house);
  app.get("/readyz", async (_request, reply) => {
    try {
      await house.sessions.check();
    } catch (error) {
      house.log.error({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "2").send({ status: "not ready" });
    }
    return { status: "ready", database: house.database.kind, writes: await writes() };
  });
}

function writeCheck(house: House): () => Promise<"taken" | "refused"> {
  let asked = Promise.resolve<"taken" | "refused">("taken");
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt < believedFor) return asked;
    askedAt = now;
    asked = tryToWrite(house.db).then(
      () => "taken" as const,
      (error) => {
        house.log.error({ err: error }, "the database takes no writes");
        return "refused" as const;
      },
    );
    return asked;
  };
}
