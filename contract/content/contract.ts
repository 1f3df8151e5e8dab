import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** Both spellings of each type answer (decision 35). */
export const ContentType = z.enum(["insight", "insights", "masterclass", "events"]);

const rendered = z.object({ rendered: z.string() });
const ids = z
  .string()
  .max(400)
  .optional()
  .transform((text) =>
    (text ?? "")
      .split(",")
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0),
  );

/** An insight or a masterclass: titles and excerpts as the service renders them, rich text sanitised, pictures found. */
export const Post = z.object({
  id: z.number(),
  slug: z.string(),
  date: z.string(),
  title: rendered,
  excerpt: rendered.optional(),
  content: rendered.optional(),
  categories: z.array(z.number()).optional(),
  tags: z.array(z.number()).optional(),
  acf: z.record(z.string(), z.unknown()).optional(),
});

const Term = z.object({ id: z.number(), name: z.string(), slug: z.string(), count: z.number() });

export const listPosts = endpoint({
  method: "GET",
  path: "/api/content/{type}",
  for: "anyone",
  summary: "Insights or events, newest first. Members see the members-only ones too; visitors do not.",
  params: z.object({ type: ContentType }),
  query: z.object({
    per_page: z.coerce.number().int().min(1).max(1_000).default(10),
    categories: ids,
    exclude: ids,
  }),
  output: z.object({ entries: z.array(Post), total_count: z.number() }),
});

export const readPost = endpoint({
  method: "GET",
  path: "/api/content/{type}/{slug}",
  for: "anyone",
  summary: "One insight or event; the body of a members-only one is for members.",
  params: z.object({ type: ContentType, slug: z.string().max(200) }),
  output: Post,
});

export const listTerms = endpoint({
  method: "GET",
  path: "/api/content/terms",
  for: "anyone",
  summary: "The categories and tags of insights and events.",
  output: z.object({ categories: z.array(Term), tags: z.array(Term) }),
});

export const readContentPage = endpoint({
  method: "GET",
  path: "/api/content/pages/{id}",
  for: "anyone",
  summary: "The copy of a page, sanitised.",
  params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
  output: z.object({
    id: z.number(),
    slug: z.string(),
    title: rendered,
    content: rendered.optional(),
    acf: z.record(z.string(), z.unknown()).optional(),
  }),
});
