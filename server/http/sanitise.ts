import { invalid } from "./problems.ts";

/** Limits for every body and query (decision 48): nesting depth and number of values. */
const maxDepth = 32;
const maxValues = 10_000;

/**
 * Returns the input with NUL characters and lone surrogates removed, which PostgreSQL cannot store. Throws invalid for
 * more than 32 levels of nesting or 10,000 values; this check does not recurse, so deep input cannot overflow the
 * stack.
 */
export function sanitise(sent: unknown): unknown {
  const pending: [value: unknown, depth: number][] = [[sent, 1]];
  let count = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next;
    if (value === null || typeof value !== "object") continue;
    if (depth > maxDepth) throw invalid({ base: [`This is nested too deeply: ${maxDepth} levels at most.`] });
    const inner = Object.values(value);
    count += inner.length;
    if (count > maxValues) throw invalid({ base: ["This carries too many values."] });
    for (const each of inner) if (typeof each === "object") pending.push([each, depth + 1]);
  }
  return storable(sent);
}

/** Recursion is safe here because the depth has been checked. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, storable(each)]));
}
