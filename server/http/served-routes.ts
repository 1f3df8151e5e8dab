import { METHODS } from "node:http";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    served: ServedRoutes;
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route is mounted for. */
    declaration?: Declaration;
    /** Set on routes that only respond 405 for a wrong method, so that they are not listed. */
    methodGuard?: true;
  }
}

/** Path prefixes that are never pages of the web. */
export const nonPagePrefixes = ["/api/", "/oauth/", "/wp-json/", "/cable", "/files/", "/webhooks/", "/mailbox"];

export type ServedRoutes = {
  /** Every mounted route with its Fastify pattern. */
  all(): readonly { method: string; url: string }[];
  /** The methods that a URL supports; empty for an unknown URL. */
  methodsAt(address: string): string[];
};

type TrackedRoute = {
  method: string;
  url: string;
  pattern: RegExp;
  names: string[];
  declaration: Declaration | undefined;
};

/** Records every route mounted from now on, for 405 responses and to compare with the documentation. */
export function trackRoutes(app: FastifyInstance): ServedRoutes {
  const routes: TrackedRoute[] = [];
  // Fastify would respond to an unknown method with its own error format.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== "CONNECT") app.addHttpMethod(method);
  app.addHook("onRoute", ({ method, url, config }) => {
    const { declaration, methodGuard } = config ?? {};
    if (methodGuard) return;
    const names: string[] = [];
    const source = url
      .replace(/[.+^$(){}|[\]\\]/g, "\\$&")
      .replace(/\*/g, ".*")
      .replace(/:(\w+)/g, (_, name: string) => `${names.push(name) ? "([^/]+)" : ""}`);
    const pattern = new RegExp(`^${source}$`);
    for (const each of [method].flat()) routes.push({ method: each, url, pattern, names, declaration });
  });
  const served: ServedRoutes = {
    all: () => routes.map(({ method, url }) => ({ method, url })),
    methodsAt: (address) => {
      const path = (address.split(/[?#]/, 1)[0] ?? "").replace(/^https?:\/\/[^/]*/i, "");
      // The catch-all route of the web matches every URL that may be a page.
      const page = !nonPagePrefixes.some((prefix) => path.startsWith(prefix));
      const here = routes.filter((route) => (route.url !== "/*" || page) && answers(route, path));
      return [...new Set(here.map(({ method }) => method))].sort();
    },
  };
  app.decorate("served", served);
  return served;
}

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Prevents a fixed path from matching a route with parameters under another method: PUT
 * /api/projects/available_customers must not update a project of that id. Call it after all routes are mounted; other
 * wrong methods reach handleNotFound.
 */
export function rejectShadowedMethods(app: FastifyInstance, served: ServedRoutes): void {
  const urls = [...new Set(served.all().map(({ url }) => url))];
  const shadows = urls
    .filter((url) => url.includes(":"))
    .map((url) => new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`));
  for (const url of urls) {
    if (/[:*]/.test(url) || !shadows.some((shadow) => shadow.test(url))) continue;
    const right = served.methodsAt(url);
    const method = commonMethods.filter((each) => !right.includes(each));
    const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound();
    if (method.length > 0) app.route({ method, url, config: { methodGuard: true }, handler });
  }
}

/** Whether the route matches the path, with valid parameters: an id made of letters does not match. */
function answers({ pattern, names, declaration }: TrackedRoute, path: string): boolean {
  const found = pattern.exec(path);
  if (!found) return false;
  if (!declaration?.params) return true;
  try {
    const params = Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(found[place + 1] ?? "")]));
    return declaration.params.safeParse(params).success;
  } catch {
    return false;
  }
}
