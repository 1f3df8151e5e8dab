import { createServer } from "node:http";
import { listeningPort } from "../../server/http/listening-port.ts";

// A content service with a thousand insights, for public-pages. `POST /` changes the title of the newest one.

const text = "<p>What was learnt, in a paragraph of the usual length, with a sum in it and a name left out.</p>\n";
const posts = Array.from({ length: 1_000 }, (_, at) => ({
  id: at + 1,
  slug: `insight-${at + 1}`,
  date: "2026-11-01T09:00:00",
  date_gmt: "2026-11-01T09:00:00",
  title: { rendered: `Insight number ${at + 1} &#038; what came of it` },
  excerpt: { rendered: text },
  content: { rendered: "" },
  categories: [(at % 5) + 2],
  tags: [11],
  featured_media: 0,
  acf: { main_insight_image: null, insight_content: text.repeat(20), block_content: at % 50 === 7 },
}));
const terms = ["Uncategorized", "Strategy", "Finance", "People", "Sales", "Operations"].map((name, at) => ({
  id: at + 1,
  name,
  slug: name.toLowerCase(),
  count: 200,
}));

function answerTo(url: URL): { body: unknown; total?: number } {
  const [, , , , name, id] = url.pathname.split("/");
  if (name === "categories" || name === "tags") return { body: terms, total: terms.length };
  if (name === "pages") return { body: { id: Number(id), slug: "page", title: { rendered: "Page" }, acf: [] } };
  const slug = url.searchParams.get("slug");
  const category = Number(url.searchParams.get("categories"));
  const found = posts.filter(
    (post) => (!slug || post.slug === slug) && (!category || post.categories.includes(category)),
  );
  const from = Number(url.searchParams.get("offset") ?? 0);
  return { body: found.slice(from, from + Number(url.searchParams.get("per_page") ?? 10)), total: found.length };
}

const server = createServer((request, response) => {
  if (request.method === "POST" && posts[0]) posts[0].title.rendered = "Changed just now";
  const { body, total } = answerTo(new URL(request.url ?? "/", "http://x"));
  const headers = total === undefined ? {} : { "x-wp-total": String(total) };
  response.writeHead(200, { "content-type": "application/json; charset=UTF-8", ...headers }).end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
