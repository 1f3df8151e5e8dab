import { connect } from "node:net";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";

// R24: every answer, whatever it is and whoever writes it, carries the headers that protect whoever receives it.

const world = aWorld({ PUBLIC_URL: "https://plumbline.example" }, { pages: true });

const everywhere = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "cross-origin-opener-policy": /^same-origin/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /^(same-origin|strict-origin-when-cross-origin|no-referrer)$/,
  "strict-transport-security": /^max-age=\d{8}/,
  "content-security-policy": /frame-ancestors 'none'/,
};

/** The headers that are missing or wrong, by name. */
function missing(headers: { get(name: string): string | null }): string[] {
  return Object.entries(everywhere).flatMap(([name, right]) => (right.test(headers.get(name) ?? "") ? [] : [name]));
}

/** Asks by hand: some of these no client would send. Gives the status and the headers. */
function raw(text: string): Promise<{ status: number; get(name: string): string | null }> {
  return new Promise((resolve, reject) => {
    const line = connect(Number(new URL(world.url).port), "127.0.0.1");
    let answer = "";
    const end = () => {
      line.destroy();
      const [status = "", ...lines] = (answer.split("\r\n\r\n")[0] ?? "").split("\r\n");
      const headers = new Map(lines.map((each) => each.split(/:\s*(.*)/s, 2).map(String) as [string, string]));
      const byName = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
      resolve({ status: Number(status.split(" ")[1]), get: (name) => byName.get(name) ?? null });
    };
    line.on("data", (data) => {
      answer += data;
      if (answer.includes("\r\n\r\n")) end();
    });
    line.once("end", end);
    line.once("error", reject);
    line.write(text);
  });
}

const anyParams = new Proxy({}, { get: (_target, name) => (name === "role" ? "customers" : "1") });

test("R24 every endpoint's answers and refusals, asked with every method by anybody and by a member", async () => {
  const { token } = await setUp(world.house, await makeMember(world.house, "customer"));
  const wrong: unknown[] = [];
  for (const { declaration } of routes(world.house))
    for (const authorization of ["", `Bearer ${token}`, "Bearer nonsense"])
      for (const method of authorization ? [declaration.method] : new Set(["HEAD", "OPTIONS", declaration.method])) {
        const url = urlOf(declaration, { params: anyParams });
        const answer = await fetch(world.url + url, {
          method,
          ...(authorization ? { headers: { authorization } } : {}),
        });
        await answer.arrayBuffer();
        const lacks = missing(answer.headers);
        if (lacks.length > 0) wrong.push([method, url, answer.status, lacks]);
      }
  expect(wrong).toEqual([]);
});

test("R24 pages, files of the web, the sandbox, the documents, redirects, not modified and unknown addresses", async () => {
  const home = await (await fetch(world.url)).text();
  const assets = [...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  expect(assets.length).toBeGreaterThan(2);
  const statuses = new Set<number>();
  for (const path of [
    ...["/", "/home", "/about", "/insights", "/sitemap.xml", "/robots.txt", "/insights.rss", "/icon.svg", "/nothing"],
    ...[
      "/cookie-policies",
      "/sign-in/customer",
      "/messages/customer",
      "/invoices",
      "/back-office",
      "/insights/nothing",
    ],
    ...[
      "/unsubscribe/x",
      "/create-password?token=x",
      "/reset-password/customer?token=x",
      "/%",
      "//x",
      "/customer-home",
    ],
    ...[
      "/healthz",
      "/readyz",
      "/metrics",
      "/docs",
      "/openapi.json",
      "/mailbox",
      "/mailbox/messages",
      "/mailbox/messages/9",
    ],
    ...[
      "/wp-json/wp/v2/pages",
      "/wp-json/wp/v2/nothing",
      "/wp-content/uploads/x.svg",
      "/files/1/a",
      "/cable",
      "/webhooks/stripe",
    ],
    ...["/api/nothing", "/api/", "/oauth/token", `/${"x".repeat(9000)}`, "/messages/customer.data"],
    ...assets,
  ])
    for (const method of ["GET", "HEAD", "POST"]) {
      const first = await fetch(world.url + path, { method, redirect: "manual" });
      await first.arrayBuffer();
      expect([method, path, missing(first.headers)]).toEqual([method, path, []]);
      statuses.add(first.status);
      if (path !== "/readyz") expect([method, path, first.status < 500]).toEqual([method, path, true]);
      const etag = first.headers.get("etag");
      if (!etag || method === "POST") continue;
      const again = await fetch(world.url + path, { method, headers: { "if-none-match": etag } });
      expect([path, again.status, missing(again.headers)]).toEqual([path, again.status, []]);
      statuses.add(again.status);
    }
  for (const status of [200, 304, 400, 404, 405, 414]) expect([...statuses]).toContain(status);
  expect([...statuses].some((status) => status >= 300 && status < 304)).toBe(true);
});

test("R24 uploads, and parts of them", async () => {
  const { token } = await setUp(world.house, await makeMember(world.house, "customer"));
  const { body } = await world.call(uploadMessageFile, { files: [new File(["some text"], "a.txt")] }, token);
  for (const headers of [{}, { range: "bytes=1-2" }, { range: "bytes=99-" }] as Record<string, string>[]) {
    const answer = await fetch(world.url + body.file, { headers });
    expect([answer.status, missing(answer.headers)]).toEqual([answer.status, []]);
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  }
});

const handshake = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13";
test.each([
  ["a request that is none", "HELLO\r\n\r\n", 400],
  ["one without a host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["headers without end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["an expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", 417],
  ["another protocol", "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200],
  ["a socket elsewhere", `GET /nowhere HTTP/1.1\r\nHost: a\r\n${handshake}\r\n\r\n`, 404],
  ["a socket of a foreign page", `GET /cable HTTP/1.1\r\nHost: a\r\nOrigin: https://b\r\n${handshake}\r\n\r\n`, 404],
  ["a socket without its key", `GET /cable HTTP/1.1\r\nHost: a\r\n${handshake}\r\n\r\n`, 400],
] as const)("R24 what Node and the sockets refuse by themselves: %s", async (_case, text, status) => {
  const answer = await raw(text);
  expect([answer.status, missing(answer)]).toEqual([status, []]);
});

test("R24 an address that is a key, and a member's page, are told to no other site; public pages tell where people came from", async () => {
  const policyOf = async (path: string) =>
    (await fetch(world.url + path, { redirect: "manual" })).headers.get("referrer-policy");
  for (const path of [
    "/messages/customer",
    "/invoices/1",
    "/unsubscribe/x",
    "/create-password?token=x",
    "/files/1/a?signature=x",
    "/cable?access_token=x",
    "/?code=a&state=b",
    "/api/unsubscribe/x",
  ])
    expect([path, await policyOf(path)]).toEqual([path, "same-origin"]);
  for (const path of ["/", "/about", "/insights?page=2", "/sitemap.xml", "/healthz", "/api/nothing"])
    expect([path, await policyOf(path)]).toEqual([path, "strict-origin-when-cross-origin"]);
});
