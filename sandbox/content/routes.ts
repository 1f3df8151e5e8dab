import { timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { allEntries, entryOf } from "./entries.ts";
import { ContentProblem, forbidden, invalidId, invalidTerm, noRoute, readOnly } from "./errors.ts";
import { listEntries, listTerms, type Page } from "./list.ts";
import { pictureAt } from "./media.ts";
import { type ListQuery, type Query, readListQuery } from "./query.ts";
import { type Revision, revised } from "./revisions.ts";
import type { Type } from "./shapes.ts";
import { type Taxonomy, terms } from "./terms.ts";
import { entryItem, onlyFields, termItem } from "./wire.ts";

export type ContentOptions = {
  /** The value of `X-Content-Key` that unlocks the bodies of members-only items; absent, none does. */
  contentKey?: string;
  /** The site's address in links and pictures, without a final slash. Absent, the address the request came to. */
  siteUrl?: string;
  /** What was written over pages, by their ids. */
  revisions?: () => Promise<Revisions>;
};
type Revisions = ReadonlyMap<number, Revision>;

const apiPath = "/wp-json/wp/v2";

/** Each type is served under its own name and under the one that the product's pages use. */
const collections = new Map<string, Type>([
  ["pages", "page"],
  ["insight", "insight"],
  ["insights", "insight"],
  ["masterclass", "masterclass"],
  ["events", "masterclass"],
  ["posts", "post"],
  ["media", "attachment"],
]);
const taxonomies = new Map<string, Taxonomy>([
  ["categories", "category"],
  ["tags", "post_tag"],
]);

const none: Revisions = new Map();

type Answer = { body: unknown; page?: Page<unknown>; asked?: ListQuery };

function listOf(name: string, query: Query, full: boolean, revisions: Revisions): Answer {
  const [type, taxonomy] = [collections.get(name), taxonomies.get(name)];
  if (type) {
    const asked = readListQuery(query, "posts");
    const page = listEntries(
      allEntries.filter((entry) => entry.type === type).map((entry) => revised(entry, revisions.get(entry.id))),
      asked,
    );
    return { body: page.shown.map((entry) => onlyFields(entryItem(entry, query, full), query)), page, asked };
  }
  if (!taxonomy) throw noRoute();
  const asked = readListQuery(query, "terms");
  const page = listTerms(terms[taxonomy], asked);
  return { body: page.shown.map((term) => onlyFields(termItem(term, taxonomy), query)), page, asked };
}

function oneOf(name: string, id: number, query: Query, full: boolean, revisions: Revisions): Answer {
  const [type, taxonomy] = [collections.get(name), taxonomies.get(name)];
  readListQuery({ context: query.context }, "posts");
  if (taxonomy) {
    const term = terms[taxonomy].find((known) => known.id === id);
    if (!term) throw invalidTerm();
    return { body: onlyFields(termItem(term, taxonomy), query) };
  }
  if (!type) throw noRoute();
  const entry = entryOf(id);
  if (!entry || entry.type !== type) throw invalidId();
  if (entry.draft) throw forbidden();
  return { body: onlyFields(entryItem(revised(entry, revisions.get(id)), query, full), query) };
}

function refuseWriting(method: string, name: string, id: number | undefined): never {
  if (!collections.has(name) && !taxonomies.has(name)) throw noRoute();
  if (method === "POST") throw readOnly(id === undefined ? "create" : "edit");
  if (id === undefined) throw noRoute();
  throw readOnly(method === "DELETE" ? "delete" : "edit");
}

function pageLinks({ page, asked }: Answer, site: string, request: FastifyRequest): string {
  const index = `<${site}/wp-json/>; rel="https://api.w.org/"`;
  if (!page || !asked) return index;
  const [path, search] = request.url.split("?");
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams(search);
    query.set("page", String(number));
    return `<${site}${path}?${query}>; rel="${rel}"`;
  };
  const before = asked.page > 1 ? [to(Math.min(asked.page - 1, Math.max(page.pages, 1)), "prev")] : [];
  const after = asked.page < page.pages ? [to(asked.page + 1, "next")] : [];
  return [...before, ...after].join(", ") || index;
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin) reply.header("access-control-allow-origin", request.headers.origin);
  reply
    .header("access-control-allow-credentials", "true")
    .header("access-control-allow-methods", "OPTIONS, GET, POST, PUT, PATCH, DELETE")
    .header("access-control-allow-headers", "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type")
    .header("access-control-expose-headers", "X-WP-Total, X-WP-TotalPages, Link")
    .header("vary", "Origin, X-Content-Key")
    .header("x-content-type-options", "nosniff")
    .header("allow", "GET")
    .type("application/json; charset=UTF-8");
}

function hasContentKey(request: FastifyRequest, key: string | undefined): boolean {
  const shown = request.headers["x-content-key"];
  if (!key || typeof shown !== "string") return false;
  const [a, b] = [Buffer.from(shown), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The read-only content service (decision 35): WordPress REST shapes under /wp-json/wp/v2, drawn pictures under
 * /wp-content/uploads. Mount it at the root. Every error has WordPress's body; writing answers 401 or 404 (rows C-17
 * and C-18).
 */
export const contentRoutes: FastifyPluginAsync<ContentOptions> = async (app, options) => {
  // No body is ever read, so none is parsed and none can be malformed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  const siteOf = (request: FastifyRequest) =>
    (options.siteUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, "");

  const answer = async (
    request: FastifyRequest<{ Params: { "*"?: string }; Querystring: Query }>,
    reply: FastifyReply,
  ) => {
    setCommonHeaders(request, reply);
    if (request.method === "OPTIONS") return reply.code(200).send("[]");
    const site = siteOf(request);
    try {
      const [name = "", id, ...more] = (request.params["*"] ?? "").replace(/\/$/, "").split("/");
      if (more.length > 0 || (id !== undefined && !/^\d+$/.test(id))) throw noRoute();
      const number = id === undefined ? undefined : Number(id);
      if (request.method !== "GET" && request.method !== "HEAD") refuseWriting(request.method, name, number);
      const { query } = request;
      const full = hasContentKey(request, options.contentKey);
      const revisions = name === "pages" && options.revisions ? await options.revisions() : none;
      const found =
        number === undefined ? listOf(name, query, full, revisions) : oneOf(name, number, query, full, revisions);
      if (found.page) reply.header("x-wp-total", found.page.total).header("x-wp-totalpages", found.page.pages);
      reply.header("link", pageLinks(found, site, request));
      return reply.send(JSON.stringify(found.body).replaceAll("{site}", () => JSON.stringify(site).slice(1, -1)));
    } catch (problem) {
      if (!(problem instanceof ContentProblem)) throw problem;
      return reply.code(problem.status).send(JSON.stringify(problem.body()));
    }
  };

  const method = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
  app.route({ method: [...method], url: apiPath, handler: answer });
  app.route({ method: [...method], url: `${apiPath}/*`, handler: answer });

  app.get<{ Params: { "*": string } }>("/wp-content/uploads/*", (request, reply) => {
    const picture = pictureAt(request.params["*"]);
    if (!picture) return reply.code(404).type("text/plain; charset=utf-8").send("Not found");
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=86400")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(picture.draw());
  });
};
