import type { FastifyInstance } from "fastify";
import { accountNamed, setSchedule, submitDetails } from "./accounts.ts";
import { type Context, contextFor, inTransaction } from "./call.ts";
import { disconnect } from "./connect.ts";
import { escalateInquiry, isInquiry } from "./disputes.ts";
import { type FaultKind, faultKinds } from "./faults.ts";
import { ledger } from "./ledger.ts";
import { planPayout } from "./payout-schedule.ts";
import { closeBank, openBank } from "./payouts.ts";
import { redeliver } from "./webhooks.ts";

type Parts = { context: Context; afterCommit: () => void; catchUp: () => void };

type NewFault = { kind?: FaultKind; method?: string; path?: string; times?: number; delay_ms?: number };
type HoldersAct = {
  documents?: "provided" | "missing";
  disconnect?: boolean;
  schedule?: string;
  bank?: "closed" | "open";
  return_last?: boolean;
};

/** Test controls that Stripe does not have: time, faults, redelivery and the ledger. JSON in and out. */
export function mountControls(app: FastifyInstance, { context, afterCommit, catchUp }: Parts): void {
  const { faults } = context;
  app.get("/sandbox/clock", () => ({ now: context.clock.now() }));

  /** {advance_seconds} or {now} (Unix seconds); answers when every timer due by then has run. */
  app.post<{ Body: { advance_seconds?: number; now?: number } | null }>("/sandbox/clock", (request, reply) => {
    const { advance_seconds: seconds, now } = request.body ?? {};
    const step = seconds ?? (now === undefined ? Number.NaN : now - context.clock.now());
    if (!Number.isFinite(step) || step < 0) {
      return reply.code(400).send({ error: "Give advance_seconds, or now as Unix seconds; time does not go back." });
    }
    context.clock.advance(step);
    catchUp();
    return reply.send({ now: context.clock.now() });
  });

  /**
   * {at, told?} (Unix seconds) makes what follows happen in the past, for data with a history; {at: null} ends it. With
   * `told` no webhook reports it: it was reported then.
   */
  app.post<{ Body: { at?: number | null; told?: boolean } | null }>("/sandbox/past", (request, reply) => {
    const { at = null, told = false } = request.body ?? {};
    context.clock.goBackTo(null);
    if (at !== null && !(at <= context.clock.now()))
      return reply.code(400).send({ error: "Give a moment of the past." });
    context.clock.goBackTo(at, told);
    catchUp();
    return reply.send({ now: context.clock.now() });
  });

  app.get("/sandbox/faults", () => ({ faults: faults.list() }));
  app.delete("/sandbox/faults", () => {
    faults.clear();
    return { faults: [] };
  });

  /** {kind, method?, path?, times = 1, delay_ms = 1000}. */
  app.post<{ Body: NewFault | null }>("/sandbox/faults", (request, reply) => {
    const body = request.body ?? {};
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

  app.post<{ Params: { id: string } }>("/sandbox/events/:id/redeliver", (request, reply) => {
    const event = context.objects.get("event", request.params.id);
    if (!event) return reply.code(404).send({ error: "No such event" });
    redeliver(context, event);
    afterCommit();
    return reply.send({ id: event.id });
  });

  /** The bank makes a dispute of an inquiry. */
  app.post<{ Params: { id: string } }>("/sandbox/disputes/:id/escalate", (request, reply) => {
    const dispute = context.objects.get("dispute", request.params.id);
    if (!dispute || !isInquiry(dispute)) return reply.code(404).send({ error: "No such inquiry" });
    inTransaction(context, () => escalateInquiry(context, dispute));
    afterCommit();
    return reply.send(context.objects.get("dispute", dispute.id));
  });

  /**
   * What the account holder does at Stripe, or their bank: {documents: "provided" | "missing"}, {disconnect: true},
   * {schedule: "daily" | "weekly" | "monthly" | "manual"}, {bank: "closed" | "open", return_last?: true}.
   */
  app.post<{ Params: { id: string }; Body: HoldersAct | null }>("/sandbox/accounts/:id", (request, reply) => {
    const account = accountNamed(context, request.params.id);
    if (!account) return reply.code(404).send({ error: "No such account" });
    const body = request.body ?? {};
    inTransaction(context, () => {
      if (body.disconnect) disconnect(context, account.id);
      else if (body.schedule) setSchedule(context, account, body.schedule);
      else if (body.bank === "closed") closeBank(context, account.id, { returnLast: body.return_last ?? false });
      else submitDetails(context, account, body.documents === "missing");
      if (body.bank === "open") openBank(context, account.id);
      planPayout(contextFor(context, account.id));
    });
    afterCommit();
    return reply.send(accountNamed(context, account.id));
  });
}
