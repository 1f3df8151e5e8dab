import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../settings.ts";
import type { Tracing } from "./spans.ts";
import type { Reports } from "./whereabouts.ts";

/** How Plumbline is seen from outside, besides its log and /metrics. */
export type Telemetry = Reports & {
  /** Null without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing: Tracing | null;
};

export const noTelemetry: Telemetry = { tracing: null, report: () => {}, close: async () => {} };

/**
 * Opens what the settings ask for (ADR-041). Each library is imported only when its setting is given, and none of them
 * patches other modules.
 */
export async function openTelemetry(
  settings: Pick<Settings, "tracing" | "sentryDsn" | "production">,
  log: FastifyBaseLogger,
): Promise<Telemetry> {
  const { tracing, sentryDsn, production } = settings;
  const traces = tracing && (await import("./otlp.ts")).openTracing(tracing, log);
  const errors = sentryDsn && (await import("./sentry.ts")).openReports(sentryDsn, production);
  if (!traces && !errors) return noTelemetry;
  return {
    tracing: traces || null,
    report: errors ? errors.report : noTelemetry.report,
    close: async () => {
      await Promise.all([traces?.close(), errors ? errors.close() : null]);
    },
  };
}
