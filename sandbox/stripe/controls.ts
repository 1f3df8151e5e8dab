import type { FastifyInstance } from "fastify";
import { accountNamed, submitDetails } from "./accounts.ts";
import type { Context } from "./call.ts";
import { disconnect } from "./connect.ts";
import { type FaultKind, type Faults, faultKinds } from "./faults.ts";
import { ledger } from "./ledger.ts";
import { redeliver } from "./webhooks.ts";

type Parts = { context: Context; faults: Faults; afterCommit: () => void; catchUp: () => void };

/** Test controls that Stripe does not have: time, faults, redelivery and the ledger. JSON in and out. */
export function mountControls(app: FastifyInstance, { context, faults, afterCommit, catchUp }: Parts): void {
  app.get("/sandbox/clock", () => ({ now: context.clock.now() }));

  /** {advance_seconds} or {now} (Unix seconds); answers when every timer due by then has run. */
  app.post("/sandbox/clock", (request, reply) => {
    const { advance_seconds: seconds, now } = (request.body ?? {}) as { advance_seconds?: number; now?: number };
    const step = seconds ?? (now === undefined ? Number.NaN : now - context.clock.now());
    if (!Number.isFinite(step) || step < 0) {
      return reply.code(400).send({ error: "Give advance_seconds, or now as Unix seconds; time does not go back." });
    }
    context.clock.advance(step);
    catchUp();
    return reply.send({ now: context.clock.now() });
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

  app.get("/sandbox/ledger", () => ledger(context));

  app.post("/sandbox/events/:id/redeliver", (request, reply) => {
    const event = context.objects.get("event", (request.params as { id: string }).id);
    if (!event) return reply.code(404).send({ error: "No such event" });
    redeliver(context, event);
    afterCommit();
    return reply.send({ id: event.id });
  });

  /** What the account holder does at Stripe: {documents: "provided" | "missing"} or {disconnect: true}. */
  app.post("/sandbox/accounts/:id", (request, reply) => {
    const account = accountNamed(context, (request.params as { id: string }).id);
    if (!account) return reply.code(404).send({ error: "No such account" });
    const body = (request.body ?? {}) as { documents?: "provided" | "missing"; disconnect?: boolean };
    context.store.transaction(() => {
      if (body.disconnect) disconnect(context, account.id);
      else submitDetails(context, account, body.documents === "missing");
    });
    afterCommit();
    return reply.send(accountNamed(context, account.id));
  });
}
