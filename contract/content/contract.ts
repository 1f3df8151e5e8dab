import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, maxId, Whole, wholeNumber } from "../fields.ts";
import { contentTypes } from "./shapes.ts";

/** Both spellings of each type are accepted (decision 35). */
export const ContentType = z.enum(contentTypes);

const rendered = z.object({ rendered: z.string() });
const ids = z
  .string()
  .max(400)
  .optional()
  .transform((text) =>
    (text ?? "")
      .split(",")
      .filter((id) => /^[1-9]\d{0,9}$/.test(id))
      .map(Number)
      .filter((id) => id <= maxId),
  );

/** An insight or an event: titles and excerpts as the content service renders them, rich text sanitised, images resolved. */
export const Post = z.object({
  id: Whole,
  slug: z.string(),
  date: z.string(),
  title: rendered,
  excerpt: rendered.optional(),
  content: rendered.optional(),
  categories: z.array(Whole).optional(),
  tags: z.array(Whole).optional(),
  acf: z.record(z.string(), z.unknown()).optional(),
});

const Term = z.object({ id: Whole, name: z.string(), slug: z.string(), count: Whole });

export const listPosts = endpoint({
  method: "GET",
  path: "/api/content/{type}",
  for: "anyone",
  summary: "Insights or events, newest first. Members see the members-only ones too; visitors do not.",
  params: z.object({ type: ContentType }),
  query: z.object({
    per_page: wholeNumber("must be 1 to 1000", { max: 1_000 }).default(10),
    categories: ids,
    exclude: ids,
  }),
  output: z.object({ entries: z.array(Post), total_count: Whole }),
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

/** Row C-16. */
export const readContentPage = endpoint({
  method: "GET",
  path: "/api/content/pages/{id}",
  for: "anyone",
  summary: "The copy of a page, sanitised.",
  params: z.object({ id: Id }),
  output: z.object({
    id: Whole,
    slug: z.string(),
    title: rendered,
    content: rendered.optional(),
    acf: z.record(z.string(), z.unknown()).optional(),
  }),
});
