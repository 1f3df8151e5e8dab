import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { isRecord } from "@plumbline/contract/records.ts";
import { WebSocket } from "ws";
import { headerLines, responseHeaders } from "../http/response-headers.ts";
import { type DisconnectReason, disconnectFrame } from "./frames.ts";

const refusals = {
  400: ["Bad Request", "This is no WebSocket handshake"],
  404: ["Not Found", "Page not found"],
  503: ["Service Unavailable", "Plumbline is stopping. Please try again in a moment."],
} as const;

/**
 * As Rails does: 404 for a request that is no WebSocket handshake for the cable, 400 for a malformed one. 503 while the
 * process stops: a proxy may ask the next one then.
 */
export function refuse(socket: Duplex, settings: { secure: boolean }, status: keyof typeof refusals = 404): void {
  socket.on("error", () => socket.destroy());
  const [reason, text] = refusals[status];
  const lines = headerLines({
    ...responseHeaders(settings, "/cable"),
    "content-type": "text/plain",
    "cache-control": "no-store",
    connection: "close",
    ...(status === 503 && { "retry-after": "1" }),
  });
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n${text}`);
}

/** Pages of other origins must not act for a member; programs send no origin. */
export function originAllowed({ headers }: Pick<IncomingMessage, "headers">, publicUrl: string): boolean {
  if (!headers.origin || headers.origin === publicUrl) return true;
  return URL.parse(headers.origin)?.host === headers.host;
}

/**
 * Says why and whether the client may reconnect, then closes; ends the connection after a second if the client does not
 * answer. Does nothing when the socket closes already.
 */
export function disconnect(socket: WebSocket, reason: DisconnectReason): void {
  // The socket is already closing.
  if (socket.readyState > WebSocket.OPEN) return;
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(disconnectFrame(reason)));
  socket.close(1000);
  // A peer that does not answer the close frame is disconnected after a timeout.
  setTimeout(() => socket.terminate(), 1000).unref();
}

/** The JSON object in a text; null for other JSON values, for what is no JSON, and for what is no text. */
export function objectIn(text: unknown): Record<string, unknown> | null {
  if (typeof text !== "string") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
