import type { Declaration } from "@plumbline/contract/endpoint.ts";
import type { z } from "zod";

/**
 * The filters in a page's address that an endpoint takes, by the same names. What the endpoint would refuse is left out, so
 * that a mistyped address still shows a list. A list that is a part of its page has a name of its own for a place in it,
 * which `names` tells by the endpoint's.
 */
export function filtersIn<D extends Declaration & { query: z.ZodObject }>(
  { query }: D,
  address: Pick<Request, "url"> | URLSearchParams,
  names: { readonly [name in keyof D["query"]["shape"]]?: string } = {},
): z.input<D["query"]> {
  const search = address instanceof URLSearchParams ? address : new URL(address.url).searchParams;
  const filters: Record<string, string> = {};
  const shape: Record<string, z.ZodType> = query.shape;
  for (const [name, schema] of Object.entries(shape)) {
    const value = search.get(names[name] ?? name);
    if (value && schema.safeParse(value).success) filters[name] = value;
  }
  // Each value was accepted by the schema of its name.
  return filters as z.input<D["query"]>;
}

/** Where a page of a list begins, which filters nothing. */
export const places: readonly string[] = ["page", "before", "after"];

/** Whether a page's address is that of the first page of its list. */
export const isFirstPage = (search: URLSearchParams): boolean =>
  places.every((name) => !search.get(name) || (name === "page" && search.get(name) === "1"));

/** Whether anything is filtered. */
export const isFiltered = (filters: object): boolean => Object.keys(filters).some((name) => !places.includes(name));
