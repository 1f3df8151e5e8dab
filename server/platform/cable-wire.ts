import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** As Rails does: 404 for whatever is no WebSocket for us. */
export function refuse(socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nPage not found");
}

/** Pages of other origins must not speak in a member's name; programs send no origin. */
export function originAllowed({ headers }: IncomingMessage, publicUrl: string): boolean {
  if (!headers.origin || headers.origin === publicUrl) return true;
  return URL.parse(headers.origin)?.host === headers.host;
}

export function disconnect(socket: WebSocket, reason: string, reconnect: boolean): void {
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
