import { categoryTerms, tagTerms } from "./copy/terms.ts";
import { allEntries } from "./entries.ts";
import { nameOf } from "./rich-text.ts";

export type Taxonomy = "category" | "post_tag";
export type Term = { id: number; name: string; slug: string; count: number; item: Record<string, unknown> };

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");

function term(id: number, name: string, description: string, taxonomy: Taxonomy): Term {
  const slug = slugOf(name);
  const held = taxonomy === "category" ? "categories" : "tags";
  const count = allEntries.filter((entry) => !entry.draft && entry[held].includes(id)).length;
  const item = {
    id,
    count,
    description,
    link: `{site}/${taxonomy === "category" ? "category" : "tag"}/${slug}/`,
    name: nameOf(name),
    slug,
    taxonomy,
    ...(taxonomy === "category" ? { parent: 0 } : {}),
    meta: [],
    acf: [],
  };
  return { id, name, slug, count, item };
}

export const terms: Record<Taxonomy, Term[]> = {
  category: categoryTerms.map(([name, description], at) => term(at + 1, name, description, "category")),
  post_tag: tagTerms.map((name, at) => term(at + 11, name, "", "post_tag")),
};
