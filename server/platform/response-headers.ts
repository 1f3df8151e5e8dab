import { type IncomingMessage, ServerResponse } from "node:http";

/**
 * What every answer says, whatever it is: a page, a file, a refusal, 304, what Node itself answers, and a refused socket.
 * They are there before anything else writes, so that whoever answers only says what is different. Pages bring their own
 * policy (page-headers.ts), files theirs (file-addresses.ts).
 */
export function responseHeaders({ secure }: { secure: boolean }, address = "/"): Record<string, string> {
  return {
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    "referrer-policy": carriesToken(address) ? ownOriginOnly : "strict-origin-when-cross-origin",
    ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** The referrer policy of member pages and of addresses that must not become known: no other site learns them. */
export const ownOriginOnly = "same-origin";

/** Links of e-mails, signed files, a socket's session, the payout provider's return: the address itself is a key. */
export function carriesToken(address: string): boolean {
  return (
    /^(?:https?:\/\/[^/?#]*)?\/(?:files|cable|unsubscribe|api\/unsubscribe)(?=[/?#]|$)/i.test(address) ||
    /[?&][^=&]*(?:token|code|state|signature|secret|sid)=/i.test(address)
  );
}

/** For `http.createServer`: responses that carry these headers from the beginning. */
export function responsesWithHeaders(settings: { secure: boolean }): typeof ServerResponse {
  const [plain, token] = ["/", "/files/"].map((address) => Object.entries(responseHeaders(settings, address)));
  return class extends ServerResponse {
    constructor(request: IncomingMessage, ...more: unknown[]) {
      // Node hands over options that its types do not know.
      super(...([request, ...more] as unknown as [IncomingMessage]));
      for (const [name, value] of (carriesToken(request.url ?? "/") ? token : plain) ?? []) this.setHeader(name, value);
    }
  } as unknown as typeof ServerResponse;
}

/** The same for an answer that is written straight to a connection, each line with its end. */
export function headerLines(headers: Readonly<Record<string, string | number>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
