import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Call, type Context, contextFor, inTransaction } from "./call.ts";
import { expand } from "./expand.ts";
import { type Fault, outage, tooManyRequests } from "./faults.ts";
import { type Form, parseForm } from "./form.ts";
import { earlierAnswer, inUse, isStored, type Keyed, keyedRequest } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { identify, secretKeyRequired } from "./keys.ts";
import { texts } from "./params.ts";
import { forbidden, problemBody, StripeProblem, unknownParameter } from "./problems.ts";
import { type Route, routes } from "./routes.ts";

type Outcome = { status: number; body: string };
type Parts = { context: Context; afterCommit: () => void; log: (line: string) => void };

/** Mounts every route of the table. A request is one transaction, which is committed before the answer is sent. */
export function mountApi(app: FastifyInstance, parts: Parts): void {
  const running = new Set<string>();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => answer(route, parts, running, request, reply),
    });
  }
}

async function answer(
  route: Route,
  parts: Parts,
  running: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const requestId = newId("req", 14);
  reply.header("request-id", requestId).header("content-type", "application/json");
  const [path = "", query = ""] = request.url.split("?");
  const fault = parts.context.faults.take(request.method, path);
  if (fault?.kind === "timeout_before") return closeConnection(request, reply);
  if (fault?.kind === "silent_before") return reply.hijack();
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const raw = route.method === "POST" ? String(request.body ?? "") : query;
  const idempotencyKey = (route.method === "POST" && header("idempotency-key")) || null;
  const context: Context = { ...parts.context, request: { id: requestId, idempotency_key: idempotencyKey } };
  let keyed: Keyed | undefined;
  try {
    if (fault?.kind === "500") throw outage();
    if (fault?.kind === "rate_limit") throw tooManyRequests();
    if (fault?.kind === "forbidden") throw forbidden("The provided key does not have the required permissions.");
    const caller = identify(context, header("authorization"), header("stripe-account"));
    if (caller.key === "publishable" && !route.browser) throw secretKeyRequired();
    const scoped = contextFor(context, caller.account);
    if (idempotencyKey) {
      const wanted = keyedRequest(idempotencyKey, caller.account, path, raw);
      if (running.has(wanted.name)) throw inUse(idempotencyKey);
      const earlier = earlierAnswer(context.store, wanted, context.clock.now(), idempotencyKey);
      if (earlier) {
        reply.header("idempotent-replayed", "true").header("idempotency-key", idempotencyKey);
        return reply.code(earlier.status).send(earlier.body);
      }
      keyed = wanted;
      running.add(wanted.name);
    }
    if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    // The paths of the routes (routes.ts) have no other parameters.
    const { id = "", sub = "" } = request.params as { id?: string; sub?: string };
    const params = parseForm(raw);
    const call: Call = { context: scoped, params, path: { id, sub }, key: caller.key, url: path };
    const outcome = execute(route, call, requestId, keyed, fault);
    parts.afterCommit();
    if (fault?.kind === "timeout_after") return closeConnection(request, reply);
    if (fault?.kind === "silent_after") return reply.hijack();
    if (fault?.kind === "garbage_after") return reply.type("text/html").send("<html>A gateway's own page.</html>");
    if (idempotencyKey) reply.header("idempotency-key", idempotencyKey);
    return reply.code(outcome.status).send(outcome.body);
  } catch (error) {
    if (!(error instanceof StripeProblem))
      parts.log(`${request.method} ${path}: ${error instanceof Error ? error.stack : error}`);
    const problem = error instanceof StripeProblem ? error : outage();
    return reply.code(problem.status).send(JSON.stringify(problemBody(problem, requestId)));
  } finally {
    if (keyed) running.delete(keyed.name);
  }
}

/** Runs the route and stores its answer under the idempotency key, in one transaction. */
function execute(
  route: Route,
  call: Call,
  requestId: string,
  keyed: Keyed | undefined,
  fault: Fault | undefined,
): Outcome {
  const { store, clock } = call.context;
  return inTransaction(call.context, () => {
    let outcome: Outcome;
    try {
      outcome =
        fault?.kind === "500_stored" ? refusal(outage(), requestId) : store.attempt(() => work(route, call, requestId));
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      outcome = refusal(error, requestId);
      if (!isStored(error)) return outcome;
    }
    if (fault?.kind === "500_after") outcome = refusal(outage(), requestId);
    if (keyed) store.saveAnswer(keyed.name, { fingerprint: keyed.fingerprint, ...outcome }, clock.now());
    return outcome;
  });
}

function work(route: Route, call: Call, requestId: string): Outcome {
  checkNames(route, call.params);
  try {
    const result = expand(call.context, route.run(call), texts(call.params, "expand"));
    return { status: 200, body: JSON.stringify(result) };
  } catch (error) {
    if (error instanceof StripeProblem && error.keepsState) return refusal(error, requestId);
    throw error;
  }
}

function refusal(problem: StripeProblem, requestId: string): Outcome {
  return { status: problem.status, body: JSON.stringify(problemBody(problem, requestId)) };
}

function checkNames(route: Route, params: Form): void {
  for (const name of Object.keys(params)) {
    if (name !== "expand" && !route.takes.includes(name)) throw unknownParameter(name);
  }
}

function closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
