import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";

/** `/healthz` is the process, `/readyz` the database behind it, migrated (decision 40). */
export function serveHealth(app: FastifyInstance, house: House): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    try {
      await house.db.execute(sql`select 1 from members limit 1`);
      return { status: "ready", database: house.database.kind };
    } catch (error) {
      house.log.error({ err: error }, "not ready");
      return reply.code(503).send({ status: "not ready" });
    }
  });
}
