import { ownOriginOnly } from "./response-headers.ts";

/**
 * What a page says besides the headers of every answer (response-headers.ts). The session lives in local storage (decision 8), so a foreign script must never run: scripts
 * come from us, with this answer's nonce, or from the card provider; nothing may frame us.
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
  /** None: scripts in the page run, for development only. */
  nonce: string | undefined;
  /** Instead of a nonce: the very scripts of a page that is the same for everyone. */
  hashes?: readonly string[];
  host: string;
  cards?: readonly string[];
  pictures?: readonly string[];
  /** Origins that may be shown in a frame besides the card provider's: the map. */
  frames?: readonly string[];
  /** A page that anyone may read, or no page at all; of all others no other site may learn the address. */
  open?: boolean;
}): Record<string, string> {
  // Older browsers do not count a socket to our own host as 'self'.
  const sockets = /^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
  // The reloading server of development injects scripts that know no nonce.
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
    // A nonce is for one answer, so no shared cache may keep it.
    "cache-control": nonce ? "private, no-cache" : "public, no-cache",
  };
}
