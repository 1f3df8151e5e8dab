import { product } from "@plumbline/contract/product.ts";
import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/insights-feed.ts";
import { contentAway } from "./away.ts";
import { insightCard } from "./posts.ts";
import { xml } from "./xml.ts";

const most = 30;

/** The insights as a feed, without the members-only ones. */
export async function loader({ context }: Route.LoaderArgs) {
  const [content, site] = [context.get(contentContext), context.get(siteContext)];
  const [found, categories] = await Promise.all([content.posts("insight", { perPage: most }), content.categories()]);
  if (!found) return contentAway();
  const items = found.posts.map((post) => {
    const { slug, title, excerpt, category } = insightCard(post, categories);
    const link = xml(`${site}/insights/${slug}`);
    const at = post.date_gmt || post.date;
    const published = at && `<pubDate>${new Date(`${at}Z`).toUTCString()}</pubDate>`;
    return `<item><title>${xml(title)}</title><link>${link}</link><guid isPermaLink="true">${link}</guid>${published}${category ? `<category>${xml(category)}</category>` : ""}<description>${xml(excerpt)}</description></item>`;
  });
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${product} insights</title><link>${xml(site)}/insights</link><atom:link href="${xml(site)}/insights.rss" rel="self" type="application/rss+xml"/><description>What people who have done it before would tell you.</description><language>en-gb</language>
${items.join("\n")}
</channel></rss>
`;
  return new Response(feed, {
    headers: { "content-type": "application/rss+xml; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
