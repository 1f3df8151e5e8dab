import { ownOriginOnly } from "../http/response-headers.ts";

/**
 * The headers of a page in addition to those of every response (response-headers.ts). The session is in local storage
 * (decision 8), so no foreign script may run: scripts need this response's nonce or come from the card provider, and no
 * other site may embed our pages.
 */
export function pageHeaders({
  nonce,
  hashes = [],
  host,
  cards = [],
  pictures = [],
  frames = [],
  open = false,
}: {
  /** Undefined without `hashes`: all inline scripts run, for development only. */
  nonce: string | undefined;
  /** Instead of a nonce: the hashes of the inline scripts of a cached page. */
  hashes?: readonly string[];
  host: string;
  cards?: readonly string[];
  pictures?: readonly string[];
  /** Origins that may be embedded in a frame besides the card provider's, such as the map. */
  frames?: readonly string[];
  /** Whether the page is public (or not HTML); the URLs of all others are not sent to other sites. */
  open?: boolean;
}): Record<string, string> {
  // In older browsers 'self' does not include WebSockets to the same host.
  const sockets = /^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
  // Vite's development server injects scripts without a nonce.
  const ours = [...(nonce ? [`'nonce-${nonce}'`] : []), ...hashes.map((hash) => `'${hash}'`)];
  const scripts = ours.length > 0 ? ours : ["'unsafe-inline'", "'unsafe-eval'"];
  const policy: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts, ...cards],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...pictures],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...sockets, ...cards],
    "frame-src": cards.length + frames.length > 0 ? [...cards, ...frames] : ["'none'"],
    "form-action": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(" "))
      .join("; "),
    ...(open ? {} : { "referrer-policy": ownOriginOnly }),
    // A nonce is valid for one response, so shared caches must not store it.
    "cache-control": nonce ? "private, no-cache" : "public, no-cache",
  };
}
