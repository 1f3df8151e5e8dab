import { siteContext } from "../../context.ts";
import type { Route } from "./+types/robots.ts";

/** Paths that search engines must not index: the API, members' pages and links from e-mails. */
const closed = [
  "/api/",
  "/oauth/",
  "/files/",
  "/mailbox",
  "/back-office",
  "/create-password",
  "/approval/",
  "/status/",
];

export function loader({ context }: Route.LoaderArgs) {
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "Allow: /"];
  return new Response(`${lines.join("\n")}\n\nSitemap: ${context.get(siteContext)}/sitemap.xml\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
