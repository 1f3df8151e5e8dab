import { entryOf, withoutBlockedBody } from "./entries.ts";
import { objectIn } from "./object-in.ts";
import { type Query, valuesOf } from "./query.ts";
import type { Entry, Type } from "./shapes.ts";
import { type Taxonomy, type Term, terms } from "./terms.ts";

const apiPath = "{site}/wp-json/wp/v2";
const bases: Record<Type, string> = {
  page: "pages",
  insight: "insight",
  masterclass: "masterclass",
  post: "posts",
  attachment: "media",
};
const taxonomyBases: Record<Taxonomy, string> = { category: "categories", post_tag: "tags" };

type Item = Record<string, unknown>;

/** A category or tag as WordPress's REST API answers it. */
export const termItem = (term: Term, taxonomy: Taxonomy): Item => ({
  ...term.item,
  _links: {
    self: [{ href: `${apiPath}/${taxonomyBases[taxonomy]}/${term.id}` }],
    collection: [{ href: `${apiPath}/${taxonomyBases[taxonomy]}` }],
    about: [{ href: `${apiPath}/taxonomies/${taxonomy}` }],
  },
});

const termsOf = (entry: Entry, taxonomy: Taxonomy) => {
  const ids = taxonomy === "category" ? entry.categories : entry.tags;
  return terms[taxonomy].filter((term) => ids.includes(term.id)).map((term) => termItem(term, taxonomy));
};

const hasTerms = (entry: Entry) => entry.type === "insight" || entry.type === "masterclass";

function links(entry: Entry): Item {
  const base = `${apiPath}/${bases[entry.type]}`;
  const all: Item = {
    self: [{ href: `${base}/${entry.id}` }],
    collection: [{ href: base }],
    about: [{ href: `${apiPath}/types/${entry.type}` }],
  };
  if (entry.featured) all["wp:featuredmedia"] = [{ embeddable: true, href: `${apiPath}/media/${entry.featured}` }];
  if (hasTerms(entry))
    all["wp:term"] = [
      { taxonomy: "category", embeddable: true, href: `${apiPath}/categories?post=${entry.id}` },
      { taxonomy: "post_tag", embeddable: true, href: `${apiPath}/tags?post=${entry.id}` },
    ];
  return all;
}

function embedded(entry: Entry): Item | undefined {
  const all: Item = {};
  const picture = entry.featured ? entryOf(entry.featured) : undefined;
  if (picture) all["wp:featuredmedia"] = [picture.item];
  if (hasTerms(entry)) all["wp:term"] = [termsOf(entry, "category"), termsOf(entry, "post_tag")];
  return Object.keys(all).length > 0 ? all : undefined;
}

/** The JSON of an entry. `full` is for readers with the content key; for others, bodies of blocked items are empty. */
export function entryItem(entry: Entry, query: Query, full: boolean): Item {
  const item: Item = { ...(full ? entry.item : withoutBlockedBody(entry)), _links: links(entry) };
  const extra = query._embed === undefined ? undefined : embedded(entry);
  return extra ? { ...item, _embedded: extra } : item;
}

function take(from: Item, path: string[], into: Item): void {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    if (rest.length === 0) into[name] = value;
    return;
  }
  const inner = objectIn(Object.hasOwn(into, name) ? into[name] : null);
  into[name] = inner;
  take(objectIn(value), rest, inner);
}

/** Only what `_fields` names (`id,title.rendered,acf`), or all when it names nothing. */
export function onlyFields(item: Item, query: Query): Item {
  const fields = valuesOf(query, "_fields").filter((field) => !field.includes("__proto__"));
  if (fields.length === 0) return item;
  const kept: Item = {};
  // Whole fields first, so that a nested field does not write into a shared object.
  for (const field of fields.sort((a, b) => b.length - a.length)) take(item, field.split("."), kept);
  return kept;
}
