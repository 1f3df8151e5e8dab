import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/sitemap.ts";
import { contentAway } from "./away.ts";
import { legalPages } from "./legal-pages.ts";
import { xml } from "./xml.ts";

const pages = [
  "/",
  "/how-we-help",
  "/how-it-works",
  "/about",
  "/faq",
  "/contact",
  "/insights",
  "/events",
  "/videos",
  "/newsletter",
  "/transparency",
];
const ways = ["/apply", "/apply-business-member", "/apply-advisor", "/sign-in"];
const most = 1_000;

/** Every page that search engines should index, without the members-only ones. */
export async function loader({ context }: Route.LoaderArgs) {
  const [content, site] = [context.get(contentContext), context.get(siteContext)];
  const [insights, events] = await Promise.all(
    (["insight", "masterclass"] as const).map((type) => content.posts(type, { perPage: most })),
  );
  // From an incomplete map search engines would conclude that the other pages are gone.
  if (!insights || !events) return contentAway();
  const address = (path: string, changed?: string) =>
    `<url><loc>${xml(site + path)}</loc>${changed ? `<lastmod>${xml(changed.slice(0, 10))}</lastmod>` : ""}</url>`;
  const all = [
    ...[...pages, ...ways, ...legalPages.map(({ path }) => path)].map((path) => address(path)),
    ...insights.posts.map(({ slug, date }) => address(`/insights/${slug}`, date)),
    ...events.posts.map(({ slug, date }) => address(`/events/${slug}`, date)),
  ];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${all.join("\n")}\n</urlset>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=300" } },
  );
}
