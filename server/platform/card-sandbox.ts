import proxy from "@fastify/http-proxy";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { CardSettings } from "./cards.ts";

/** Where our own card sandbox is reached through us, besides its own port. */
export const cardSandboxPath = "/card-sandbox";

/** The address under which somebody reached us. */
export type Asked = Pick<FastifyRequest, "hostname" | "host" | "protocol">;

/** As if somebody had reached us under an address of ours. */
export function askedAt(address: string): Asked {
  const { hostname, host, protocol } = new URL(address);
  return { hostname, host, protocol: protocol === "https:" ? "https" : "http" };
}

/**
 * The sandbox's address for whoever asks: its own port on this machine; below our own address from another machine or
 * over https, where that port is not to be had. Null for the provider itself.
 */
function sandboxAddressFor({ sandboxUrl, sandboxIsOurs }: CardSettings, { hostname, host, protocol }: Asked) {
  if (!sandboxUrl || !sandboxIsOurs) return sandboxUrl;
  const here = protocol === "http" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return here ? sandboxUrl : `${protocol}://${host}${cardSandboxPath}`;
}

/** The provider's own script, of the release that the installed loader belongs to. */
const stripeJs = "https://js.stripe.com/endive/stripe.js";
const connectOrigin = "https://connect.stripe.com";

/** What a browser needs to find: Stripe.js, and the page on which a payout account is connected. */
export function cardAddressesFor(settings: CardSettings, asked: Asked): { stripeJs: string; authorize: string } {
  const address = sandboxAddressFor(settings, asked);
  return {
    stripeJs: address ? `${address}/stripe.js` : stripeJs,
    authorize: `${address ?? connectOrigin}/oauth/authorize`,
  };
}

/** Hands on what comes below our own address to the sandbox. Its frames may be shown by our pages, and by no others. */
export function cardSandboxRoutes(upstream: string): FastifyPluginAsync {
  return async (scope) => {
    // The proxy warns of forms with files, which nobody sends to a card provider.
    scope.log = scope.log.child({}, { level: "error" }) as typeof scope.log;
    await scope.register(proxy, {
      upstream,
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
