import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { House } from "../house.ts";
import { countEvents } from "./events.ts";
import { countMails, countRefusedAddresses } from "./mail-store.ts";
import { callerOf } from "./members.ts";
import { notFound } from "./problems.ts";

/** What a feature counts, by a label's values; it only grows. */
export type FeatureCounter = { name: string; help: string; label: string; read(): Record<string, number> };

/**
 * `/metrics` in Prometheus's words, for staff and for this machine only (decision 40). Labels are route patterns, never
 * addresses: those carry ids and tokens.
 */
export function serveMetrics(app: FastifyInstance, house: House, counters: readonly FeatureCounter[]): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = new Histogram({
    name: "plumbline_http_seconds",
    help: "Time to answer, by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect: async function () {
        this.set(await read());
      },
    });
  const { db } = house;
  const events = async (which: "waiting" | "failed") => (await countEvents(db))[which];
  gauge("plumbline_events_waiting", "Events whose notices have not been delivered yet", () => events("waiting"));
  gauge("plumbline_events_failed", "Events whose notices failed too often and are tried no more", () =>
    events("failed"),
  );
  gauge("plumbline_mails_waiting", "E-mails that have not left yet", () => countMails(db, "waiting"));
  gauge("plumbline_mails_failed", "E-mails that were refused or given up: dead letters", () =>
    countMails(db, "failed"),
  );
  gauge("plumbline_addresses_refused", "Addresses that take no mail", () => countRefusedAddresses(db));
  for (const { name, help, label, read } of counters)
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
      },
    });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    answered.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!fromThisMachine(request) && (await callerOf(house, request))?.role !== "staff") throw notFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** A proxy on this machine is not this machine: a forwarded request has to show who it is. */
function fromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = "" } = request.socket;
  return request.headers["x-forwarded-for"] === undefined && /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);
}
