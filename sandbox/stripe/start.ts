import Fastify, { type FastifyInstance } from "fastify";
import { mountApi } from "./api.ts";
import { type Desk, platform, type StripeSettings } from "./call.ts";
import { stockCatalogue } from "./catalogue.ts";
import { openClock } from "./clock.ts";
import { mountConnect } from "./connect.ts";
import { mountControls } from "./controls.ts";
import { openFaults } from "./faults.ts";
import { mountPages } from "./pages.ts";
import { problemBody, StripeProblem } from "./problems.ts";
import { runDue } from "./renewals.ts";
import { openStore } from "./store.ts";
import { putConfiguredEndpoints, startDeliveries } from "./webhooks.ts";

export type StripeSandboxOptions = StripeSettings & {
  port: number;
  host?: string;
  file: string;
  publicUrl?: string;
  log?: (line: string) => void;
  now?: () => number;
  /** False for an account in which nothing has been set up; otherwise it has the product's catalogue. */
  stocked?: boolean;
};

export type StripeSandbox = {
  url: string;
  port: number;
  /** Moves the sandbox's clock forward and lives through everything that falls due. */
  advance(seconds: number): void;
  /** Where the configured webhook goes from now on, for a product that learns its port after the sandbox's start. */
  deliverTo(url: string): void;
  close(): Promise<void>;
};

/**
 * Starts the stateful stand-in for Stripe on its own port (0 picks one). Everything it knows lies in the SQLite
 * `file` (or ":memory:"); `now` gives real milliseconds, the sandbox's own clock may be ahead of it.
 * Delivers what an earlier run left undelivered. `publicUrl` is how browsers reach it when that differs from host and port.
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { host = "127.0.0.1", file, publishableKey, secretKey, clientId, webhook } = options;
  const log = options.log ?? (() => {});
  const store = openStore(file);
  const clock = openClock(store, options.now ?? Date.now);
  const desk: Desk = {
    store,
    shelf: store.shelf(platform),
    clock,
    settings: { publishableKey, secretKey, clientId, webhook },
    origin: "",
    request: { id: null, idempotency_key: null },
  };
  store.transaction(() => {
    if (options.stocked !== false) stockCatalogue(desk);
    putConfiguredEndpoints(desk, webhook.url);
  });
  const faults = openFaults();
  const deliveries = startDeliveries(desk, faults, log);
  const live = () => {
    if (runDue(desk)) deliveries.kick();
  };
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1_000_000 });
  readBodies(app);
  answerStrangers(app, clock.now);
  const around = { desk, faults, afterCommit: deliveries.kick, log };
  mountApi(app, around);
  mountConnect(app, around);
  mountControls(app, { ...around, live });
  mountPages(app, around);
  await app.listen({ port: options.port, host });
  const { port } = app.server.address() as { port: number };
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  desk.origin = options.publicUrl ?? `http://${shownHost}:${port}`;
  live();
  store.forgetAnswers(clock.now() - 86_400);
  store.wakeDeliveries(Date.now());
  deliveries.kick();
  const timer = setInterval(() => {
    try {
      live();
    } catch (error) {
      log(`renewals: ${error instanceof Error ? error.stack : error}`);
    }
  }, 1000);
  timer.unref();

  return {
    url: desk.origin,
    port,
    advance(seconds) {
      clock.advance(seconds);
      live();
    },
    deliverTo(target) {
      putConfiguredEndpoints(desk, target);
      store.wakeDeliveries(Date.now());
      deliveries.kick();
    },
    async close() {
      clearInterval(timer);
      await app.close();
      await deliveries.stop();
      store.close();
    },
  };
}

/** Bodies reach the handlers as raw text: Stripe's nesting is not what ordinary form parsers read. */
function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    ["application/x-www-form-urlencoded", "text/plain"],
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
}

/** Browsers may call with the publishable key from any origin, as they may call Stripe. */
function answerStrangers(app: FastifyInstance, now: () => number): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/v1/")) return;
    // The sandbox's own time, which may be ahead of the machine's: clients compare its dates with it.
    reply.header("date", new Date(now() * 1000).toUTCString());
    reply.header("access-control-allow-origin", "*");
    reply.header("access-control-expose-headers", "Request-Id, Idempotent-Replayed, Stripe-Should-Retry");
    if (request.method !== "OPTIONS") return;
    reply.header("access-control-allow-methods", "GET, POST, DELETE, OPTIONS");
    reply.header(
      "access-control-allow-headers",
      request.headers["access-control-request-headers"] ?? "authorization, content-type",
    );
    reply.header("access-control-max-age", "300");
    return reply.code(204).send();
  });
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split("?");
    const problem = new StripeProblem(
      404,
      "invalid_request_error",
      `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    );
    return reply.code(404).send(problemBody(problem, "req_unrecognized"));
  });
}
