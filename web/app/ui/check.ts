import { fieldErrors } from "@plumbline/contract/fields.ts";
import type { z } from "zod";

/** The values as a schema of the contract reads them, or its messages by field. */
export function check<S extends z.ZodType>(schema: S, values: unknown) {
  const result = schema.safeParse(values);
  return result.success ? { read: result.data, errors: null } : { errors: fieldErrors(result.error) };
}
