import { pastTheEnd } from "./errors.ts";
import type { ListQuery } from "./query.ts";
import type { Entry } from "./shapes.ts";
import type { Term } from "./terms.ts";

export type Page<T> = { shown: T[]; total: number; pages: number };

const includesAny = (list: number[], ids: number[]) => ids.some((id) => list.includes(id));
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

function paginate<T>(all: T[], query: ListQuery, strict: boolean): Page<T> {
  const pages = Math.ceil(all.length / query.perPage);
  // As in WordPress, an offset overrides the page and does not change the number of pages.
  const from = query.offset ?? (query.page - 1) * query.perPage;
  if (strict && query.offset === undefined && all.length > 0 && query.page > pages) throw pastTheEnd();
  return { shown: all.slice(from, from + query.perPage), total: all.length, pages };
}

function postKey(entry: Entry, query: ListQuery): string | number {
  if (query.orderby === "title") return entry.title.toLowerCase();
  if (query.orderby === "slug") return entry.slug;
  if (query.orderby === "id") return entry.id;
  return query.orderby === "modified" ? entry.modified : entry.date;
}

/** The page of entries a list query asks for: published ones only, any of the categories, none of the excluded. */
export function listEntries(entries: Entry[], query: ListQuery): Page<Entry> {
  const found = entries.filter(
    (entry) =>
      !entry.draft &&
      !query.exclude.includes(entry.id) &&
      (query.include.length === 0 || query.include.includes(entry.id)) &&
      (query.slugs.length === 0 || query.slugs.includes(entry.slug)) &&
      (query.categories.length === 0 || includesAny(entry.categories, query.categories)) &&
      !includesAny(entry.categories, query.categoriesExclude) &&
      (query.tags.length === 0 || includesAny(entry.tags, query.tags)) &&
      (query.blocked === undefined || entry.blocked === query.blocked) &&
      (!query.search || query.search.split(/\s+/).every((word) => entry.words.includes(word))),
  );
  if (query.orderby === "include") found.sort((a, b) => query.include.indexOf(a.id) - query.include.indexOf(b.id));
  else {
    const way = query.order === "asc" ? 1 : -1;
    found.sort((a, b) => way * (compare(postKey(a, query), postKey(b, query)) || a.id - b.id));
  }
  return paginate(found, query, true);
}

/** The page of terms a list query asks for. Unlike posts, a page past the end is empty. */
export function listTerms(terms: Term[], query: ListQuery): Page<Term> {
  const found = terms.filter(
    (term) =>
      !query.exclude.includes(term.id) &&
      (query.include.length === 0 || query.include.includes(term.id)) &&
      (query.slugs.length === 0 || query.slugs.includes(term.slug)) &&
      (!query.hideEmpty || term.count > 0) &&
      (!query.search || term.name.toLowerCase().includes(query.search)),
  );
  const key = (term: Term) =>
    query.orderby === "id"
      ? term.id
      : query.orderby === "count"
        ? term.count
        : query.orderby === "slug"
          ? term.slug
          : term.name;
  if (query.orderby === "include") found.sort((a, b) => query.include.indexOf(a.id) - query.include.indexOf(b.id));
  else found.sort((a, b) => (query.order === "asc" ? 1 : -1) * (compare(key(a), key(b)) || a.id - b.id));
  return paginate(found, query, false);
}
