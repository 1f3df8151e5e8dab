import { type IncomingMessage, ServerResponse } from "node:http";

/**
 * The headers of every response: pages, files, errors, 304, Node's own responses and refused WebSockets. They are set
 * first, so that each handler sets only what differs. Pages override the policy in pages/headers.ts, files in
 * files/addresses.ts.
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

/** The referrer policy of member pages and of URLs with tokens: other sites do not receive them. */
export const ownOriginOnly = "same-origin";

/**
 * Whether the URL contains a secret: links in e-mails, signed files, a socket's session, the payout provider's return.
 */
function carriesToken(address: string): boolean {
  return (
    /^(?:https?:\/\/[^/?#]*)?\/(?:files|cable|unsubscribe|api\/unsubscribe)(?=[/?#]|$)/i.test(address) ||
    /[?&][^=&]*(?:token|code|state|signature|secret|sid)=/i.test(address)
  );
}

/** A ServerResponse class for `http.createServer` that sets these headers when a response is created. */
export function responsesWithHeaders(settings: { secure: boolean }): typeof ServerResponse {
  const [plain, token] = ["/", "/files/"].map((address) => Object.entries(responseHeaders(settings, address)));
  // Node passes the constructor a second argument that its types do not declare.
  return class extends ServerResponse {
    constructor(request: IncomingMessage, ...more: unknown[]) {
      // Whatever Node passes is for its own class.
      super(...([request, ...more] as unknown as [IncomingMessage]));
      for (const [name, value] of (carriesToken(request.url ?? "/") ? token : plain) ?? []) this.setHeader(name, value);
    }
  } as unknown as typeof ServerResponse;
}

/** Headers as text for a response that is written directly to a socket; each line ends in CRLF. */
export function headerLines(headers: Readonly<Record<string, string | number>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
