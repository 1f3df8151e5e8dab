import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** More redirects than this are treated as a loop. */
const maxRedirects = 3;

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/**
 * Fetches from the content service and follows its redirects only to its own host and to those listed
 * (CONTENT_REDIRECT_HOSTS), because whoever edits the service must not be able to send our requests anywhere else. A
 * listed host that resolves to a private address is refused on the connection itself; the service's own host may be
 * private, as it often is. Rejects for any other redirect. `resolve` replaces the system's resolver in tests.
 */
export function contentFetch({
  site,
  redirectHosts,
  // Sockets call it with the arguments of one of its overloads.
  resolve = resolveName as LookupFunction,
}: {
  site: string;
  redirectHosts: readonly string[];
  resolve?: LookupFunction;
}): Fetch {
  const home = new URL(site);
  // Loaded with the first redirect to another host, because few installations have one and it takes 4 MB of memory.
  let outside: Promise<Fetch> | null = null;
  const fetchOutside: Fetch = async (address, options) => {
    outside ??= import("undici").then(({ Agent, fetch: fetchThrough }) => {
      const dispatcher = new Agent({ connect: { lookup: publicOnly(resolve) } });
      return (to, { signal }) =>
        // Node's own fetch is an undici too, whose Response has the same methods and another declaration.
        fetchThrough(to, {
          ...(signal ? { signal } : {}),
          redirect: "manual",
          dispatcher,
        }) as unknown as Promise<Response>;
    });
    return (await outside)(address, options);
  };

  const isHome = ({ hostname, port }: URL) => hostname === home.hostname && (port === home.port || port === "");
  const isListed = ({ host, protocol }: URL) => protocol === "https:" && redirectHosts.includes(host);

  return async (address, options) => {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      // The key for members' bodies is sent to the service's own host only.
      const headers = url.origin === home.origin ? (options.headers ?? {}) : {};
      const manual = { ...options, headers, redirect: "manual" } as const;
      const response = isHome(url) ? await fetch(url, manual) : await fetchOutside(url.href, options);
      const target = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || !target) return response;
      await response.body?.cancel();
      url = new URL(target, url);
      if (!/^https?:$/.test(url.protocol) || !(isHome(url) || isListed(url)))
        throw new Error(`the content service sends us to ${url.host}, which is not in CONTENT_REDIRECT_HOSTS`);
    }
    throw new Error("the content service sends us in a circle");
  };
}

/** True for a public address; false for this machine, private networks and other special ranges. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** A resolver that fails for names with any address that is not public. */
const publicOnly =
  (resolve: LookupFunction): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const refused = error ?? (addresses.every(isPublicAddress) ? null : new Error(`${name} is a private address`));
      if (refused) return done(refused, "", 4);
      done(null, found, family);
    });
