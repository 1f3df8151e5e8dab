import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { present } from "@plumbline/contract/present.ts";
import { product } from "@plumbline/contract/product.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import type { FastifyInstance } from "fastify";
import type { Route } from "../endpoints.ts";
import { jsonSchemaOf } from "../json-schemas.ts";
import { drawDocs } from "./docs-page.ts";
import { exampleOf } from "./examples.ts";
import { nameOf } from "./names.ts";
import { platformPaths } from "./platform.ts";

export type Json = Record<string, unknown>;

/** Serves OpenAPI 3.1 derived from the contract (decision 40) at `/openapi.json`, and a readable page at `/docs`. */
export function serveDocs(app: FastifyInstance, routes: readonly Route[]): void {
  let document: string | null = null;
  let page: string | null = null;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(describeRoutes(routes));
    return reply.type("application/json").send(document);
  });
  app.get("/docs", async (_request, reply) => {
    page ??= drawDocs(routes);
    // The default Content-Security-Policy fits this page, which has an inline style and loads nothing.
    return reply.type("text/html; charset=utf-8").send(page);
  });
}

/** The whole document. The error responses that all endpoints share are declared once, under components. */
export function describeRoutes(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const { declaration } of routes) {
    const methods = (paths[declaration.path] ??= {});
    methods[declaration.method.toLowerCase()] = operation(declaration);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${product} API`,
      version: "1.0.0",
      description:
        "Ids are whole numbers from 1 to 2^31-1, of messages and events to 2^53-1. Days are YYYY-MM-DD, moments ISO texts in UTC, money is in pounds unless a field says otherwise. JSON is at most 32 deep.",
    },
    servers: [{ url: "/" }],
    paths: { ...paths, ...platformPaths },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The access_token of POST /oauth/token." },
      },
      schemas: { Errors: errors, SignInErrors: signInErrors },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: refusals,
    },
  };
}

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Of your making, one per intended change. The same key with the same request is done once and gets the first answer again for 24 hours, with the header Idempotency-Replayed; 409 while the first is under way, 422 for another request.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "5b0c4a1e-8f0e-4a52-9d7e-0b8f6f1c2d3a",
};
const errors: Json = {
  type: "object",
  description: "What is wrong, by field; `base` is the whole. Nested fields are dotted.",
  properties: {
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    /** With 409 only: the actions that are possible instead. */
    allowed_actions: { type: "array", items: { type: "string" } },
  },
  required: ["errors"],
  additionalProperties: false,
};
const signInErrors: Json = {
  type: "object",
  description: "Why nobody was signed in. The status is repeated.",
  properties: {
    errors: {
      type: "object",
      properties: {
        status_code: { type: "integer" },
        message: { type: "string" },
        otp: {
          type: "string",
          enum: ["required", "wrong"],
          description: "The password is right, and the account asks for the code of its second step as well.",
        },
      },
      required: ["status_code", "message"],
      additionalProperties: false,
    },
  },
  required: ["errors"],
  additionalProperties: false,
};

const retryAfterHeader = {
  "Retry-After": { description: "Seconds until another try is worthwhile.", schema: { type: "integer", minimum: 0 } },
};
const allowHeader = { Allow: { description: "The methods that this address answers.", schema: { type: "string" } } };
const responseKinds: Record<string, { name: string; description: string; headers?: Json }> = {
  400: { name: "Unreadable", description: "Broken JSON, a broken form, a malformed host or address." },
  401: { name: "Unauthenticated", description: "No session, or one that has ended." },
  404: { name: "NotFound", description: "Not there, or not for this caller to know about." },
  405: { name: "WrongMethod", description: "This address answers other methods.", headers: allowHeader },
  409: { name: "Conflict", description: "Not possible now; allowed_actions says what is." },
  413: { name: "TooLarge", description: "A body of more than 1 MB, or a file of more than 25 MB." },
  415: { name: "WrongType", description: "The body is not of the type that this call takes." },
  422: { name: "Invalid", description: "Fields are missing or wrong." },
  429: { name: "TooMany", description: "Too many attempts.", headers: retryAfterHeader },
  500: { name: "OurFault", description: "Something went wrong on our side." },
  503: { name: "NotNow", description: "Something that this call needs does not answer.", headers: retryAfterHeader },
  "4XX": {
    name: "Refused",
    description: "Any other refusal: an address that is too long, a form that did not arrive.",
  },
};
const refusals = Object.fromEntries(
  Object.values(responseKinds).map(({ name, ...rest }) => [name, { ...rest, content: json(ref("schemas/Errors")) }]),
);

function operation(declaration: Declaration): Json {
  const { params, query, upload, status = 200, path } = declaration;
  const { name, feature } = nameOf(declaration);
  const open = declaration.for === "anyone";
  const body = bodyOf(declaration);
  const type = declaration.type ?? "application/json";
  const schema = type === "application/json" ? jsonSchemaOf(declaration.output) : { type: "string", format: "binary" };
  return {
    operationId: name,
    summary: declaration.summary,
    tags: [feature],
    // Endpoints open to visitors also accept a session, and some return more to members.
    security: open ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [
      ...parameters("path", params),
      ...parameters("query", query),
      ...(["POST", "PUT", "PATCH"].includes(declaration.method) ? [ref("parameters/IdempotencyKey")] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [status]: { description: "Done.", ...(status === 204 ? {} : { content: { [type]: { schema } } }) },
      ...refusalsOf(declaration, [
        "400",
        "401",
        ...(open && !path.includes("{") ? [] : ["404"]),
        "405",
        ...(open && declaration.method === "GET" ? [] : ["409"]),
        ...(declaration.body || upload || declaration.acceptsForm ? ["413", "415"] : []),
        ...(declaration.body || upload || query || declaration.method !== "GET" ? ["422"] : []),
        "429",
        "4XX",
        "500",
        "503",
      ]),
    },
  };
}

function refusalsOf({ refusals: shape }: Declaration, statuses: readonly string[]): Json {
  const answer = (status: string) => {
    const { name, ...rest } = present(responseKinds[status], status);
    return shape === "status" ? { ...rest, content: json(ref("schemas/SignInErrors")) } : ref(`responses/${name}`);
  };
  // 405 concerns another method and has the common format, also on the sign-in path.
  const plain = ref("responses/WrongMethod");
  return Object.fromEntries(statuses.map((status) => [status, status === "405" ? plain : answer(status)]));
}

function bodyOf({ body, upload, acceptsForm: form }: Declaration): Json | null {
  if (upload) {
    const files = {
      type: "array",
      minItems: 1,
      maxItems: upload.maxFiles,
      items: { type: "string", format: "binary" },
    };
    const one = { type: "string", format: "binary" };
    const schema = {
      type: "object",
      properties: { [upload.field]: upload.maxFiles === 1 ? one : files },
      required: [upload.field],
    };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (form) {
    const schema = { type: "object", additionalProperties: { type: "string" } };
    return { required: false, content: { "application/x-www-form-urlencoded": { schema }, ...json({}) } };
  }
  if (!body) return null;
  const schema = jsonSchemaOf(body, "input");
  return { required: !body.safeParse({}).success, content: json(schema, exampleOf(schema)) };
}

function json(schema: unknown, example?: unknown): Json {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}

function ref(name: string): Json {
  return { $ref: `#/components/${name}` };
}

function parameters(place: "path" | "query", schema: Declaration["params"]): Json[] {
  if (!schema) return [];
  const { properties, required } = jsonSchemaOf(schema, "input");
  return Object.entries(asRecord(properties)).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || (Array.isArray(required) && required.includes(name)),
    schema: each,
    example: exampleOf(asRecord(each), name),
  }));
}
