import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { headerLines, responseHeaders } from "./response-headers.ts";

/** As Rails does: 404 for whatever is no WebSocket for us, 400 for one that cannot be spoken with. */
export function refuse(socket: Duplex, settings: { secure: boolean }, status: 400 | 404 = 404): void {
  socket.on("error", () => socket.destroy());
  const said = status === 404 ? ["Not Found", "Page not found"] : ["Bad Request", "This is no WebSocket handshake"];
  const lines = headerLines({
    ...responseHeaders(settings, "/cable"),
    "content-type": "text/plain",
    "cache-control": "no-store",
    connection: "close",
  });
  socket.end(`HTTP/1.1 ${status} ${said[0]}\r\n${lines}\r\n${said[1]}`);
}

/** Pages of other origins must not speak in a member's name; programs send no origin. */
export function originAllowed({ headers }: IncomingMessage, publicUrl: string): boolean {
  if (!headers.origin || headers.origin === publicUrl) return true;
  return URL.parse(headers.origin)?.host === headers.host;
}

export function disconnect(socket: WebSocket, reason: string, reconnect: boolean): void {
  // It is on its way out already.
  if (socket.readyState > WebSocket.OPEN) return;
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "disconnect", reason, reconnect }));
  socket.close(1000);
  // A peer that does not answer the close is cut off, so that nothing waits for it.
  setTimeout(() => socket.terminate(), 1000).unref();
}

export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
