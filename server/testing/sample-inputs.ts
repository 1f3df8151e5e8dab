import type { CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import { jsonSchemaOf } from "../http/json-schemas.ts";

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  pattern?: string;
};

/**
 * Valid input for an endpoint, generated from its declaration: every field is present, and texts are what `text`
 * returns (a new one for each call). Ids are 1. For tests over all endpoints; not every sample is accepted.
 */
export function sampleFor(declaration: Declaration, text: () => string): CallInput<Declaration> {
  const sample = (schema: Declaration["body"]) =>
    schema ? sampleOf(jsonSchemaOf(schema, "input") as Schema, text) : undefined;
  const files = declaration.upload ? [new File([`${text()}\n`], `${text()}.txt`, { type: "text/plain" })] : undefined;
  return {
    params: sample(declaration.params),
    query: sample(declaration.query),
    body: sample(declaration.body),
    files,
  } as unknown as CallInput<Declaration>;
}

function sampleOf(schema: Schema, text: () => string, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice?.[0]) return sampleOf(choice[0], text, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => sampleOf(each, text, name)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.properties || type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, each]) => [field, sampleOf(each, text, field)]),
    );
  if (type === "array") return schema.items ? [sampleOf(schema.items, text, name)] : [];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (type === "null") return null;
  return textFor(schema, text, name);
}

function textFor({ format, pattern = "" }: Schema, text: () => string, name: string): string {
  if (format === "email" || /email/.test(name)) return `${text()}@example.test`;
  if (format === "date" || /date|_on$/.test(name)) return "2031-01-01";
  if (format === "uri" || /url|link/.test(name)) return `https://www.example.test/${text()}`;
  if (/password/.test(name)) return "a long passphrase zqcanary";
  // A month, "2026-11".
  if (pattern.endsWith("-(0[1-9]|1[0-2])$")) return "2031-01";
  if (/\\d|0-9/.test(pattern)) return "1";
  return text();
}
