import { randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind as SdkSpanKind,
  type SpanContext,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../settings.ts";
import { productVersion } from "../version.ts";
import { type Beginning, errorType, type Facts, type Span, type SpanKind, type Tracing } from "./spans.ts";
import { summaryOf } from "./statements.ts";

// Imported by telemetry.ts alone, and only with OTEL_EXPORTER_OTLP_ENDPOINT.

type TracingSettings = NonNullable<Settings["tracing"]>;

/** How long the collector may take to accept some, in milliseconds. */
const timeoutMillis = 5000;
/** How long the process waits for it when it stops, in milliseconds. */
const closeTimeout = 2000;
/** SQL texts whose summary is kept. */
const maxSummaries = 1000;

const kinds: Record<SpanKind, SdkSpanKind> = {
  server: SdkSpanKind.SERVER,
  client: SdkSpanKind.CLIENT,
  consumer: SdkSpanKind.CONSUMER,
  internal: SdkSpanKind.INTERNAL,
};

/**
 * Sends spans to a collector over OTLP/HTTP as JSON. A collector that is down or slow costs spans and nothing else (row
 * T-04).
 */
export function openTracing(settings: TracingSettings, log: FastifyBaseLogger): Tracing & { close(): Promise<void> } {
  const { url, headers, serviceName, resource, sampler, ratio, delay, maxWaiting } = settings;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis, concurrencyLimit: 4 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.version": productVersion,
      "service.instance.id": randomUUID(),
      ...resource,
      "service.name": serviceName ?? resource["service.name"] ?? "plumbline",
    }),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: noted(exporter, log),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: Math.min(512, maxWaiting),
        scheduledDelayMillis: delay,
        exportTimeoutMillis: 2 * timeoutMillis,
      }),
    ],
  });
  const tracer = provider.getTracer("plumbline", productVersion);
  const summaries = new Map<string, string>();
  const summary = (text: string) => {
    const known = summaries.get(text) ?? summaryOf(text);
    if (summaries.size < maxSummaries) summaries.set(text, known);
    return known;
  };
  const start = (name: string, kind: SpanKind, facts: Facts, parent: Context, links: SpanContext[] = []) =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: facts, links: links.map((context) => ({ context })) },
      parent,
    );

  function recorded(span: SdkSpan): Span {
    const { traceId, spanId, traceFlags } = span.spanContext();
    let ended = false;
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      child: (name, kind, facts) =>
        ended ? null : recorded(start(name, kind, facts, trace.setSpan(ROOT_CONTEXT, span))),
      summaryOf: summary,
      set: (facts) => void span.setAttributes(facts),
      end: (failure) => {
        if (ended) return;
        ended = true;
        if (failure !== undefined) {
          span.setAttribute("error.type", typeof failure === "string" ? failure : errorType(failure));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  return {
    begin: ({ name, kind, facts, parent, links = [] }: Beginning) => {
      const from = contextOf(parent);
      const within = from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT;
      const span = start(
        name,
        kind,
        facts,
        within,
        links.map(contextOf).filter((each) => each !== null),
      );
      return span.isRecording() ? recorded(span) : null;
    },
    close: async () => {
      const late = new Promise((done) => setTimeout(done, closeTimeout).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/** A traceparent of W3C Trace Context; null when it is malformed or absent. */
function contextOf(traceparent: string | undefined): SpanContext | null {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  return traceId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } : null;
}

/** The samplers of OTEL_TRACES_SAMPLER. */
function samplerOf(name: TracingSettings["sampler"], ratio: number): Sampler {
  const root = name.endsWith("always_on")
    ? new AlwaysOnSampler()
    : name.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Notes in the log when spans begin to be lost, and when they arrive again. */
function noted(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !failing) log.warn({ err: result.error }, "traces do not reach the collector and are lost");
        if (!failed && failing) log.info("traces reach the collector again");
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
