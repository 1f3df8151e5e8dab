const longest = 10_000;

/** The texts of a posted form, by name; files and what is absurdly long are not ours. */
export function valuesOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") values[name] = value.slice(0, longest);
  return values;
}
