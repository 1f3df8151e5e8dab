import Fastify, { type FastifyInstance } from "fastify";
import { mountApi } from "./api.ts";
import { type Context, platform, type StripeSettings } from "./call.ts";
import { seedCatalogue } from "./catalogue.ts";
import { openClock } from "./clock.ts";
import { mountConnect } from "./connect.ts";
import { mountControls } from "./controls.ts";
import { openFaults } from "./faults.ts";
import { formOfMultipart, largestUpload } from "./multipart.ts";
import { mountPages } from "./pages.ts";
import { portOf } from "./port-of.ts";
import { problemBody, StripeProblem } from "./problems.ts";
import { runDueTimers } from "./renewals.ts";
import { openStore } from "./store.ts";
import { putConfiguredEndpoints, startDeliveries } from "./webhooks.ts";

export type StripeSandboxOptions = StripeSettings & {
  port: number;
  host?: string;
  file: string;
  publicUrl?: string;
  log?: (line: string) => void;
  now?: () => number;
  /** False starts with an empty account; otherwise the product's catalogue is seeded. */
  seeded?: boolean;
};

export type StripeSandbox = {
  url: string;
  port: number;
  /** Moves the sandbox's clock forward and runs every timer that falls due. */
  advance(seconds: number): void;
  /** Changes the URL of the configured webhook endpoints, for a product that learns its port after the sandbox's start. */
  deliverTo(url: string): void;
  close(): Promise<void>;
};

/**
 * Starts the sandbox on its own port (0 picks one). All state is in the SQLite `file` (or ":memory:"); `now` returns real
 * milliseconds, which the sandbox's clock may be ahead of. `publicUrl` is how browsers reach it when that differs from host and port.
 * Webhooks that an earlier run did not deliver are delivered.
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { host = "127.0.0.1", file, publishableKey, secretKey, clientId, webhook } = options;
  const log = options.log ?? (() => {});
  const store = openStore(file);
  const clock = openClock(store, options.now ?? Date.now);
  const context: Context = {
    store,
    objects: store.objectsOf(platform),
    clock,
    faults: openFaults(),
    settings: { publishableKey, secretKey, clientId, webhook },
    origin: "",
    request: { id: null, idempotency_key: null },
  };
  store.transaction(() => {
    if (options.seeded !== false) seedCatalogue(context);
    putConfiguredEndpoints(context, webhook.url);
  });
  const deliveries = startDeliveries(context, log);
  const catchUp = () => {
    if (runDueTimers(context)) deliveries.deliverDue();
  };
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1_000_000 });
  readBodies(app);
  answerBrowsers(app, clock.now);
  const parts = { context, afterCommit: deliveries.deliverDue, log };
  mountApi(app, parts);
  mountConnect(app, parts);
  mountControls(app, { ...parts, catchUp });
  mountPages(app, parts);
  await app.listen({ port: options.port, host });
  const port = portOf(app.server);
  const boundHost = host.includes(":") ? `[${host}]` : host;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : boundHost;
  context.origin = options.publicUrl ?? `http://${shownHost}:${port}`;
  catchUp();
  store.deleteAnswers(clock.now() - 86_400);
  store.makeDeliveriesDue(Date.now());
  deliveries.deliverDue();
  const timer = setInterval(() => {
    try {
      catchUp();
    } catch (error) {
      log(`renewals: ${error instanceof Error ? error.stack : error}`);
    }
  }, 1000);
  timer.unref();

  return {
    url: context.origin,
    port,
    advance(seconds) {
      clock.advance(seconds);
      catchUp();
    },
    deliverTo(target) {
      putConfiguredEndpoints(context, target);
      store.makeDeliveriesDue(Date.now());
      deliveries.deliverDue();
    },
    async close() {
      clearInterval(timer);
      await app.close();
      await deliveries.stop();
      store.close();
    },
  };
}

/** Bodies reach the handlers as text: Stripe's nested form encoding needs its own parser. */
function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    ["application/x-www-form-urlencoded", "text/plain"],
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser<Buffer>(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: largestUpload },
    (request, body, done) => done(null, formOfMultipart(request.headers["content-type"] ?? "", body)),
  );
}

/** CORS for any origin, as at Stripe: browsers call with the publishable key. */
function answerBrowsers(app: FastifyInstance, now: () => number): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/v1/")) return;
    // The sandbox's own time, which may be ahead: clients compare the dates in its answers with it.
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
