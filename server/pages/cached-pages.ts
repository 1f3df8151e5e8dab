import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * A page that is the same for every visitor: its bytes by encoding, and the hashes of the scripts that its policy
 * allows.
 */
export type CachedPage = {
  status: number;
  headers: [string, string][];
  scripts: string[];
  etag: string;
  bytes: Record<"br" | "gzip" | "identity", Buffer>;
  /** The complete headers by host, which is the only variable part of the policy. */
  headersByHost: Map<string, Record<string, string>>;
};

type CacheEntry = { page: CachedPage; at: number };

/** In milliseconds. The content service has a cache of its own before this one (features/content/response-cache.ts). */
const freshFor = 1_000;
const staleFor = 2_000;
const maxPages = 300;
const maxUrlLength = 200;

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
};

/**
 * An internal header that web/app/entry.server.tsx sets on a page that is the same for every visitor: the hashes of the
 * scripts that its policy allows. The server removes it.
 */
export const cacheablePage = "x-cacheable-page";

async function cachedPage(response: Response, scripts: string[], before: CachedPage | undefined): Promise<CachedPage> {
  const identity = Buffer.from(await response.arrayBuffer());
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const headers = [...response.headers].filter(([name]) => name !== cacheablePage);
  const same = before?.etag === etag ? before.bytes : null;
  const bytes = same ?? { br: await compressors.br(identity), gzip: await compressors.gzip(identity), identity };
  return { status: response.status, headers, scripts, etag, bytes, headersByHost: new Map() };
}

/** A cacheable page, or a response for this request only. */
export type Rendered = { cacheable: CachedPage } | { response: Response };

/**
 * Caches pages that are the same for every visitor (stale-while-revalidate): a fresh copy is served, a stale one is
 * served while a new one is rendered, and an older one waits for the new one. Each URL is rendered once at a time.
 */
export function openPageCache() {
  const cache = new Map<string, CacheEntry>();
  const rendering = new Map<string, Promise<Rendered>>();
  /** How often all copies were discarded: a page whose rendering began before the last time is not cached. */
  let forgotten = 0;

  function renderShared(address: string, render: () => Promise<Response>): Promise<Rendered> {
    const already = rendering.get(address);
    if (already) return already;
    const began = forgotten;
    const result = (async () => {
      const response = await render();
      const scripts = response.headers.get(cacheablePage)?.split(" ").filter(Boolean);
      if (!scripts) return { response };
      const page = await cachedPage(response, scripts, cache.get(address)?.page);
      // Missing pages and very long URLs are not cached, so that they do not evict pages that people read.
      if (page.status === 200 && address.length <= maxUrlLength && began === forgotten) {
        cache.delete(address);
        cache.set(address, { page, at: performance.now() });
        for (const oldest of cache.keys()) {
          if (cache.size <= maxPages) break;
          cache.delete(oldest);
        }
      }
      return { cacheable: page };
    })().finally(() => {
      if (rendering.get(address) === result) rendering.delete(address);
    });
    rendering.set(address, result);
    return result;
  }

  return {
    /** Throws all copies away, because what they show has changed. */
    forget(): void {
      forgotten += 1;
      cache.clear();
      rendering.clear();
    },
    /** A copy that may be served now, or null; starts rendering a new one when the copy is stale. */
    get(address: string, render: () => Promise<Response>): CachedPage | null {
      const copy = cache.get(address);
      const age = copy ? performance.now() - copy.at : Number.POSITIVE_INFINITY;
      if (!copy || age > staleFor) return null;
      // A failure surfaces once the copy is too old to be served.
      if (age > freshFor) renderShared(address, render).catch(() => {});
      return copy.page;
    },
    /** Renders the page. Concurrent requests share the result only if it is cacheable. */
    async render(address: string, render: () => Promise<Response>): Promise<Rendered> {
      const first = !rendering.has(address);
      const rendered = await renderShared(address, render);
      return first || "cacheable" in rendered ? rendered : { response: await render() };
    },
  };
}
