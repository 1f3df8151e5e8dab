import type { FastifyRequest } from "fastify";

/**
 * The source that rate limits count a request under. It uses Fastify's address: the socket's, or behind a trusted proxy
 * (TRUST_PROXY) the one that the proxy saw, never one that the client itself wrote into a header.
 */
export const sourceOf = (request: Pick<FastifyRequest, "ip">): string => sourceOfAddress(request.ip);

/** An IPv4 address unchanged; of an IPv6 address the /64 prefix, because providers assign that many to one customer. */
export function sourceOfAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address;
  const [withoutZone = ""] = address.split("%", 1);
  const [head = "", tail] = withoutZone.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
