import { fieldErrors } from "@plumbline/contract/fields.ts";
import type { z } from "zod";

/** The values as a schema of the contract reads them, or its messages by field. */
export function check<S extends z.ZodType>(schema: S, values: unknown) {
  const { data, error } = schema.safeParse(values);
  return error ? { errors: fieldErrors(error) } : { read: data as z.output<S>, errors: null };
}
