/**
 * Maps links from the content service to itself onto our pages: an insight, an event, or a page that exists here.
 * Others, such as uploaded files, are left as they are.
 */

/** Pages with another address here, by the last segment of their address there. */
const renamed: Record<string, string> = {
  "": "/",
  home: "/",
  "about-us": "/about",
  "contact-us": "/contact",
  faqs: "/faq",
  "cookie-policy": "/cookie-polices",
  "cookies-policy": "/cookie-polices",
  "cookie-policies": "/cookie-polices",
};
const pages = new Set([
  ..."about contact faq how-we-help how-it-works insights events videos apply sign-in".split(" "),
  ..."terms-and-conditions terms-of-service privacy-policy cookie-polices".split(" "),
]);
const lists: Record<string, string> = {
  insight: "/insights",
  insights: "/insights",
  masterclass: "/events",
  event: "/events",
  events: "/events",
};

/** The path on this site for an address on the content service's site, with query and fragment; null for all others. */
export function ourPathOf(address: string, site: string): string | null {
  if (!URL.canParse(address, site) || !/^(https?:\/\/|\/(?!\/))/i.test(address)) return null;
  const { host, pathname, search, hash } = new URL(address, site);
  const { host: ownHost, pathname: below } = new URL(site);
  const root = below.replace(/\/$/, "");
  if (host !== ownHost || !(pathname === root || pathname.startsWith(`${root}/`))) return null;
  const [first = "", second, ...rest] = pathname.slice(root.length).split("/").filter(Boolean);
  if (rest.length > 0) return null;
  const list = lists[first];
  if (list && second) return `${list}/${second}${search}${hash}`;
  if (second) return null;
  const page = renamed[first] ?? list ?? (pages.has(first) ? `/${first}` : null);
  return page && `${page}${search}${hash}`;
}
