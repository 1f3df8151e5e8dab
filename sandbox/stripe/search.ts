import type Stripe from "stripe";
import type { Call } from "./call.ts";
import type { Kind, Kinds } from "./kinds.ts";
import { integer, requiredText, text } from "./params.ts";
import { invalid } from "./problems.ts";

type Clause = { path: string[]; operator: ":" | "~" | ">" | "<" | ">=" | "<="; value: string | null; negated: boolean };

const clause =
  /^\s*(-)?([a-z_.]+)(?:\[["']([^"']+)["']\])?\s*(>=|<=|:|~|>|<)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|(null))\s*/;

/**
 * Answers `…/search` in Stripe's query language: clauses of one field each (`status:'active'`, `metadata['key']:'value'`,
 * `created>123`, `-name~'part'`), joined by AND or by OR, never both. Newest first; `page` is the cursor of the next page.
 */
export function search<K extends Kind>(call: Call, kind: K): Stripe.ApiSearchResult<Kinds[K]> {
  const { params, context } = call;
  const { clauses, every } = parse(requiredText(params, "query"));
  const limit = integer(params, "limit") ?? 10;
  if (limit < 1 || limit > 100)
    throw invalid("This value must be between 1 and 100 (inclusive).", "limit", "parameter_invalid_integer");
  const from = Number(text(params, "page") ?? 0);
  const found = context.objects
    .find(kind)
    .filter((one) => (every ? clauses.every((each) => holds(one, each)) : clauses.some((each) => holds(one, each))));
  const more = found.length > from + limit;
  return {
    object: "search_result",
    url: call.url,
    has_more: more,
    data: found.slice(from, from + limit),
    next_page: more ? String(from + limit) : null,
  };
}

function parse(query: string): { clauses: Clause[]; every: boolean } {
  const clauses: Clause[] = [];
  const joints = new Set<string>();
  for (let rest = query; rest.trim() !== ""; ) {
    const found = clause.exec(rest);
    if (!found) throw invalid(`We were unable to parse your search query: ${query}`, "query");
    const [whole, minus, name = "", key, operator, double, single, number, none] = found;
    const value = none ? null : (number ?? (double ?? single ?? "").replace(/\\(.)/g, "$1"));
    const path = [...name.split("."), ...(key === undefined ? [] : [key])];
    // The pattern has no other operators.
    clauses.push({ path, operator: operator as Clause["operator"], value, negated: minus !== undefined });
    rest = rest.slice(whole.length);
    const joint = /^(AND|OR)\b/i.exec(rest)?.[0];
    if (joint) joints.add(joint.toUpperCase());
    // Adjacent clauses are joined by AND.
    else if (rest.trim() !== "") joints.add("AND");
    rest = rest.slice(joint?.length ?? 0);
  }
  if (joints.size > 1) throw invalid("A search query may use AND or OR, not both.", "query");
  return { clauses, every: !joints.has("OR") };
}

function holds(object: object, { path, operator, value, negated }: Clause): boolean {
  const actual = path.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined),
    object,
  );
  return matches(actual, operator, value) !== negated;
}

function matches(actual: unknown, operator: Clause["operator"], value: string | null): boolean {
  if (value === null) return actual === null || actual === undefined;
  if (actual === null || actual === undefined) return false;
  switch (operator) {
    case ":":
      return String(actual).toLowerCase() === value.toLowerCase();
    case "~":
      return String(actual).toLowerCase().includes(value.toLowerCase());
    case ">":
      return Number(actual) > Number(value);
    case "<":
      return Number(actual) < Number(value);
    case ">=":
      return Number(actual) >= Number(value);
    case "<=":
      return Number(actual) <= Number(value);
  }
}
