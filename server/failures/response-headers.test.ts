import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { startPlumbline } from "../start.ts";
import { interruptibleDatabase } from "../testing/database-to-cut.ts";
import { testServer, testSettings } from "../testing/plumbline.ts";

// R24: every response, whichever part of the server writes it, has the protective headers.

const server = testServer({ PUBLIC_URL: "https://plumbline.example" }, { pages: true });

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

/** A raw request, because no client would send some of these. Returns the status and the headers. */
function raw(text: string): Promise<{ status: number; get(name: string): string | null }> {
  return new Promise((resolve, reject) => {
    const line = connect(Number(new URL(server.url).port), "127.0.0.1");
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

test("R24 every endpoint's responses and refusals, requested with every method by a visitor and by a member", async () => {
  const { token } = await setUp(server.context, await makeMember(server.context, "customer"));
  const wrong: unknown[] = [];
  let refused = 0;
  for (const { declaration } of routes(server.context))
    for (const authorization of ["", `Bearer ${token}`, "Bearer nonsense"])
      for (const method of authorization ? [declaration.method] : new Set(["HEAD", "OPTIONS", declaration.method])) {
        const url = urlOf(declaration, { params: anyParams });
        const answer = await fetch(server.url + url, {
          method,
          ...(authorization ? { headers: { authorization } } : {}),
        });
        await answer.arrayBuffer();
        const lacks = missing(answer.headers);
        if (lacks.length > 0) wrong.push([method, url, answer.status, lacks]);
        // Members' data must not be cached by proxies; a 405 lists the allowed methods.
        const kept = !/\bno-store\b/.test(answer.headers.get("cache-control") ?? "");
        if (declaration.for !== "anyone" && kept) wrong.push([method, url, answer.status, "may be kept"]);
        const asks = /^Bearer\b/.test(answer.headers.get("www-authenticate") ?? "");
        if ((answer.status === 401) !== asks) wrong.push([method, url, answer.status, "www-authenticate"]);
        if (answer.status === 401) refused += 1;
      }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});

test("R24 a part that a file of the web does not have is 416, and a version that it is not 412", async () => {
  for (const path of ["/icon.svg", "/service-worker.js"])
    for (const [status, headers] of [
      [416, { range: "bytes=9-1" }],
      [416, { range: "bytes=9999999-" }],
      [412, { "if-match": '"another"' }],
      [412, { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }],
    ] as const)
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(server.url + path, { method, headers });
        await answer.arrayBuffer();
        expect([path, headers, answer.status, missing(answer.headers)]).toEqual([path, headers, status, []]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
});

test("R24 pages, files of the web, the sandbox, the documents, redirects, not modified and unknown addresses", async () => {
  const home = await (await fetch(server.url)).text();
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
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      const first = await fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: { origin: "https://elsewhere.example" },
      });
      await first.arrayBuffer();
      // No page of another site may read an answer of ours.
      const opened = [...first.headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect([method, path, opened]).toEqual([method, path, []]);
      expect([method, path, missing(first.headers)]).toEqual([method, path, []]);
      statuses.add(first.status);
      if (path !== "/readyz") expect([method, path, first.status < 500]).toEqual([method, path, true]);
      const etag = first.headers.get("etag");
      if (!etag || method === "POST" || method === "OPTIONS") continue;
      const again = await fetch(server.url + path, { method, headers: { "if-none-match": etag } });
      expect([path, again.status, missing(again.headers)]).toEqual([path, again.status, []]);
      statuses.add(again.status);
    }
  for (const status of [200, 304, 400, 404, 405, 414]) expect([...statuses]).toContain(status);
  expect([...statuses].some((status) => status >= 300 && status < 304)).toBe(true);
});

test("R24 while the server still starts health checks are answered at once, and requests once it is up", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-starting-"));
  const { database, close } = await interruptibleDatabase();
  const methods = ["GET", "POST", "HEAD"];
  const checks: Response[] = [];
  const held: Promise<Response>[] = [];
  const starting = await startPlumbline({
    settings: testSettings(folder, { PUBLIC_URL: "https://plumbline.example" }),
    database,
    ephemeral: true,
    prepare: async ({ settings: { publicUrl } }) => {
      for (const path of ["/", "/api/data/get_advisor_datatables", "/create-password?token=x"])
        for (const method of methods) held.push(fetch(publicUrl + path, { method }));
      for (const path of ["/healthz", "/readyz"])
        for (const method of methods) checks.push(await fetch(publicUrl + path, { method }));
    },
  });
  const answers = await Promise.all(held);
  await starting.close();
  await close();
  await rm(folder, { recursive: true, force: true });
  expect([answers.length, checks.length]).toEqual([9, 6]);
  for (const { status, headers, url } of answers)
    expect([url, status < 500, missing(headers)]).toEqual([url, true, []]);
  for (const { status, headers, url } of checks) {
    expect([url, status, missing(headers)]).toEqual([url, 503, []]);
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("R24 uploads, and parts of them", async () => {
  const { token } = await setUp(server.context, await makeMember(server.context, "customer"));
  const { body } = await server.call(uploadMessageFile, { files: [new File(["some text"], "a.txt")] }, token);
  for (const headers of [{}, { range: "bytes=1-2" }, { range: "bytes=99-" }] as Record<string, string>[]) {
    const answer = await fetch(server.url + body.file, { headers });
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
  ["a trace", "TRACE / HTTP/1.1\r\nHost: a\r\nX-Secret: b\r\n\r\n", 405],
  ["another protocol", "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200],
  ["a socket elsewhere", `GET /nowhere HTTP/1.1\r\nHost: a\r\n${handshake}\r\n\r\n`, 404],
  ["a socket of a foreign page", `GET /cable HTTP/1.1\r\nHost: a\r\nOrigin: https://b\r\n${handshake}\r\n\r\n`, 404],
  ["a socket without its key", `GET /cable HTTP/1.1\r\nHost: a\r\n${handshake}\r\n\r\n`, 400],
] as const)("R24 requests refused by Node and by the sockets themselves: %s", async (_case, text, status) => {
  const answer = await raw(text);
  expect([answer.status, missing(answer)]).toEqual([status, []]);
});

test("R24 an address that contains a key, and a member's page, send no referrer to other sites; public pages do", async () => {
  const policyOf = async (path: string) =>
    (await fetch(server.url + path, { redirect: "manual" })).headers.get("referrer-policy");
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
