import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import compress from "@fastify/compress";
import statics from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { isUnavailable } from "../database/errors.ts";
import { accepts } from "../http/encodings.ts";
import { nonPagePrefixes } from "../http/served-routes.ts";
import { type CachedPage, cacheablePage, openPageCache } from "./cached-pages.ts";
import { pageHeaders } from "./headers.ts";

type LoaderContext = Record<string, unknown>;
/** The per-request additions to the loaders' context. */
type RequestContext = {
  nonce: string | undefined;
  report: (error: unknown) => void;
  readSheet: (href: string) => Promise<string | null>;
};
type PageHandler = (request: Request, provided: LoaderContext & RequestContext) => Promise<Response>;

/**
 * The parts of the web's build that are used here; its entry exports the router's handler, so that one copy is loaded.
 */
type Build = {
  entry: {
    module: {
      createRequestHandler(
        build: unknown,
        mode: "production" | "development",
      ): (request: Request, context: unknown) => Promise<Response>;
      provide(provided: LoaderContext & RequestContext): unknown;
    };
  };
};

export type WebOptions = {
  /** web/build, with client/ and server/ in it. */
  buildDirectory: string;
  /** Serves the pages from the sources under `sourceDirectory` with reload on change, instead of the build. */
  development?: boolean;
  sourceDirectory?: string;
  /** Creates the context of the public loaders (web/app/context.ts). Called once per page. */
  loadContext: () => LoaderContext;
  /** Origins of the card provider's script, frames and calls. */
  cards?: readonly string[];
  /** Origins of images besides our own, such as the content service. */
  pictures?: readonly string[];
  /** Origins that may be embedded in a frame, such as the map. */
  frames?: readonly string[];
  /** Paths of pages that accept a form submitted without JavaScript. */
  forms?: readonly string[];
  /** Calls the listener when what the public pages show has changed, so that no copy is served any more. */
  onChange?: (listener: () => void) => void;
  /** Called with the unknown error that a page failed with. */
  onFailure?: (error: unknown) => void;
  /** A hook that runs before a submitted form is read, to limit submissions per source. */
  beforeForm?: onRequestHookHandler;
  /** Path prefixes that are never pages, so that unknown API paths get the API's own 404. */
  nonPagePrefixes?: readonly string[];
};

const serverBuildPath = (buildDirectory: string) => join(buildDirectory, "server", "index.js");

/** Starts importing the pages' build early, while the start waits for the database. */
export function preloadBuild(buildDirectory: string): void {
  const build = serverBuildPath(buildDirectory);
  // An error is reported when the pages are mounted.
  if (existsSync(build)) import(pathToFileURL(build).href).catch(() => {});
}

/**
 * Mounts the built files and, for every other GET, the React Router application. Its scope does not parse bodies except
 * those of the few forms that browsers submit without JavaScript. Register it last.
 */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const client = join(options.buildDirectory, "client");
  const build = serverBuildPath(options.buildDirectory);
  const nonPages = options.nonPagePrefixes ?? nonPagePrefixes;

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const form = { parseAs: "string", bodyLimit: maxFormSize } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", form, (_request, body, done) => done(null, body));

    let handle: PageHandler;
    if (options.development) handle = await developmentPages(scope, options);
    else if (existsSync(build)) {
      await serveFiles(scope, client);
      if (!scope.hasReplyDecorator("compress")) await scope.register(compress, { global: true, threshold: 1024 });
      const built: Build = await import(pathToFileURL(build).href);
      handle = handlerOf(built, "production");
    } else
      handle = async () => new Response(notBuiltMessage, { status: 503, headers: { "content-type": "text/plain" } });

    // Browsers hide nonces from scripts, which React reports as a mismatch in development, so there is none there.
    const newNonce = () => (options.development ? undefined : randomBytes(16).toString("base64"));
    const readSheet = sheetReader(client, options);
    /** Renders a page; responds 503 with Retry-After when a loader or action could not reach the database. */
    const respond = async (request: Request, nonce: string | undefined) => {
      const errors: unknown[] = [];
      const report = (error: unknown) => void errors.push(error);
      const response = await handle(request, { ...options.loadContext(), nonce, report, readSheet });
      const unavailable = errors.some(isUnavailable);
      // The router reports what it refuses as well: a form that another site has posted.
      const refused = response.status < 500 && !unavailable;
      for (const err of errors) {
        if (refused) scope.log.info({ err }, "a page refused a request");
        else scope.log.error({ err }, "a page failed");
      }
      const failure = errors.findLast((error) => !isUnavailable(error));
      if (failure && response.status >= 500) options.onFailure?.(failure);
      if (!unavailable) return response;
      const headers = new Headers(response.headers);
      headers.set("retry-after", "5");
      return new Response(response.body, { status: 503, headers });
    };
    const pageCache = openPageCache();
    options.onChange?.(pageCache.forget);
    scope.get("/*", async (request, reply) => {
      if (nonPages.some((prefix) => request.url.startsWith(prefix))) return reply.callNotFound();
      // Made when a page is rendered; a cached page needs none.
      let nonce: string | undefined;
      const render = () => {
        nonce = newNonce();
        // The request has no headers, because a cached page is shared by all visitors.
        return respond(new Request(addressOf(request)), nonce);
      };
      const cached = options.development ? null : pageCache.get(request.url, render);
      if (cached) return sendCached(request, reply, cached, options);
      const pages = !options.development && !/\.data(\?|$)/.test(request.url);
      const rendered = pages ? await pageCache.render(request.url, render) : { response: await render() };
      if ("cacheable" in rendered) return sendCached(request, reply, rendered.cacheable, options);
      reply.headers(pageHeaders({ ...options, nonce, host: request.host, open: !isPage(rendered.response) }));
      return send(reply, rendered.response);
    });
    for (const url of options.forms ?? [])
      scope.post(url, options.beforeForm ? { onRequest: options.beforeForm } : {}, async (request, reply) => {
        const nonce = newNonce();
        const response = await respond(webRequest(request), nonce);
        const hashes = response.headers.get(cacheablePage)?.split(" ").filter(Boolean) ?? [];
        const open = response.headers.has(cacheablePage) || !isPage(response);
        reply.headers(pageHeaders({ ...options, nonce, hashes: nonce ? hashes : [], host: request.host, open }));
        return send(reply, response);
      });
  });
}

