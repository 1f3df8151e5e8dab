import type { AddressInfo } from "node:net";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// An external content service that is down, frozen, or sends invalid responses while pages are read.

const service = Fastify();
let rubbish = false;
service.addHook("onRequest", async (_request, reply) => {
  if (rubbish) return reply.type("text/html").send("<h1>Briefly unavailable for scheduled maintenance.</h1>");
});
await service.register(contentRoutes, { contentKey: "unused" });
await service.listen({ host: "127.0.0.1", port: 0 });
const line = await startTcpProxy({ host: "127.0.0.1", port: (service.server.address() as AddressInfo).port });
afterAll(async () => {
  await line.close();
  await service.close();
});

const pages = ["/", "/insights", "/events", "/faq", "/about", "/privacy-policy", "/sitemap.xml", "/insights.rss"];

function serverWith(environment: Record<string, string> = {}) {
  const log: string[] = [];
  const settings = { CONTENT_URL: `http://127.0.0.1:${line.port}`, LOG_LEVEL: "warn", ...environment };
  const server = testServer(settings, { pages: true, logTo: { write: (entry) => log.push(entry) } });
  return { server, log };
}

describe("a content service that never answered", () => {
  const { server, log } = serverWith();

  test("R21 C-16 pages that need it are 503 with Retry-After, and others work", async () => {
    line.refuse();
    for (const path of pages) {
      const answer = await fetch(server.url + path);
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "30"]);
    }
    for (const path of ["/contact", "/sign-in", "/apply-advisor", "/readyz", "/api/membership/plans"])
      expect([path, (await fetch(server.url + path)).status >= 500]).toEqual([path, false]);
    expect(log.join()).toContain("the content service fails");
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/plumbline_content_failures_total\{reason="unreachable"\} [1-9]/);
    line.accept();
  });
});

describe("a content service that has answered", () => {
  const { server } = serverWith({ CONTENT_IMAGE_HOSTS: "cdn.test, i0.wp.test" });

  test("R21 C-16 once read, pages are shown complete while it is down, frozen or sends invalid responses, also after a restart", async () => {
    const read = async () => {
      for (const path of pages) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    };
    await read();
    rubbish = true;
    await read();
    rubbish = false;
    line.freeze();
    await read();
    line.thaw();
    line.refuse();
    await server.restart();
    await read();
    line.accept();
  });

  test("C-06 a page allows pictures from the service and from the listed hosts, and from no others", async () => {
    const policy = (await fetch(`${server.url}/insights`)).headers.get("content-security-policy") ?? "";
    expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe(
      `'self' data: blob: http://127.0.0.1:${line.port} https://cdn.test https://i0.wp.test`,
    );
  });
});
