import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits after which slow clients are disconnected, all within a minute (values in milliseconds and bytes):
 *
 * - the headers of a request arrive within 20 s of its first byte, and an idle connection is closed after 20 s;
 * - a body delivers at least 16 KB in every 20 s until it is complete, and all of it within 15 minutes;
 * - a client reads some of its response in every 20 s;
 * - a body that is still arriving when its response is sent is read and thrown away, for 30 s: many clients read a response
 *   only after they have sent everything, and a connection that is closed or stands still before that hides it from them.
 *
 * Time that the server takes to respond does not count. The cable's WebSockets have their own limits.
 */
export const clientTimeouts = {
  head: 20_000,
  silence: 20_000,
  bodyWindow: 20_000,
  bodyBytes: 16 * 1024,
  wholeRequest: 15 * 60_000,
  afterAnswer: 30_000,
  checkedEvery: 5_000,
} as const;

type ClientTimeouts = { readonly [name in keyof typeof clientTimeouts]: number };

/** A request whose body is still arriving: bytes read and the time at the start of its window. */
type Body = { request: IncomingMessage; socket: Socket; bytes: number; since: number; answeredAt: number | null };

/** The options of `http.createServer` that apply these limits. */
export const serverTimeouts = (rules: ClientTimeouts = clientTimeouts) => ({
  headersTimeout: rules.head,
  requestTimeout: rules.wholeRequest,
  connectionsCheckingInterval: rules.checkedEvery,
});

/** Applies the limits to a server until it closes. */
export function disconnectSlowClients(server: Server, rules: ClientTimeouts = clientTimeouts): void {
  const bodies = new Set<Body>();
  /** The number of unfinished responses by connection. */
  const openResponses = new Map<Socket, number>();

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = openResponses.get(socket);
    openResponses.set(socket, (before ?? 0) + 1);
    if (before === undefined) socket.once("close", () => openResponses.delete(socket));
    const body: Body = { request, socket, bytes: socket.bytesRead, since: performance.now(), answeredAt: null };
    if (!request.complete) bodies.add(body);
    response.once("close", () => {
      if (openResponses.has(socket)) openResponses.set(socket, (openResponses.get(socket) ?? 1) - 1);
      body.answeredAt = performance.now();
      // Whatever has begun to read it no longer does.
      if (!request.complete) request.unpipe().resume();
    });
  });

  // Called when nothing was read from or written to the socket for `silence`, not even part of a large response.
  server.setTimeout(rules.silence, (socket) => {
    const asked = (openResponses.get(socket) ?? 0) > 0;
    // The handler is still working on the response.
    if (asked && socket.writableLength === 0) return void socket.setTimeout(rules.silence);
    disconnect(socket);
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const body of bodies) {
      const { request, socket, answeredAt } = body;
      if (request.complete || socket.destroyed) bodies.delete(body);
      else if (answeredAt !== null && now - answeredAt > rules.afterAnswer) disconnect(socket);
      else if (now - body.since >= rules.bodyWindow) {
        // We have paused the stream, so the client is not the slow side.
        if (socket.bytesRead - body.bytes < rules.bodyBytes && !socket.isPaused() && !request.isPaused())
          disconnect(socket);
        body.bytes = socket.bytesRead;
        body.since = now;
      }
    }
  }, rules.checkedEvery).unref();
  server.once("close", () => clearInterval(checking));
}

/** Resets the connection when data is still buffered: a client that does not read would keep that memory in use. */
function disconnect(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}
