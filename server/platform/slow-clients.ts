import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Who is slow is cut off within a minute, whoever is not goes on (figures in milliseconds and bytes):
 *
 * - the head of a request arrives within 20 s of its first byte, and a connection that asks nothing is closed after 20 s;
 * - a body brings at least 16 KB in every 20 s until it is complete, and all of it arrives within 15 minutes;
 * - somebody whose answer is ready takes some of it in every 20 s;
 * - what is still being sent half a minute after it was answered is no longer listened to.
 *
 * How long we take to answer counts against nobody. Sockets of the cable have rules of their own.
 */
export const patience = {
  head: 20_000,
  silence: 20_000,
  bodyWindow: 20_000,
  bodyBytes: 16 * 1024,
  wholeRequest: 15 * 60_000,
  afterAnswer: 30_000,
  checkedEvery: 5_000,
} as const;

type Patience = { readonly [name in keyof typeof patience]: number };

/** What is watched of one request while its body arrives. */
type Body = { request: IncomingMessage; socket: Socket; bytes: number; since: number; answeredAt: number | null };

/** What `http.createServer` needs to know of these rules. */
export const serverTimeouts = (rules: Patience = patience) => ({
  headersTimeout: rules.head,
  requestTimeout: rules.wholeRequest,
  connectionsCheckingInterval: rules.checkedEvery,
});

/** Applies the rules to a server, until it closes. */
export function cutOffSlowClients(server: Server, rules: Patience = patience): void {
  const bodies = new Set<Body>();
  /** How many answers each connection waits for. */
  const waiting = new Map<Socket, number>();

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = waiting.get(socket);
    waiting.set(socket, (before ?? 0) + 1);
    if (before === undefined) socket.once("close", () => waiting.delete(socket));
    const body: Body = { request, socket, bytes: socket.bytesRead, since: performance.now(), answeredAt: null };
    if (!request.complete) bodies.add(body);
    response.once("close", () => {
      if (waiting.has(socket)) waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      body.answeredAt = performance.now();
    });
  });

  // Nothing has come or gone, not even within a large answer, for `silence`.
  server.setTimeout(rules.silence, (socket) => {
    const asked = (waiting.get(socket) ?? 0) > 0;
    // We are still at work on it: wait on.
    if (asked && socket.writableLength === 0) return void socket.setTimeout(rules.silence);
    cut(socket);
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const body of bodies) {
      const { request, socket, answeredAt } = body;
      if (request.complete || socket.destroyed) bodies.delete(body);
      else if (answeredAt !== null && now - answeredAt > rules.afterAnswer) cut(socket);
      else if (now - body.since >= rules.bodyWindow) {
        // Bytes that we have not read ourselves are not missing.
        if (socket.bytesRead - body.bytes < rules.bodyBytes && !socket.isPaused() && !request.isPaused()) cut(socket);
        body.bytes = socket.bytesRead;
        body.since = now;
      }
    }
  }, rules.checkedEvery).unref();
  server.once("close", () => clearInterval(checking));
}

/** At once and for good: what waits to be sent to somebody who does not read would keep its memory. */
function cut(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}
