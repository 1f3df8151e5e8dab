import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from "prom-client";
import { callerOf } from "../auth/members.ts";
import { equalInConstantTime } from "../auth/sealing.ts";
import type { AppContext } from "../context.ts";
import { countMails, countRefusedAddresses } from "../mail/store.ts";
import { countEvents } from "../outbox/outbox.ts";
import { notFound } from "./problems.ts";

/** A gauge of a feature, read when /metrics is. */
export type FeatureGauge = { name: string; help: string; read(): number | Promise<number> };
/** A counter of a feature, by a label's values; the counts never decrease. */
type FeatureCounter = { name: string; help: string; label: string; read(): Record<string, number> };

type FeatureMetrics = { counters: readonly FeatureCounter[]; gauges: readonly FeatureGauge[] };

/**
 * `/metrics` in the Prometheus format, for staff, for this machine, and for whoever has METRICS_TOKEN (decision 40).
 * Labels are route patterns, never URLs, which contain ids and tokens.
 */
export function serveMetrics(app: FastifyInstance, context: AppContext, { counters, gauges }: FeatureMetrics): void {
  const registry = new Registry();
  const responseTimes = new Histogram({
    name: "plumbline_http_seconds",
    help: "Time to answer, by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: FeatureGauge["read"]) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect: async function () {
        this.set(await read());
      },
    });
  const { db, bus } = context;
  const events = async (which: "waiting" | "failed") => (await countEvents(db))[which];
  gauge("plumbline_events_waiting", "Events that wait for delivery", () => events("waiting"));
  gauge("plumbline_events_failed", "Events whose handlers failed too often and are tried no more", () =>
    events("failed"),
  );
  gauge("plumbline_mails_waiting", "E-mails that have not left yet", () => countMails(db, "waiting"));
  gauge("plumbline_mails_failed", "E-mails that were refused or given up: dead letters", () =>
    countMails(db, "failed"),
  );
  gauge("plumbline_other_processes", "Processes of this installation that this one hears of", () =>
    bus.otherProcesses(),
  );
  gauge("plumbline_sockets", "Sockets that are open in this process", () => context.cable.count());
  gauge("plumbline_addresses_refused", "Addresses that take no mail", () => countRefusedAddresses(db));
  for (const { name, help, read } of gauges) gauge(name, help, read);
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
  const all = Registry.merge([processMetrics(), registry]);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    responseTimes.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!isLocalRequest(request) && !hasToken(request, context.settings.metricsToken)) {
      const caller = await callerOf(context, request);
      if (caller?.role !== "staff" || caller.mustSetUpTwoStep) throw notFound();
    }
    return reply.type(all.contentType).send(await all.metrics());
  });
}

/** What Node measures of this process, for all servers in it: what measures cannot be stopped, so it starts once. */
function processMetrics(): Registry {
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics();
  return register;
}

const hasToken = ({ headers }: FastifyRequest, token: string | null): boolean =>
  token !== null && equalInConstantTime(headers.authorization ?? "", `Bearer ${token}`);

/** Whether the request comes from this machine itself; one forwarded by a local proxy does not and needs a session. */
function isLocalRequest(request: FastifyRequest): boolean {
  const { remoteAddress = "" } = request.socket;
  return request.headers["x-forwarded-for"] === undefined && /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);
}
