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
    /** Says that a method is wrong here, and is no route of its own. */
    refuses?: true;
  }
}

/** Beginnings of addresses that are never a page. */
export const neverPages = ["/api/", "/oauth/", "/wp-json/", "/cable", "/files/", "/webhooks/", "/mailbox"];

export type ServedRoutes = {
  /** Every route that is mounted, as Fastify names it. */
  all(): readonly { method: string; url: string }[];
  /** The methods that an address answers; none for an address that is nobody's. */
  methodsAt(address: string): string[];
};

type Served = { method: string; url: string; pattern: RegExp; names: string[]; declaration: Declaration | undefined };

/** Keeps a list of what is mounted from now on: for refusing wrong methods, and for comparing with the documentation. */
export function followRoutes(app: FastifyInstance): ServedRoutes {
  const routes: Served[] = [];
  // A method that Fastify does not know would be answered by its own words.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== "CONNECT") app.addHttpMethod(method);
  app.addHook("onRoute", ({ method, url, config }) => {
    const { declaration, refuses } = (config ?? {}) as { declaration?: Declaration; refuses?: true };
    if (refuses) return;
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
      // Behind the route of all pages any address may be one.
      const page = !neverPages.some((beginning) => path.startsWith(beginning));
      const here = routes.filter((route) => (route.url !== "/*" || page) && answers(route, path));
      return [...new Set(here.map(({ method }) => method))].sort();
    },
  };
  app.decorate("served", served);
  return served;
}

const usual = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * An address without parameters must not be taken for one with them: PUT /api/projects/available_customers changes no
 * project of that name. Call it when everything is mounted; all other wrong methods end as unknown addresses do.
 */
export function refuseShadowed(app: FastifyInstance, served: ServedRoutes): void {
  const urls = [...new Set(served.all().map(({ url }) => url))];
  const shadows = urls
    .filter((url) => url.includes(":"))
    .map((url) => new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`));
  for (const url of urls) {
    if (/[:*]/.test(url) || !shadows.some((shadow) => shadow.test(url))) continue;
    const right = served.methodsAt(url);
    const method = usual.filter((each) => !right.includes(each));
    const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound();
    if (method.length > 0) app.route({ method, url, config: { refuses: true }, handler });
  }
}

/** A parameter that is none, as an id of letters, makes an address nobody's. */
function answers({ pattern, names, declaration }: Served, path: string): boolean {
  const found = pattern.exec(path);
  if (!found) return false;
  if (!declaration?.params) return true;
  try {
    const params = Object.fromEntries(
      names.map((name, place) => [name, decodeURIComponent(found[place + 1] as string)]),
    );
    return declaration.params.safeParse(params).success;
  } catch {
    return false;
  }
}
