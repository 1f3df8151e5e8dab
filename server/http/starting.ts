import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

/** How long a request waits for the start, in milliseconds, and how many wait at a time. */
const maxWait = 10_000;
const maxWaiting = 1000;

export type Starting = {
  /** Lets through what the listener says is its own, while the others go on waiting. */
  letThrough(isOwn: (request: IncomingMessage) => boolean, listener: RequestListener): void;
  /** Hands over to the application: those that wait are answered by it, and so is everything after them. */
  ready(listener: RequestListener): void;
  /** The start has failed: those that wait are told. */
  failed(): void;
};

/**
 * Holds requests that come while the process starts (ADR-001), so that nobody is refused while one process after the other
 * is replaced. Health checks are answered at once with 503, and so is whoever has waited for ten seconds.
 */
export function holdRequests(server: Server, limits = { maxWait, maxWaiting }): Starting {
  const waiting = new Map<ServerResponse, { request: IncomingMessage; timer: NodeJS.Timeout }>();
  const stopWaiting = (response: ServerResponse) => {
    clearTimeout(waiting.get(response)?.timer);
    waiting.delete(response);
  };
  let letThrough: RequestListener | null = null;

  const hold: RequestListener = (request, response) => {
    if (isHealthCheck(request) || waiting.size >= limits.maxWaiting) return refuse(response);
    const refuseLater = () => {
      stopWaiting(response);
      refuse(response);
    };
    waiting.set(response, { request, timer: setTimeout(refuseLater, limits.maxWait).unref() });
    response.once("close", () => stopWaiting(response));
  };
  const receive: RequestListener = (request, response) => (letThrough ?? hold)(request, response);
  server.on("request", receive);

  return {
    letThrough: (isOwn, listener) => {
      letThrough = (request, response) => (isOwn(request) ? listener : hold)(request, response);
    },
    ready: (listener) => {
      server.off("request", receive).on("request", listener);
      for (const [response, { request }] of [...waiting]) {
        stopWaiting(response);
        listener(request, response);
      }
    },
    failed: () => {
      for (const response of [...waiting.keys()]) {
        stopWaiting(response);
        refuse(response);
      }
    },
  };
}

const isHealthCheck = ({ url }: IncomingMessage) => url === "/readyz" || url === "/healthz";

function refuse(response: ServerResponse): void {
  response.writeHead(503, { "retry-after": "1", "content-type": "text/plain", "cache-control": "no-store" });
  response.end("Plumbline is starting. Please try again in a moment.");
}
