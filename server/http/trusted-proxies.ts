import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Settings } from "../settings.ts";

const names: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * TRUST_PROXY as Fastify's trustProxy option: whether the address at a hop, counted from this server, is a proxy. A
 * number counts hops. A listed address is trusted at one hop only: a visitor on the proxy's own machine appears at the
 * next hop with the same address, and everything to its left in the header may be forged.
 */
export function trustedProxies(trusted: Settings["trustProxy"]) {
  if (typeof trusted === "boolean") return trusted;
  if (typeof trusted === "number") return (_address: string, hop: number) => hop < trusted;
  const list = listOf(trusted);
  let previous = "";
  return (address: string, hop: number): boolean => {
    const again = hop > 0 && address === previous;
    previous = address;
    return !again && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  };
}

/** Whether a request was passed on by a trusted proxy, which then names it: X-Request-Id and traceparent (ADR-041). */
export function comesFromProxy(trusted: Settings["trustProxy"]): (request: IncomingMessage) => boolean {
  const trusts = trustedProxies(trusted);
  return ({ socket: { remoteAddress } }) =>
    typeof trusts === "boolean" ? trusts : remoteAddress !== undefined && trusts(remoteAddress, 0);
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => names[each] ?? [each])) {
    const [address = "", bits] = entry.split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return list;
}
