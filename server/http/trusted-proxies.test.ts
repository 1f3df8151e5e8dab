import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Settings } from "../settings.ts";
import { trustedProxies } from "./trusted-proxies.ts";

/** The client address that Fastify derives for a request from `remoteAddress` with this header. */
async function taken(trustProxy: Settings["trustProxy"], remoteAddress: string, forwarded?: string) {
  const app = Fastify({ trustProxy: trustedProxies(trustProxy) });
  app.get("/", async (request) => request.ip);
  const headers = forwarded ? { "x-forwarded-for": forwarded } : {};
  return (await app.inject({ url: "/", remoteAddress, headers })).body;
}

test.each([
  ["no proxy", false, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
  ["one hop", 1, "10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["two hops", 2, "10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["a network", ["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["a network, from outside of it", ["10.0.0.0/8"], "203.0.113.9", "1.2.3.4", "203.0.113.9"],
  ["loopback, visited from this machine", ["loopback"], "127.0.0.1", "1.2.3.4, 127.0.0.1", "127.0.0.1"],
  ["this machine as an IPv4-mapped IPv6 address", ["127.0.0.1"], "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["nonsense in the header", ["127.0.0.1"], "127.0.0.1", "nonsense", "nonsense"],
] as const)(
  "decision 57 trusting %s, a forged address changes nothing",
  async (_name, trust, remote, header, source) => {
    expect(await taken(trust as Settings["trustProxy"], remote, header)).toBe(source);
  },
);
