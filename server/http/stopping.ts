import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long requests in progress may take to finish, in milliseconds. */
const maxDrain = 5000;
/** How long a connection that has sent nothing yet may still begin a request, in milliseconds. */
const silenceAllowed = 250;
/** The longest turn of the event loop that counts as a quiet one, in milliseconds, and for how long one is waited for. */
const quietTurn = 1;
const maxWaitForQuiet = 500;

/**
 * Returns a function that stops accepting connections and waits for the requests in progress, five seconds at most.
 * Clients that have just connected are served: a proxy repeats a read that was cut off, but no write.
 */
export function createDrain(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async () => {
    await quiet(() => accepted);
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
