import type { LoaderFunctionArgs } from "react-router";
import { siteContext } from "../../context.ts";

/** What is not for search engines: calls, members' pages and links from e-mails. */
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

export function loader({ context }: LoaderFunctionArgs) {
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "Allow: /"];
  return new Response(`${lines.join("\n")}\n\nSitemap: ${context.get(siteContext)}/sitemap.xml\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
