import type { FastifyRequest } from "fastify";

/**
 * Where a request comes from, as limits count it. The address is Fastify's: the socket's, or behind a trusted proxy
 * (TRUST_PROXY) the one that the proxy saw; what a stranger writes into a header is never taken.
 */
export const sourceOf = (request: Pick<FastifyRequest, "ip">): string => sourceOfAddress(request.ip);

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, because a household or a server is given that many. */
export function sourceOfAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] as string;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] as string).toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
