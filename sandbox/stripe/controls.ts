import type { FastifyInstance } from "fastify";
import { accountNamed, submitDetails } from "./accounts.ts";
import type { Desk } from "./call.ts";
import { disconnect } from "./connect.ts";
import { type FaultKind, type Faults, faultKinds } from "./faults.ts";
import { ledger } from "./ledger.ts";
import { redeliver } from "./webhooks.ts";

type Around = { desk: Desk; faults: Faults; afterCommit: () => void; live: () => void };

/** The handles that real Stripe does not have: time, failures, deliveries, and a look at the money. JSON in and out. */
export function mountControls(app: FastifyInstance, { desk, faults, afterCommit, live }: Around): void {
  app.get("/sandbox/clock", () => ({ now: desk.clock.now() }));

  /** {advance_seconds} or {now} (Unix seconds); answers when everything due has been lived through. */
  app.post("/sandbox/clock", (request, reply) => {
    const { advance_seconds: seconds, now } = (request.body ?? {}) as { advance_seconds?: number; now?: number };
    const step = seconds ?? (now === undefined ? Number.NaN : now - desk.clock.now());
    if (!Number.isFinite(step) || step < 0) {
      return reply.code(400).send({ error: "Give advance_seconds, or now as Unix seconds; time does not go back." });
    }
    desk.clock.advance(step);
    live();
    return reply.send({ now: desk.clock.now() });
  });

  app.get("/sandbox/faults", () => ({ faults: faults.list() }));
  app.delete("/sandbox/faults", () => {
    faults.clear();
    return { faults: [] };
  });

  /** {kind, method?, path?, times = 1, delay_ms = 1000}. */
  app.post("/sandbox/faults", (request, reply) => {
    const body = (request.body ?? {}) as {
      kind?: FaultKind;
      method?: string;
      path?: string;
      times?: number;
      delay_ms?: number;
    };
    if (!body.kind || !faultKinds.includes(body.kind)) {
      return reply.code(400).send({ error: `kind is one of ${faultKinds.join(", ")}` });
    }
    faults.plan({
      kind: body.kind,
      ...(body.method && { method: body.method }),
      ...(body.path && { path: body.path }),
      times: body.times ?? 1,
      delayMs: body.delay_ms ?? 1000,
    });
    return reply.send({ faults: faults.list() });
  });

  app.get("/sandbox/ledger", () => ledger(desk));

  app.post("/sandbox/events/:id/redeliver", (request, reply) => {
    const event = desk.shelf.get("event", (request.params as { id: string }).id);
    if (!event) return reply.code(404).send({ error: "No such event" });
    redeliver(desk, event);
    afterCommit();
    return reply.send({ id: event.id });
  });

  /** What its holder does elsewhere: {documents: "provided" | "missing"} or {disconnect: true}. */
  app.post("/sandbox/accounts/:id", (request, reply) => {
    const account = accountNamed(desk, (request.params as { id: string }).id);
    if (!account) return reply.code(404).send({ error: "No such account" });
    const body = (request.body ?? {}) as { documents?: "provided" | "missing"; disconnect?: boolean };
    desk.store.transaction(() => {
      if (body.disconnect) disconnect(desk, account.id);
      else submitDetails(desk, account, body.documents === "missing");
    });
    afterCommit();
    return reply.send(accountNamed(desk, account.id));
  });
}
