import type Stripe from "stripe";
import type { Call } from "./call.ts";
import type { Form } from "./form.ts";
import type { Kind, Kinds } from "./kinds.ts";
import { integer, text } from "./params.ts";
import { invalid, noSuch } from "./problems.ts";
import type { Condition, Search } from "./store.ts";

/** A page as Stripe answers it; `url` is the path of the list. */
export function asList<T>(url: string, data: T[], hasMore = false): Stripe.ApiList<T> {
  return { object: "list", url, has_more: hasMore, data };
}

/** Answers a list call: filters by equality (parameter to JSON path), created bounds and Stripe's paging. */
export function page<K extends Kind>(
  call: Call,
  kind: K,
  filters: Record<string, string> = {},
  also: Condition[] = [],
): Stripe.ApiList<Kinds[K]> {
  const { limit, ...search } = searchOf(call, filters, also);
  const found = call.context.objects.find(kind, { ...search, limit: limit + 1 });
  const kept = search.before ? found.slice(-limit) : found.slice(0, limit);
  return asList(call.url, kept, found.length > limit);
}

function searchOf(call: Call, filters: Record<string, string>, also: Condition[]): Search & { limit: number } {
  const { params, context } = call;
  const limit = integer(params, "limit") ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalid("This value must be between 1 and 100 (inclusive).", "limit", "parameter_invalid_integer");
  }
  const after = text(params, "starting_after") ?? undefined;
  const before = text(params, "ending_before") ?? undefined;
  if (after && before) throw invalid("You cannot use both starting_after and ending_before.", "ending_before");
  const edge = after ?? before;
  if (edge && context.objects.seqOf(edge) === undefined) {
    throw noSuch("object", edge, { body: after ? "starting_after" : "ending_before" });
  }
  const where = [...also];
  for (const [param, path] of Object.entries(filters)) {
    const value = text(params, param);
    if (value) where.push({ path, is: value === "true" ? 1 : value === "false" ? 0 : value });
  }
  const created = createdBounds(params);
  return { where, limit, ...(created && { created }), ...(after && { after }), ...(before && { before }) };
}

function createdBounds(params: Form): Search["created"] {
  const given = params.created;
  if (given === undefined || given === "") return undefined;
  if (typeof given === "string") {
    const exact = integer(params, "created");
    return exact === undefined ? undefined : { gte: exact, lte: exact };
  }
  const bounds: NonNullable<Search["created"]> = {};
  for (const name of ["gt", "gte", "lt", "lte"] as const) {
    const bound = integer(given, name, `created[${name}]`);
    if (bound !== undefined) bounds[name] = bound;
  }
  return bounds;
}
