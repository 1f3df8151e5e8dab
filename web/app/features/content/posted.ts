const maxLength = 10_000;

/** The texts of a posted form, by name; files and very long values are dropped. */
export function valuesOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") values[name] = value.slice(0, maxLength);
  return values;
}

/** A form that came back with errors, and its input. */
export type Posted = { errors: Record<string, string[]>; values: Record<string, string> };

/** The props of a field of a form that was posted without scripts. */
export const postedField = (posted: Posted | null | undefined, name: string) => ({
  error: posted?.errors[name]?.join(" "),
  defaultValue: posted?.values[name],
});
