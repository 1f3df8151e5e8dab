import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { isEncoded } from "../http/encodings.ts";
import { notFound, Problem } from "../http/problems.ts";
import type { CardSettings } from "./cards.ts";

/** The path under which this server proxies its card sandbox, which also has its own port. */
const cardSandboxPath = "/card-sandbox";

/** The host and protocol of a request's URL. */
export type RequestOrigin = Pick<FastifyRequest, "hostname" | "host" | "protocol">;

/** The origin of a URL of ours, as if a request had been sent to it. */
export function requestOriginOf(address: string): RequestOrigin {
  const { hostname, host, protocol } = new URL(address);
  return { hostname, host, protocol: protocol === "https:" ? "https" : "http" };
}

/**
 * The sandbox's base URL for a client: its own port on this machine; a path below our own URL from another machine or
 * over https, where that port is not reachable. Null for the provider itself.
 */
function sandboxAddressFor({ sandboxUrl, sandboxIsOurs }: CardSettings, { hostname, host, protocol }: RequestOrigin) {
  if (!sandboxUrl || !sandboxIsOurs) return sandboxUrl;
  const here = protocol === "http" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return here ? sandboxUrl : `${protocol}://${host}${cardSandboxPath}`;
}

/** The provider's script, in the release of the installed loader. */
const stripeJs = "https://js.stripe.com/endive/stripe.js";
const connectOrigin = "https://connect.stripe.com";

/** The URLs of Stripe.js and of the page on which a payout account is connected. */
export function cardAddressesFor(
  settings: CardSettings,
  asked: RequestOrigin,
): { stripeJs: string; authorize: string } {
  const address = sandboxAddressFor(settings, asked);
  return {
    stripeJs: address ? `${address}/stripe.js` : stripeJs,
    authorize: `${address ?? connectOrigin}/oauth/authorize`,
  };
}

/** Proxies requests below cardSandboxPath to the sandbox. Only our own pages may embed its frames. */
export function cardSandboxRoutes(upstream: string): FastifyPluginAsync {
  return async (scope) => {
    // The proxy warns about multipart forms, which are never sent to a card provider.
    scope.log = scope.log.child({}, { level: "error" });
    // Imported here, so that a process without the sandbox does not keep its 4 MB in memory.
    const { default: proxy } = await import("@fastify/http-proxy");
    // What tests do to the sandbox, such as moving its time, is for its own port: years take the whole process minutes.
    scope.addHook<{ Params: { "*"?: string } }>("onRequest", async ({ params }) => {
      if (/^sandbox(?:\/|$)/.test(params["*"] ?? "")) throw notFound();
    });
    // What is forwarded is what was sent, and decompressing would change it.
    scope.addHook("onRequest", async ({ headers }) => {
      if (isEncoded(headers))
        throw new Problem(415, { base: ["Please send this as it is, without a Content-Encoding."] });
    });
    // Read whole, so that our own limit refuses what is too large: a stream that the sandbox refuses breaks the connection.
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    await scope.register(proxy, {
      upstream,
      proxyPayloads: false,
      prefix: cardSandboxPath,
      replyOptions: {
        rewriteHeaders: (headers) => ({
          ...headers,
          "content-security-policy":
            "default-src 'self'; style-src 'self' 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
          "x-frame-options": "SAMEORIGIN",
        }),
      },
    });
  };
}
