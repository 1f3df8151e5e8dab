import { createStackParser, createTransport, type Event, type Exception } from "@sentry/core";
import { nodeStackLineParser, ServerRuntimeClient } from "@sentry/core/server";
import { type ErrorRecord, recordOf } from "../http/error-log.ts";
import { productVersion } from "../version.ts";
import { spanHere } from "./spans.ts";
import type { Reports, Whereabouts } from "./whereabouts.ts";

// Imported by telemetry.ts alone, and only with SENTRY_DSN.

/** How long the address may take to accept a report, in milliseconds. */
const sendTimeout = 5000;
/** How long the process waits for it when it stops, in milliseconds. */
const closeTimeout = 2000;
/** Reports that are on their way at the same time; more are dropped. */
const bufferSize = 30;

/**
 * Sends errors as Sentry envelopes: what the log would show of them (error-log.ts), the names and ids of where they
 * happened, the member's id. The SDK's core alone, without integrations, so that nothing else can be collected.
 */
export function openReports(dsn: string, production: boolean): Reports {
  const stackParser = createStackParser(nodeStackLineParser());
  const client = new ServerRuntimeClient({
    dsn,
    stackParser,
    integrations: [],
    platform: "node",
    release: `plumbline@${productVersion}`,
    environment: production ? "production" : "development",
    // Otherwise the SDK would add an integration that streams spans.
    traceLifecycle: "static",
    sendClientReports: false,
    transport: (options) =>
      createTransport({ ...options, bufferSize }, async ({ body }) => {
        const response = await fetch(options.url, {
          method: "POST",
          headers: { "content-type": "application/x-sentry-envelope", ...options.headers },
          body: typeof body === "string" ? body : new Uint8Array(body),
          redirect: "error",
          signal: AbortSignal.timeout(sendTimeout),
        });
        // The answer's body is not needed, and one that is not read keeps its connection.
        await response.body?.cancel();
        return {
          statusCode: response.status,
          headers: {
            "x-sentry-rate-limits": response.headers.get("x-sentry-rate-limits"),
            "retry-after": response.headers.get("retry-after"),
          },
        };
      }),
  });
  client.init();
  return {
    report: (error, where) => {
      const exceptions = exceptionsOf(recordOf(error), (stack) => stackParser(stack));
      client.captureEvent({ level: "error", exception: { values: exceptions }, ...placeOf(where) });
    },
    close: async () => void (await client.close(closeTimeout)),
  };
}

/** The chain of causes, innermost first, as Sentry shows it. */
function exceptionsOf(
  record: ErrorRecord,
  framesOf: (stack: string) => NonNullable<Exception["stacktrace"]>["frames"],
): Exception[] {
  const { type, message, stack, cause, ...facts } = record;
  const known = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  const own: Exception = { type, value: [message, ...known].join(" ") };
  const frames = stack ? framesOf(stack) : undefined;
  if (frames?.length) own.stacktrace = { frames };
  return [...(cause ? exceptionsOf(cause, framesOf) : []), own];
}

function placeOf({ member, requestId, ...names }: Whereabouts): Pick<Event, "tags" | "user" | "contexts"> {
  const span = spanHere();
  const tags = { ...names, request_id: requestId };
  return {
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
    ...(member ? { user: { id: member } } : {}),
    ...(span ? { contexts: { trace: { trace_id: span.traceId, span_id: span.traceparent.slice(36, 52) } } } : {}),
  };
}
