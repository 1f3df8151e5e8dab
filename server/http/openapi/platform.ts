type Json = Record<string, unknown>;

const errors = { content: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } } };
const page = { content: { "text/html": { schema: { type: "string" } } } };
const answer = (description: string, type: string, schema: Json = { type: "string" }) => ({
  description,
  content: { [type]: { schema } },
});
const refused = { "4XX": { description: "Refused, with a page.", ...page } };
const status = (...values: string[]) => ({
  type: "object",
  properties: { status: { type: "string", enum: values }, database: { type: "string" } },
  required: ["status"],
});
const text = (name: string, place: "path" | "query", required = true) => ({
  name,
  in: place,
  required,
  schema: { type: "string" },
});

/** OpenAPI paths that are not in the contract; a test compares them with the mounted routes. */
export const platformPaths: Record<string, Json> = {
  "/healthz": {
    get: {
      operationId: "health",
      tags: ["platform"],
      summary: "Whether the process lives.",
      security: [{}],
      responses: { 200: answer("It does.", "application/json", status("ok")), ...refused },
    },
  },
  "/readyz": {
    get: {
      operationId: "readiness",
      tags: ["platform"],
      summary: "Whether it can answer: the database behind it, migrated.",
      security: [{}],
      responses: {
        200: answer("It can.", "application/json", status("ready")),
        503: answer("It cannot.", "application/json", { type: "object" }),
        ...refused,
      },
    },
  },
  "/metrics": {
    get: {
      operationId: "metrics",
      tags: ["platform"],
      summary: "Figures for Prometheus; not for requests that come through a proxy.",
      security: [{}],
      responses: {
        200: answer("The figures.", "text/plain"),
        404: { description: "Through a proxy.", ...page },
        ...refused,
      },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "openapi",
      tags: ["platform"],
      summary: "This document.",
      security: [{}],
      responses: { 200: answer("The document.", "application/json", { type: "object" }), ...refused },
    },
  },
  "/docs": {
    get: {
      operationId: "docs",
      tags: ["platform"],
      summary: "The same to read.",
      security: [{}],
      responses: { 200: { description: "A page.", ...page }, ...refused },
    },
  },
  "/files/{id}/{name}": {
    get: {
      operationId: "file",
      tags: ["platform"],
      summary: "A file, by a short-lived address that the API gave.",
      security: [{}],
      parameters: [
        text("id", "path"),
        text("name", "path"),
        text("until", "query", false),
        text("signature", "query", false),
      ],
      responses: {
        200: answer("The file.", "application/octet-stream", { type: "string", format: "binary" }),
        206: answer("A part of it.", "application/octet-stream", { type: "string", format: "binary" }),
        302: { description: "To where a download is kept, for a minute." },
        304: { description: "Unchanged." },
        503: { description: "Where files are kept does not answer.", ...page },
        404: { description: "No such file, or an address that has run out.", ...page },
        416: answer("No such part.", "text/plain"),
        ...refused,
      },
    },
  },
  "/files/pictures/{key}": {
    get: {
      operationId: "sitePicture",
      tags: ["platform"],
      summary: "A picture of the public pages, for everybody.",
      security: [{}],
      parameters: [text("key", "path")],
      responses: {
        200: answer("The picture.", "image/webp", { type: "string", format: "binary" }),
        304: { description: "Unchanged." },
        404: { description: "No such picture.", ...page },
        503: { description: "Where files are kept does not answer.", ...page },
        ...refused,
      },
    },
  },
  "/webhooks/stripe": {
    post: {
      operationId: "stripeWebhook",
      tags: ["platform"],
      summary: "Where the card provider tells what happened, signed.",
      security: [{}],
      requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
      responses: {
        200: answer("Taken.", "application/json", {
          type: "object",
          properties: { received: { type: "boolean", const: true } },
          required: ["received"],
        }),
        "4XX": { description: "Not signed by the provider.", ...errors },
        500: { description: "It comes again.", ...errors },
        503: { description: "It comes again.", ...errors },
      },
    },
  },
  "/webhooks/mail": {
    post: {
      operationId: "inboundMail",
      tags: ["platform"],
      summary:
        "Where replies to our correspondence are handed over as they came, with the secret as token or password.",
      security: [{}],
      requestBody: { required: true, content: { "message/rfc822": { schema: { type: "string" } } } },
      responses: {
        200: answer("Taken, or put aside: the outcome says why.", "application/json", {
          type: "object",
          properties: {
            received: { type: "boolean", const: true },
            outcome: { type: "string", enum: ["kept", "known", "unknown", "automatic", "empty", "unreadable"] },
          },
          required: ["received", "outcome"],
        }),
        "4XX": { description: "Without the secret, too large, not an e-mail, or not set up.", ...errors },
        503: { description: "Please hand it over again.", ...errors },
      },
    },
  },
  "/cable": {
    get: {
      operationId: "cable",
      tags: ["platform"],
      summary: "The live line: a WebSocket that speaks Action Cable (actioncable-v1-json, actioncable-v1-ext-json).",
      security: [{}],
      parameters: [text("access_token", "query", false), text("sid", "query", false)],
      responses: {
        101: { description: "The line is open." },
        "4XX": { description: "No WebSocket for us.", ...errors },
      },
    },
  },
};
