import { invalid } from "./problems.ts";

/** A form-encoded body as Stripe reads it: nested by brackets, every leaf a string. An empty string means "unset". */
export type Form = { [name: string]: string | Form };

const deepest = 12;
/** Far more than any call has: the time to read them grows with their square. */
const mostParameters = 1_000;

/**
 * Reads `items[0][price]=p&expand[]=x&metadata[a]=b` (brackets raw or percent-encoded).
 * Lists stay objects with numeric keys until they are read as lists, so that metadata[0] keeps its key. Throws 400 for more
 * than a thousand parameters.
 */
export function parseForm(encoded: string): Form {
  if (encoded.split("&", mostParameters + 1).length > mostParameters)
    throw invalid(`A request has at most ${mostParameters} parameters.`);
  const root = emptyForm();
  for (const [name, value] of new URLSearchParams(encoded)) put(root, pathOf(name), value);
  return root;
}

/** Without a prototype, so that a parameter called __proto__ is harmless. */
function emptyForm(): Form {
  return Object.create(null);
}

function pathOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open < 1) return [name];
  // A segment has no bracket of either kind: a name of many open ones would be read to its end from each of them.
  const inner = [...name.slice(open).matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "");
  return [name.slice(0, open), ...inner].slice(0, deepest);
}

function put(root: Form, path: string[], value: string): void {
  let here = root;
  path.forEach((segment, depth) => {
    const key = segment === "" ? String(Object.keys(here).length) : segment;
    if (depth === path.length - 1) {
      here[key] = value;
      return;
    }
    const next = here[key];
    if (typeof next === "object") here = next;
    else {
      const made = emptyForm();
      here[key] = made;
      here = made;
    }
  });
}