/** The application also renders responses that are not pages, such as feeds and calendars. */
const isPage = (response: Response) => response.headers.get("content-type")?.includes("html") ?? false;

const maxFormSize = 64 * 1024;

const notBuiltMessage = "The pages have not been built yet. Stop this and run `npm start`: it builds them first.\n";

function handlerOf(build: Build, mode: "production" | "development"): PageHandler {
  const { createRequestHandler, provide } = build.entry.module;
  const respond = createRequestHandler(build, mode);
  return (request, provided) => respond(request, provide(provided));
}

/**
 * Returns a function that reads a built style sheet, to be inlined in pages that are not hydrated; null in development.
 */
function sheetReader(client: string, { development }: WebOptions): RequestContext["readSheet"] {
  const sheets = new Map<string, Promise<string | null>>();
  return async (href) => {
    if (development) return null;
    // The router marks the sheet of the entry with an empty fragment.
    const [file = ""] = href.split("#");
    const pending = sheets.get(file) ?? readFile(join(client, file), "utf8").catch(() => null);
    sheets.set(file, pending);
    return pending;
  };
}

/** Files with a hash in their name never change and are cached for a year, the few others for an hour. */
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
      // A service worker loads pages under the policy that its own file came with; the path may be of a compressed one.
      if (path.includes("/service-worker.js"))
        reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
    },
  });
}

async function developmentPages(scope: FastifyInstance, options: WebOptions): Promise<PageHandler> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: options.sourceDirectory ?? join(options.buildDirectory, ".."),
    server: { middlewareMode: true, hmr: { server: scope.server } },
    appType: "custom",
  });
  scope.addHook("onClose", () => vite.close());
  scope.addHook("onRequest", (request, reply, next) => vite.middlewares(request.raw, reply.raw, () => next()));
  return async (request, provided) => {
    // The module that the production build would be; vite types modules only as records.
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as Build;
    return handlerOf(build, "development")(request, provided);
  };
}

function addressOf(request: FastifyRequest): URL {
  // An absolute URL, or one that starts with two slashes, is reduced to its path.
  const path = request.url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/*/, "/");
  return new URL(`${request.protocol}://${request.host || "localhost"}${path}`);
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each);
  // Bodies of other types are not read and count as an empty form.
  headers.set("content-type", "application/x-www-form-urlencoded");
  const posted = request.method === "POST" ? { method: "POST", body: String(request.body ?? "") } : {};
  return new Request(addressOf(request), { headers, ...posted });
}

async function send(reply: FastifyReply, response: Response) {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== cacheablePage) reply.header(name, value);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

/** The headers of a cached page, which depend only on the host because the policy contains it. */
function cachedPageHeaders(page: CachedPage, host: string, options: WebOptions): Record<string, string> {
  const known = page.headersByHost.get(host);
  if (known) return known;
  const headers = {
    ...pageHeaders({ ...options, nonce: undefined, hashes: page.scripts, host, open: true }),
    ...Object.fromEntries(page.headers),
    etag: page.etag,
    vary: "accept-encoding",
  };
  // Clients choose the Host header, so only a few are cached.
  if (page.headersByHost.size < 8) page.headersByHost.set(host, headers);
  return headers;
}

/** Writes the cached page directly to the response, without Fastify's hooks and serialisation. */
function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage, options: WebOptions) {
  const accepted = request.headers["accept-encoding"];
  const encoding = accepts("br", accepted) ? "br" : accepts("gzip", accepted) ? "gzip" : "identity";
  const bytes = page.bytes[encoding];
  const headers: Record<string, string | number> = { ...cachedPageHeaders(page, request.host, options) };
  const known = page.status === 200 && request.headers["if-none-match"]?.includes(page.etag);
  if (!known) headers["content-length"] = bytes.length;
  if (!known && encoding !== "identity") headers["content-encoding"] = encoding;
  reply.hijack();
  reply.raw.writeHead(known ? 304 : page.status, headers).end(known ? undefined : bytes);
}
