import { wrapperNames } from "@plumbline/contract/fields.ts";
import { z } from "zod";

/**
 * The schema that an endpoint's serialiser is compiled from. OpenAPI 3.0 says `nullable` where JSON Schema says `anyOf`, for
 * which the serialiser would compile and run a validator of each branch.
 */
export function serialiserSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: "openapi-3.0", io: "output", unrepresentable: "any" });
}

/** The JSON Schema of a wire shape, for the OpenAPI document and the samples of tests. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output" = "output"): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const wrapped = wrapperNames.get(zodSchema);
      if (wrapped && io === "input") allowWrapped(jsonSchema, wrapped.name);
    },
  });
  return json;
}

/** Changes the schema to accept the fields either directly or inside an object under `name`. */
function allowWrapped(schema: Record<string, unknown>, name: string): void {
  const inner = { ...schema };
  for (const key of Object.keys(schema)) delete schema[key];
  schema["anyOf"] = [{ type: "object", properties: { [name]: inner }, required: [name] }, inner];
}
