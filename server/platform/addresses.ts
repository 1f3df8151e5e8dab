import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorPage, errorPagePolicy } from "./error-page.ts";
import { Problem } from "./problems.ts";
import { speaksJson, unreadable } from "./refusals.ts";
import { headerLines, responseHeaders } from "./response-headers.ts";

/** The longest address that is read, in characters. */
const longestAddress = 8000;
/** A name or an IP address, and perhaps a port (RFC 3986, the letters of host names only). */
const host = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses a request whose host or address is none, before anything else reads it (decision 48). */
export function checkAddresses(app: FastifyInstance, server: Server): void {
  app.addHook("onRequest", async ({ raw, host: named }) => {
    if (isMisaddressed(raw) || (named && named !== raw.headers.host && !host.test(named)))
      throw unreadable("The Host of this request is not one.");
    if ((raw.url?.length ?? 0) > longestAddress) throw new Problem(414, { base: ["This address is too long."] });
  });
  // Node answers it without a word of ours.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    // The response has the headers of every answer already.
    const { headers, body } = refusalFor(417, "We cannot do what this request expects of us.", request.url ?? "");
    response.writeHead(417, headers).end(body);
  });
}

/** True for a Host that is malformed, or that comes twice: two readers could understand two different sites. */
export function isMisaddressed({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host !== undefined && !host.test(headers.host)) return true;
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

const statuses: Record<string, [status: number, sentence: string]> = {
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

/** What Node's parser refuses never becomes a request: answered on the bare connection, which is closed. */
export const answerBrokenRequests =
  (settings: { secure: boolean }) => (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (!socket.writable) return void socket.destroy(error);
    const [status, sentence] = statuses[error.code ?? ""] ?? [400, "We could not read this request."];
    // Its first line says where it was meant for, if it came that far.
    const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString("latin1", 0, 200) : "";
    const address = /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? "/api";
    const { headers, body } = refusalFor(status, sentence, address);
    const lines = headerLines({ ...responseHeaders(settings, address), ...headers });
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines}\r\n${body}`);
  };

/** Its refusals have a shape of their own (contract/accounts/contract.ts). */
const isSignIn = (address: string) => /^\/oauth\/token(?=[?#]|$)/.test(address);

function refusalFor(status: number, sentence: string, address: string) {
  const json = speaksJson(address);
  const errors = isSignIn(address) ? { status_code: status, message: sentence } : { base: [sentence] };
  const body = json ? JSON.stringify({ errors }) : errorPage(status, sentence);
  const headers = {
    "content-type": json ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    ...(json ? {} : { "content-security-policy": errorPagePolicy }),
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  return { headers, body };
}
