import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { product } from "@plumbline/contract/product.ts";
import type { FastifyInstance } from "fastify";
import { jsonSchemaOf, type Route } from "./endpoints.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every call, derived from the contract (decision 40): `/openapi.json`, and a page at `/docs`. */
export function serveDocs(app: FastifyInstance, routes: readonly Route[]): void {
  let document: string | null = null;
  let page: string | null = null;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(describe(routes));
    return reply.type("application/json").send(document);
  });
  app.get("/docs", async (_request, reply) => {
    page ??= draw(routes);
    return reply
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .type("text/html; charset=utf-8")
      .send(page);
  });
}

function describe(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const { declaration } of routes) {
    const methods = (paths[declaration.path] ??= {});
    methods[declaration.method.toLowerCase()] = operation(declaration);
  }
  return {
    openapi: "3.1.0",
    info: { title: `${product} API`, version: "1.0.0" },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The access_token of POST /oauth/token." },
      },
      schemas: {
        Errors: {
          type: "object",
          properties: {
            errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
            allowed_actions: { type: "array", items: { type: "string" } },
          },
        },
      },
    },
    paths,
  };
}

function operation(declaration: Declaration): Json {
  const { params, query, body, upload, status = 200 } = declaration;
  const refusals = {
    description: "Refused; errors say which field and why.",
    content: json({ $ref: "#/components/schemas/Errors" }),
  };
  return {
    summary: declaration.summary,
    tags: [declaration.for],
    ...(declaration.for === "anyone" ? {} : { security: [{ session: [] }] }),
    parameters: [...parameters("path", params), ...parameters("query", query)],
    ...(body ? { requestBody: { content: json(jsonSchemaOf(body, "input")) } } : {}),
    ...(upload
      ? {
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: {
                    [upload.field]: {
                      type: "array",
                      maxItems: upload.most,
                      items: { type: "string", format: "binary" },
                    },
                  },
                },
              },
            },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: "Done.",
        ...(status === 204 ? {} : { content: json(jsonSchemaOf(declaration.output)) }),
      },
      "4XX": refusals,
    },
  };
}

const json = (schema: unknown) => ({ "application/json": { schema } });

function parameters(place: "path" | "query", schema: Declaration["params"]): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter] as string);
const shape = (title: string, schema: unknown) =>
  `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

function draw(routes: readonly Route[]): string {
  const rows = routes
    .map(({ declaration }) => {
      const { method, path, summary, body, output, upload } = declaration;
      const parts = [
        body ? shape("Body", jsonSchemaOf(body, "input")) : "",
        upload ? `<p>Multipart, field <code>${upload.field}</code>, at most ${upload.most}.</p>` : "",
        declaration.status === 204 ? "<p>No body.</p>" : shape("Answer", jsonSchemaOf(output)),
      ].join("");
      return `<details><summary><code>${method}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span> <em>${declaration.for}</em></summary>${parts}</details>`;
    })
    .join("");
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${product} API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#16262B;background:#F7F4EE;margin:0}main{max-width:1000px;margin:0 auto;padding:40px 20px}h1{font:500 36px Georgia,serif}details{background:#fff;border:1px solid #DDE4E1;border-radius:8px;margin:8px 0;padding:12px 16px}summary{cursor:pointer;overflow-wrap:anywhere}em{color:#4C5F63;font-size:14px}pre{background:#F7F4EE;padding:12px;overflow:auto;font-size:13px}h3{font-size:15px}a{color:#1F5C4D}</style></head>
<body><main><h1>${product} API</h1><p>Every call, from the same contract that the server and the web use. As a document: <a href="/openapi.json">openapi.json</a>. Send <code>Authorization: Bearer …</code> with the token of <code>POST /oauth/token</code>.</p>${rows}</main></body></html>`;
}
