import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { House } from "../house.ts";

// The doctor asks a running process, through everything that stands before it, how its request arrived. Only somebody who
// can read the database can sign such a question.

export const probeHeader = "x-plumbline-doctor";
/** A signed question is good for so long, in milliseconds. */
const goodFor = 5 * 60_000;

/** What the header says: when it was asked, signed with the installation's secret. */
export function signProbe(secret: string, at: number): string {
  return `${at}.${createHmac("sha256", secret).update(`doctor ${at}`).digest("hex")}`;
}

/** How a request arrived, as this process sees it. */
export type Seen = { address: string; forwarded_for: string; protocol: string };

/** Null for everybody but the doctor. */
export function seenByDoctor({ secret }: Pick<House, "secret">, request: FastifyRequest): Seen | null {
  const given = request.headers[probeHeader];
  if (typeof given !== "string") return null;
  const at = Number(given.split(".")[0]);
  const right = Buffer.from(signProbe(secret, at));
  const asked = Buffer.from(given);
  if (asked.length !== right.length || !timingSafeEqual(asked, right) || Math.abs(Date.now() - at) > goodFor)
    return null;
  const { "x-forwarded-for": forwarded = "" } = request.headers;
  return { address: request.ip, forwarded_for: String(forwarded), protocol: request.protocol };
}
