type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  not?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
};

const texts: Record<string, string> = {
  email: "jo.bloggs@example.com",
  name: "Jo Bloggs",
  first_name: "Jo",
  last_name: "Bloggs",
  firstname: "Jo",
  lastname: "Bloggs",
  company_name: "Bloggs & Daughters Ltd",
  password: "a long sentence of mine",
  current_password: "the sentence before",
  confirmPassword: "a long sentence of mine",
  linkedin_profile_url: "https://www.linkedin.com/in/jo-bloggs",
  phone_number: "020 7946 0000",
  postcode: "SW1A 1AA",
  address_1: "1 High Street",
  token: "tok_visa",
  slug: "a-good-question",
  client_id: "b7c1a9d2",
};

/** Returns an example value that the JSON Schema accepts, chosen by the field's name, for the documentation. */
export function exampleOf(schema: object, name = ""): unknown {
  // These are the keywords of the schemas that zod makes of ours.
  const { type, anyOf, properties, items, ...rest } = schema as Schema;
  if (rest.const !== undefined) return rest.const;
  if (rest.enum) return rest.enum[0];
  if (anyOf) {
    const simple = anyOf.find(({ type: each }) => each === "number" || each === "boolean");
    return exampleOf(simple ?? anyOf.find(({ type: each }) => each !== "null") ?? {}, name);
  }
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([, each]) => !each.not && Object.keys(each).length > 0)
        .map(([key, each]) => [key, exampleOf(each, key)]),
    );
  if (type === "array") {
    const one = exampleOf(items ?? {}, name);
    return Array.from({ length: rest.minItems ?? 1 }, () => one);
  }
  if (type === "integer" || type === "number") return Math.min(Math.max(rest.minimum ?? 1, 1), rest.maximum ?? 1);
  if (type === "boolean") return true;
  if (rest.format === "date") return "2026-12-01";
  return (texts[name] ?? "Some words").slice(0, rest.maxLength);
}
