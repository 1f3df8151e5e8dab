import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a connection that has sent nothing yet may still begin a request, in milliseconds. */
const silenceAllowed = 250;
/** The longest turn of the event loop that counts as a quiet one, in milliseconds, and for how long one is waited for. */
const quietTurn = 1;
const maxWaitForQuiet = 500;

/**
 * Returns a function that stops accepting connections and waits for the requests in progress, `maxDrain` milliseconds at
 * most. Clients that have just connected are served: a proxy repeats a read that was cut off, but no write.
 */
export function createDrain(server: Server, maxDrain = 5000): () => Promise<void> {
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let accepted = 0;
  let stopping = false;
  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", (_request, response) => {
    if (stopping) response.shouldKeepAlive = false;
    responses.add(response);
    response.once("close", () => {
      responses.delete(response);
      // A response whose head was sent before the stop leaves its connection open.
      if (stopping) setImmediate(() => server.closeIdleConnections());
    });
  });
  return async () => {
    await quiet(() => accepted);
    stopping = true;
    // Node closes the connections that are idle now; those of the others would wait for another request.
    for (const response of responses) response.shouldKeepAlive = false;
    await new Promise<void>((done) => {
      server.close(() => done());
      // Browsers open connections in advance, and Node counts one that never sent a request as busy.
      setTimeout(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, silenceAllowed).unref();
      setTimeout(() => server.closeAllConnections(), maxDrain).unref();
    });
  };
}

/**
 * Waits for a turn of the event loop in which nobody connected and little was done. The system resets the connections
 * that wait to be accepted when the port closes, and at the end of such a turn there are hardly any.
 */
async function quiet(accepted: () => number): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const until = performance.now() + maxWaitForQuiet;
  await turn();
  for (let before = accepted(), began = performance.now(); ; before = accepted(), began = performance.now()) {
    await turn();
    const now = performance.now();
    if ((accepted() === before && now - began < quietTurn) || now > until) return;
  }
}
