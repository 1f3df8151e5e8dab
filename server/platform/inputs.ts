import { invalid } from "./problems.ts";

/** How deep and how many the values of a body or a query may be, whatever they mean (decision 48). */
const deepest = 32;
const mostValues = 10_000;

/**
 * What was sent as the database can hold it: without NUL, and without halves of characters. Throws invalid for what is
 * nested deeper than 32 levels or carries more than 10,000 values, found out without recursion.
 */
export function readable(sent: unknown): unknown {
  const open: [value: unknown, depth: number][] = [[sent, 1]];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (value === null || typeof value !== "object") continue;
    if (depth > deepest) throw invalid({ base: [`This is nested too deeply: ${deepest} levels at most.`] });
    const inner = Object.values(value);
    count += inner.length;
    if (count > mostValues) throw invalid({ base: ["This carries too many values."] });
    for (const each of inner) if (typeof each === "object") open.push([each, depth + 1]);
  }
  return storable(sent);
}

/** Recursion is safe here: the depth is known. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, storable(each)]));
}
