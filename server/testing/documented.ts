import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { routes } from "../app.ts";
import type { AppContext } from "../context.ts";
import { describeRoutes, type Json } from "../http/openapi/openapi.ts";

export type Operation = { method: string; path: string; operation: Json };
/** A response as it was sent, with its body as text. */
export type SentResponse = {
  method: string;
  url: string;
  status: number;
  headers: Record<string, unknown>;
  body: string;
};

/**
 * Validates responses against the OpenAPI document: whether the status is declared for the operation, and whether the
 * body has the declared type and schema. Schemas are compiled on first use.
 */
function openDocument(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "doc", ...document });
  const paths = document["paths"] as Record<string, Record<string, Json>>;
  const templates = Object.keys(paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`) }))
    // What has no parameters is meant before what has.
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length);
  const operations: Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const compiled = new Map<object, ValidateFunction>();

  const resolve = (value: Json): Json => {
    const ref = value["$ref"];
    if (typeof ref !== "string") return value;
    return ref
      .slice(2)
      .split("/")
      .reduce<Json>((at, key) => at[key] as Json, document);
  };
  function validatorOf(schema: Json): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const ref = schema["$ref"];
    const made = ajv.compile(typeof ref === "string" ? { $ref: `doc${ref}` } : schema);
    compiled.set(schema, made);
    return made;
  }
  function find(method: string, url: string): { path: string; operation: Json | null } | null {
    const address =
      url.split(/[?#]/, 1)[0]?.replace(/^(\/api\/(?:public\/)?)(advisor|customer)(?=\/|$)/, "$1$2s") ?? "";
    const here = templates.filter(({ pattern }) => pattern.test(address));
    const exact = here.find(({ path }) => paths[path]?.[method.toLowerCase()]) ?? here[0];
    if (!exact) return null;
    return { path: exact.path, operation: paths[exact.path]?.[method.toLowerCase()] ?? null };
  }

  /**
   * The violation of the document by a response, in one line; null when the document allows it or does not describe its
   * path.
   */
  function violationOf({ method, url, status, headers, body }: SentResponse): string | null {
    if (method === "HEAD" || status === 304) return null;
    const found = find(method, url);
    if (!found) return null;
    const told = (what: string) => `${method} ${found.path} answered ${status}: ${what}`;
    // Outside the API an unknown method is refused with a page (decision 48).
    if (!found.operation && !/^\/(api|oauth|cable|webhooks)\b/.test(found.path))
      return status === 405 ? null : told("which is no refusal of a method");
    const responses = (found.operation?.["responses"] ?? { "4XX": { $ref: "#/components/responses/Refused" } }) as Json;
    const declared = (responses[status] ?? responses[`${Math.floor(status / 100)}XX`]) as Json | undefined;
    if (!declared) return told("which is not declared");
    const response = resolve(declared);
    for (const name of Object.keys((response["headers"] ?? {}) as Json))
      if (!headers[name.toLowerCase()]) return told(`without its header ${name}`);
    const content = response["content"] as Record<string, Json> | undefined;
    if (!content) return body === "" ? null : told("with a body that is not declared");
    const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
    const media = content[type] ?? content["application/octet-stream"];
    if (!media) return told(`as ${type || "nothing"}, which is not declared`);
    if (type !== "application/json") return null;
    const validate = validatorOf(media["schema"] as Json);
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return told(`no JSON: ${body.slice(0, 80)}`);
    }
    return validate(value) ? null : told(ajv.errorsText(validate.errors, { dataVar: "body" }));
  }
  return { operations, violationOf, resolve, validatorOf };
}
export type Document = ReturnType<typeof openDocument>;

// No state, only compiled schemas, which the test files of a worker share.
const documents = new Map<string, Document>();

/** The document of a server's routes; those of one list of endpoints are equal, because declarations are constants. */
export function documentOf(context: AppContext): Document {
  const all = routes(context);
  const names = all.map(({ declaration: { method, path } }) => `${method} ${path}`).join();
  const document = documents.get(names) ?? openDocument(describeRoutes(all));
  documents.set(names, document);
  return document;
}

/** Calls `heard` with every response of a server, as it was sent. */
export function observeResponses(server: Server, heard: (left: SentResponse) => void): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    const parts: Buffer[] = [];
    const keep = (part: unknown) => {
      if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
    };
    const { write, end, writeHead } = response;
    const given: Record<string, unknown> = {};
    // The arguments are not accessible anywhere else.
    response.writeHead = ((...args: unknown[]) => {
      const last = args.at(-1);
      if (Array.isArray(last)) for (let at = 0; at < last.length; at += 2) given[String(last[at])] = last[at + 1];
      else if (typeof last === "object") Object.assign(given, last);
      return writeHead.apply(response, args as Parameters<typeof writeHead>);
    }) as typeof writeHead;
    response.write = ((...args: Parameters<typeof write>) => {
      keep(args[0]);
      return write.apply(response, args);
    }) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => {
      keep(args[0]);
      return end.apply(response, args);
    }) as typeof end;
    response.on("finish", () => {
      const headers: Record<string, unknown> = {};
      for (const [name, value] of Object.entries({ ...response.getHeaders(), ...given }))
        headers[name.toLowerCase()] = value;
      const body = decoded(Buffer.concat(parts), headers["content-encoding"]);
      heard({ method, url, status: response.statusCode, headers, body });
    });
  });
}

function decoded(bytes: Buffer, encoding: unknown): string {
  if (bytes.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  return bytes.toString();
}
