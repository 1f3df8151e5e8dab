import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterEach, expect, test } from "vitest";
import { contentFetch, isPublicAddress } from "./fetching.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Asked = { url: string; headers: Record<string, unknown> };

/** A service that redirects the paths in `to` and answers all others. */
async function startService(to: Record<string, string> = {}) {
  const asked: Asked[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push({ url, headers });
    const target = to[url];
    if (target) response.writeHead(302, { location: target }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  return { asked, site: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const key = { headers: { "x-content-key": "secret" } };

test("C-01 a redirect within the service is followed, a few times", async () => {
  const { site, asked } = await startService({ "/a": "/b", "/b": "c", "/round": "/round" });
  const fetchContent = contentFetch({ site, redirectHosts: [] });
  expect((await fetchContent(`${site}/a`, key)).status).toBe(200);
  expect(asked.map(({ url }) => url)).toEqual(["/a", "/b", "/c"]);
  await expect(fetchContent(`${site}/round`, key)).rejects.toThrow("in a circle");
});

test("C-01 a redirect to any other host, port or protocol is refused", async () => {
  const inner = await startService();
  const to = [
    ...[inner.site, "http://localhost:22/", "http://169.254.169.254/latest/meta-data", "http://[::1]:80/"],
    ...["file:///etc/passwd", "https://evil.example/", "//evil.example/x", "http://listed.example/"],
  ];
  const { site } = await startService(Object.fromEntries(to.map((target, number) => [`/${number}`, target])));
  const fetchContent = contentFetch({ site, redirectHosts: ["listed.example"] });
  for (const number of to.keys())
    await expect(fetchContent(`${site}/${number}`, key)).rejects.toThrow("CONTENT_REDIRECT_HOSTS");
  expect(inner.asked).toEqual([]);
});

test("C-01 a listed host is refused when any of its addresses is private", async () => {
  const { site } = await startService({ "/a": "https://listed.example/b" });
  const resolved: string[] = [];
  const leadingTo =
    (...addresses: string[]): LookupFunction =>
    (name, options, done) => {
      resolved.push(name);
      if (options.all)
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      else done(null, addresses[0] as string, 4);
    };
  for (const addresses of [["127.0.0.1"], ["10.1.2.3"], ["93.184.215.14", "192.168.1.1"]]) {
    const fetchContent = contentFetch({ site, redirectHosts: ["listed.example"], resolve: leadingTo(...addresses) });
    const failure = await fetchContent(`${site}/a`, key).catch((error: Error) => error);
    expect(String((failure as Error).cause)).toContain("is a private address");
  }
  expect(resolved).toEqual(["listed.example", "listed.example", "listed.example"]);
});

test.each([
  ["93.184.215.14", true],
  ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", true],
  ...[
    "127.0.0.1",
    "10.0.0.1",
    "172.16.3.4",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
  ].map((address) => [address, false] as const),
  ...["::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "::", "localhost"].map(
    (address) => [address, false] as const,
  ),
] as const)("C-01 %s is a public address: %s", (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});
