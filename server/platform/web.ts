import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import compress from "@fastify/compress";
import statics from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { isUnavailable } from "./database-errors.ts";
import { keepLightPages, type LightPage } from "./light-pages.ts";
import { pageHeaders } from "./page-headers.ts";
import { neverPages } from "./served-routes.ts";

type Provided = Record<string, unknown>;
type Handle = (request: Request, provided: Provided & { nonce: string | undefined }) => Promise<Response>;

/** What we use of a build of the web; its entry brings the router, so that there is one copy of it (web/app/entry.server.tsx). */
type Build = {
  entry: {
    module: {
      createRequestHandler(
        build: unknown,
        mode: "production" | "development",
      ): (request: Request, context: unknown) => Promise<Response>;
      provide(provided: Provided & { nonce: string | undefined }): unknown;
    };
  };
};

export type WebOptions = {
  /** web/build, with client/ and server/ in it. */
  buildDirectory: string;
  /** Reload on change: the pages come from the sources under `sourceDirectory` instead of the build. */
  development?: boolean;
  sourceDirectory?: string;
  /** What the public loaders receive: `{ content }` (web/app/context.ts). Called once per page. */
  loadContext: () => Provided;
  /** Origins of the card provider's script, frames and calls. */
  cards?: readonly string[];
  /** Origins that pictures may come from besides our own: the content service, the file store. */
  pictures?: readonly string[];
  /** Origins that may be shown in a frame: the map. */
  frames?: readonly string[];
  /** Addresses of pages that take a form posted by the browser itself. */
  forms?: readonly string[];
  /** Asked before a posted form is read: limits how many come from one source. */
  beforeForm?: onRequestHookHandler;
  /** Beginnings of addresses that are never a page, so that an unknown one stays the API's own not-found. */
  neverPages?: readonly string[];
};

const serverHalf = (buildDirectory: string) => join(buildDirectory, "server", "index.js");

/** Reads the pages' build while something else is waited for; mounting them then finds it read. */
export function readAhead(buildDirectory: string): void {
  const build = serverHalf(buildDirectory);
  // Whatever is wrong with it is said when they are mounted.
  if (existsSync(build)) import(pathToFileURL(build).href).catch(() => {});
}

/**
 * Mounts the pages: the built files, and for every other GET the React Router application, in a scope of its own where
 * bodies are left unparsed, but for the few forms that browsers post by themselves. Register it last.
 */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const client = join(options.buildDirectory, "client");
  const build = serverHalf(options.buildDirectory);
  const never = options.neverPages ?? neverPages;

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const form = { parseAs: "string", bodyLimit: largestForm } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", form, (_request, body, done) => done(null, body));

    let handle: Handle;
    if (options.development) handle = await developmentPages(scope, options);
    else if (existsSync(build)) {
      await serveFiles(scope, client);
      if (!scope.hasReplyDecorator("compress")) await scope.register(compress, { global: true, threshold: 1024 });
      handle = handlerOf((await import(pathToFileURL(build).href)) as Build, "production");
    } else handle = async () => new Response(notBuilt, { status: 503, headers: { "content-type": "text/plain" } });

    /** A page whose loader or action could not ask the database says so by its status; browsers and caches come back. */
    const respond = async (request: Request, nonce: string | undefined) => {
      let unavailable = false;
      const report = (error: unknown) => {
        unavailable ||= isUnavailable(error);
        scope.log.error({ err: error }, "a page failed");
      };
      const response = await handle(request, { ...options.loadContext(), nonce, report });
      if (!unavailable) return response;
      const headers = new Headers(response.headers);
      headers.set("retry-after", "5");
      return new Response(response.body, { status: 503, headers });
    };
    const kept = keepLightPages(client);
    scope.get("/*", async (request, reply) => {
      if (never.some((beginning) => request.url.startsWith(beginning))) return reply.callNotFound();
      // Browsers hide nonces from scripts, which development would report as a difference; its policy does without.
      const nonce = options.development ? undefined : randomBytes(16).toString("base64");
      // By its address alone: what is kept is for everyone, so nobody's headers may shape it.
      const draw = () => respond(new Request(addressOf(request)), nonce);
      const light = options.development ? null : kept.at(request.url, draw);
      if (light) return answerLight(request, reply, light, options);
      const pages = !options.development && !/\.data(\?|$)/.test(request.url);
      const drawn = pages ? await kept.draw(request.url, draw) : { response: await draw() };
      if ("light" in drawn) return answerLight(request, reply, drawn.light, options);
      reply.headers(pageHeaders({ ...options, nonce, host: request.host, open: !isPage(drawn.response) }));
      return answer(reply, drawn.response);
    });
    for (const url of options.forms ?? [])
      scope.post(url, options.beforeForm ? { onRequest: options.beforeForm } : {}, async (request, reply) => {
        const nonce = options.development ? undefined : randomBytes(16).toString("base64");
        const response = await respond(webRequest(request), nonce);
        const hashes = response.headers.get("x-light-page")?.split(" ").filter(Boolean) ?? [];
        const open = response.headers.has("x-light-page") || !isPage(response);
        reply.headers(pageHeaders({ ...options, nonce, hashes: nonce ? hashes : [], host: request.host, open }));
        return answer(reply, response);
      });
  });
}

