import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP carries it. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
};

/** An error's report as a Sentry envelope carries it. */
export type ReceivedReport = {
  exception: { values: { type: string; value: string; stacktrace?: { frames: { filename: string }[] } }[] };
  tags: Record<string, string>;
  user?: Record<string, unknown>;
  contexts?: { trace?: { trace_id: string; span_id: string } };
} & Record<string, unknown>;

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
type OtlpSpan = Omit<ReceivedSpan, "attributes" | "failed"> & { attributes: Attributes; status: { code?: number } };
type OtlpRequest = { resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: OtlpSpan[] }[] }[] };

/** A collector of traces (OTLP/HTTP, JSON) and a Sentry-compatible server at one local address. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const reports: ReceivedReport[] = [];
  const texts: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let resource: Record<string, unknown> = {};
  let held: ServerResponse[] | null = null;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    texts.push(`${request.url}\n${text}`);
    headers.push(request.headers);
    if (request.url?.startsWith("/v1/traces")) {
      const { resourceSpans } = JSON.parse(text) as OtlpRequest;
      for (const { resource: from, scopeSpans } of resourceSpans) {
        resource = plain(from.attributes);
        for (const { spans: some } of scopeSpans) spans.push(...some.map(received));
      }
    } else reports.push(...reportsIn(text));
    response.setHeader("content-type", "application/json");
    if (held) held.push(response);
    else response.end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The settings of a server that sends here, at once. */
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      SENTRY_DSN: `http://0123456789abcdef@127.0.0.1:${port}/1`,
    },
    spans,
    reports,
    headers,
    /** Everything that was received, as it came. */
    text: () => texts.join("\n"),
    resource: () => resource,
    /** Answers nobody until `release`. */
    hold: () => {
      held = [];
    },
    release: () => {
      for (const response of held ?? []) response.end("{}");
      held = null;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const received = ({ attributes, status, links = [], ...span }: OtlpSpan): ReceivedSpan => ({
  ...span,
  links,
  attributes: plain(attributes),
  failed: status.code === 2,
});

const plain = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The events of an envelope: after its own head each item has a head and a body, line by line. */
function reportsIn(envelope: string): ReceivedReport[] {
  const lines = envelope.split("\n").filter(Boolean).slice(1);
  return lines.flatMap((line, at) =>
    JSON.parse(line).type === "event" && at % 2 === 0 ? [JSON.parse(lines[at + 1] as string) as ReceivedReport] : [],
  );
}
