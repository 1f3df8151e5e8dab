import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../context.ts";

// The doctor sends a signed request through the proxies and reads how it arrived. Signing needs the installation's
// secret, which is in the database.

export const probeHeader = "x-plumbline-doctor";
/** How long a signature is valid, in milliseconds. */
const probeLifetime = 5 * 60_000;

/** The header's value: the time (Unix milliseconds) and its HMAC with the installation's secret. */
export function signProbe(secret: string, at: number): string {
  return `${at}.${createHmac("sha256", secret).update(`doctor ${at}`).digest("hex")}`;
}

/**
 * The client address, X-Forwarded-For and protocol of a request as this process sees them, and whether TRUST_PROXY has
 * what connected to it, so that its headers are believed.
 */
export const ProbeResult = z.object({
  address: z.string(),
  forwarded_for: z.string(),
  protocol: z.string(),
  trusted: z.boolean(),
});
export type ProbeResult = z.output<typeof ProbeResult>;

/** Returns how the doctor's request arrived; null for a request without a valid signature. */
export function readProbe({ secret }: Pick<AppContext, "secret">, request: FastifyRequest): ProbeResult | null {
  const header = request.headers[probeHeader];
  if (typeof header !== "string") return null;
  const at = Number(header.split(".")[0]);
  const expected = Buffer.from(signProbe(secret, at));
  const actual = Buffer.from(header);
  if (
    actual.length !== expected.length ||
    !timingSafeEqual(actual, expected) ||
    Math.abs(Date.now() - at) > probeLifetime
  )
    return null;
  const { "x-forwarded-for": forwarded = "" } = request.headers;
  // The first of these is what connected, and there is another one only where that is believed.
  const trusted = (request.ips?.length ?? 1) > 1;
  return { address: request.ip, forwarded_for: String(forwarded), protocol: request.protocol, trusted };
}