/** Feeds, calendars and the like are drawn by the same application. */
const isPage = (response: Response) => response.headers.get("content-type")?.includes("html") ?? false;

const largestForm = 64 * 1024;

const notBuilt = "The pages have not been built yet. Stop this and run `npm start`: it builds them first.\n";

function handlerOf(build: Build, mode: "production" | "development"): Handle {
  const { createRequestHandler, provide } = build.entry.module;
  const respond = createRequestHandler(build, mode);
  return (request, provided) => respond(request, provide(provided));
}

/** Hashed files never change, so browsers keep them for a year; the few others are asked for again. */
async function serveFiles(scope: FastifyInstance, root: string) {
  await scope.register(statics, {
    root,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const hashed = path.includes("/assets/");
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
}

async function developmentPages(scope: FastifyInstance, options: WebOptions): Promise<Handle> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: options.sourceDirectory ?? join(options.buildDirectory, ".."),
    server: { middlewareMode: true, hmr: { server: scope.server } },
    appType: "custom",
  });
  scope.addHook("onClose", () => vite.close());
  scope.addHook("onRequest", (request, reply, next) => vite.middlewares(request.raw, reply.raw, () => next()));
  return async (request, provided) => {
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as Build;
    return handlerOf(build, "development")(request, provided);
  };
}

function addressOf(request: FastifyRequest): URL {
  // An address of two slashes or of another host is a path here all the same.
  const path = request.url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/*/, "/");
  return new URL(`${request.protocol}://${request.host || "localhost"}${path}`);
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each);
  // Whatever else was sent was left unread, and counts as a form with nothing in it.
  headers.set("content-type", "application/x-www-form-urlencoded");
  const posted = request.method === "POST" ? { method: "POST", body: String(request.body ?? "") } : {};
  return new Request(addressOf(request), { headers, ...posted });
}

async function answer(reply: FastifyReply, response: Response) {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== "x-light-page") reply.header(name, value);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

const headersOf = new WeakMap<LightPage, Map<string, Record<string, string>>>();

/** The headers of a kept page change with nothing but the host, which the policy names. */
function lightHeaders(page: LightPage, host: string, options: WebOptions): Record<string, string> {
  const byHost = headersOf.get(page) ?? new Map<string, Record<string, string>>();
  headersOf.set(page, byHost);
  const known = byHost.get(host);
  if (known) return known;
  const headers = {
    ...pageHeaders({ ...options, nonce: undefined, hashes: page.scripts, host, open: true }),
    ...Object.fromEntries(page.headers),
    etag: page.etag,
    vary: "accept-encoding",
  };
  // Hosts are the visitors' to name: a few are remembered.
  if (byHost.size < 8) byHost.set(host, headers);
  return headers;
}

/** Straight to the socket: everything is ready, and no hook has anything to add to it. */
function answerLight(request: FastifyRequest, reply: FastifyReply, page: LightPage, options: WebOptions) {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
  const bytes = page.bytes[encoding];
  const headers: Record<string, string | number> = { ...lightHeaders(page, request.host, options) };
  const known = page.status === 200 && request.headers["if-none-match"]?.includes(page.etag);
  if (!known) headers["content-length"] = bytes.length;
  if (!known && encoding !== "identity") headers["content-encoding"] = encoding;
  reply.hijack();
  reply.raw.writeHead(known ? 304 : page.status, headers).end(known ? undefined : bytes);
}
