import { type BadParam, forbiddenContext, invalidParams } from "./errors.ts";

export type Query = Record<string, string | string[] | undefined>;

export type ListQuery = {
  perPage: number;
  page: number;
  offset: number | undefined;
  order: "asc" | "desc";
  orderby: string;
  exclude: number[];
  include: number[];
  slugs: string[];
  categories: number[];
  categoriesExclude: number[];
  tags: number[];
  search: string;
  hideEmpty: boolean;
  /** Filters by whether items are for members only; absent means all. */
  blocked: boolean | undefined;
};

const orderPosts = ["author", "date", "id", "include", "modified", "parent", "relevance", "slug", "title"];
const orderTerms = ["id", "include", "name", "slug", "term_group", "description", "count"];

/** The values of a parameter in any notation: a=1,2 or a[]=1&a[]=2 or a[0]=1. */
export function valuesOf(query: Query, name: string): string[] {
  const written = Object.entries(query).filter(
    ([key]) => key === name || (key.startsWith(`${name}[`) && /\[\d*\]$/.test(key)),
  );
  return written.flatMap(([, value]) => value ?? []).flatMap((value) => value.split(/[\s,]+/).filter(Boolean));
}

const lastOf = (query: Query, name: string): string | undefined => [query[name]].flat().at(-1);

// In WordPress an add-on or the theme provides this filter; items without the field count as not blocked.
function blockedIn(query: Query): boolean | undefined {
  const plain = lastOf(query, "block_content");
  if (plain === "0" || plain === "false") return false;
  if (plain === "1" || plain === "true") return true;
  for (const at of ["filter[meta_query][0]", "filter"]) {
    const [key, value] = at === "filter" ? ["[meta_key]", "[meta_value]"] : ["[key]", "[value]"];
    if (lastOf(query, at + key) !== "block_content") continue;
    const compare = lastOf(query, at === "filter" ? "filter[meta_compare]" : `${at}[compare]`);
    return (lastOf(query, at + value) === "1") !== (compare === "!=");
  }
  return undefined;
}

/** Reads the parameters of a list. Throws rest_invalid_param that names every invalid one; unknown parameters are ignored. */
export function readListQuery(query: Query, of: "posts" | "terms"): ListQuery {
  const bad: Record<string, BadParam> = {};

  const whole = (name: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined => {
    const text = lastOf(query, name);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (!/^-?\d+$/.test(text)) bad[name] = { code: "rest_invalid_type", message: `${name} is not of type integer.` };
    else if (number < least || number > most) {
      const bounds =
        most < Number.MAX_SAFE_INTEGER
          ? `between ${least} (inclusive) and ${most} (inclusive)`
          : `greater than or equal to ${least}`;
      bad[name] = { code: "rest_out_of_bounds", message: `${name} must be ${bounds}` };
    }
    return number;
  };

  const ids = (name: string): number[] =>
    valuesOf(query, name).map((text, at) => {
      if (!/^-?\d+$/.test(text))
        bad[name] = { code: "rest_invalid_type", message: `${name}[${at}] is not of type integer.` };
      return Number(text);
    });

  const among = (name: string, allowed: string[], usual: string): string => {
    const value = lastOf(query, name) ?? usual;
    if (!allowed.includes(value)) {
      const list = `${allowed.slice(0, -1).join(", ")}, and ${allowed.at(-1)}`;
      bad[name] = { code: "rest_not_in_enum", message: `${name} is not one of ${list}.` };
    }
    return value;
  };

  const posts = of === "posts";
  const read: ListQuery = {
    perPage: whole("per_page", 1, 100) ?? 10,
    page: whole("page", 1) ?? 1,
    offset: whole("offset", 0),
    order: among("order", ["asc", "desc"], posts ? "desc" : "asc") === "asc" ? "asc" : "desc",
    orderby: among("orderby", posts ? orderPosts : orderTerms, posts ? "date" : "name"),
    exclude: ids("exclude"),
    include: ids("include"),
    slugs: valuesOf(query, "slug"),
    categories: posts ? ids("categories") : [],
    categoriesExclude: posts ? ids("categories_exclude") : [],
    tags: posts ? ids("tags") : [],
    search: (lastOf(query, "search") ?? "").trim().toLowerCase(),
    hideEmpty: ["1", "true"].includes(lastOf(query, "hide_empty") ?? ""),
    blocked: posts ? blockedIn(query) : undefined,
  };
  const context = among("context", ["view", "embed", "edit"], "view");
  if (read.orderby === "relevance" && !read.search)
    bad.orderby = {
      code: "rest_no_search_term_defined",
      message: "You need to define a search term to order by relevance.",
    };
  if (posts && valuesOf(query, "status").some((status) => status !== "publish"))
    bad.status = { code: "rest_forbidden_status", message: "Status is forbidden." };
  if (Object.keys(bad).length > 0) throw invalidParams(bad);
  if (context === "edit") throw forbiddenContext();
  return read;
}
