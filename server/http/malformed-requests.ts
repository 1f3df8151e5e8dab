import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { badRequest, respondsWithJson } from "./error-handler.ts";
import { errorPage, errorPagePolicy } from "./error-page.ts";
import { Problem } from "./problems.ts";
import { headerLines, responseHeaders } from "./response-headers.ts";
import { clientTimeouts } from "./slow-clients.ts";

/** Longest accepted request URL, in characters. */
const maxUrlLength = 8000;
/** A host name or IP address with an optional port (RFC 3986, restricted to characters of host names). */
const host = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rejects requests with an invalid Host (400), a URL that is too long (414) or an Expect header (417) (decision 48).
 */
export function rejectInvalidHosts(app: FastifyInstance, server: Server): void {
  app.addHook("onRequest", async ({ raw, host: named }) => {
    if (hasInvalidHost(raw) || (named && named !== raw.headers.host && !host.test(named)))
      throw badRequest("The Host of this request is not one.");
    if ((raw.url?.length ?? 0) > maxUrlLength) throw new Problem(414, { base: ["This address is too long."] });
  });
  // Without this listener Node sends an empty 417 response.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    // responsesWithHeaders has set the common headers already.
    const { headers, body } = responseFor(417, "We cannot do what this request expects of us.", request.url ?? "");
    response.writeHead(417, headers).end(body);
  });
}

/** Whether the Host header is malformed or repeated: a proxy and this server could read two different hosts. */
function hasInvalidHost({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host !== undefined && !host.test(headers.host)) return true;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

const statuses: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The address or the headers of this request are too long."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "This is larger than we can take."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "This request did not arrive in time."],
};
const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "Payload Too Large",
  431: "Request Header Fields Too Large",
};

/**
 * Responds to requests that Node's parser rejects, by writing to the socket and closing it once the client has: what is
 * still arriving is thrown away for a while, as it is behind every other refusal (slow-clients.ts).
 */
export const handleClientErrors =
  (settings: { secure: boolean }) => (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (!socket.writable) return void socket.destroy(error);
    const [status, message] = statuses[error.code ?? ""] ?? [400, "We could not read this request."];
    // The request line, if it arrived, tells whether the client expects JSON or a page.
    const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString("latin1", 0, 200) : "";
    const address = /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? "/api";
    const { headers, body } = responseFor(status, message, address);
    const lines = headerLines({ ...responseHeaders(settings, address), ...headers, connection: "close" });
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines}\r\n${body}`);
    // The parser would reject each further byte as well, and a connection that is closed on unread bytes loses the response.
    socket.removeAllListeners("data").on("data", () => {});
    const late = setTimeout(() => socket.destroy(), clientTimeouts.afterAnswer).unref();
    socket.once("close", () => clearTimeout(late));
  };

/** The sign-in endpoint has its own error format (contract/accounts/contract.ts). */
const isSignIn = (address: string) => /^\/oauth\/token(?=[?#]|$)/.test(address);

function responseFor(status: number, message: string, address: string) {
  const json = respondsWithJson(address);
  const errors = isSignIn(address) ? { status_code: status, message } : { base: [message] };
  const body = json ? JSON.stringify({ errors }) : errorPage(status, message);
  const headers = {
    "content-type": json ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    ...(json ? {} : { "content-security-policy": errorPagePolicy }),
    "content-length": Buffer.byteLength(body),
  };
  return { headers, body };
}
