import type { AddressInfo } from "node:net";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processes } from "../testing/process.ts";
import { patientFor } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// The content service is another company's: gone, frozen, or answering rubbish, while the pages are read.

const { aFolder, start } = processes();
const service = Fastify();
let rubbish = false;
let line: Awaited<ReturnType<typeof startTcpProxy>>;

beforeAll(async () => {
  service.addHook("onRequest", async (_request, reply) => {
    if (rubbish) return reply.type("text/html").send("<h1>Briefly unavailable for scheduled maintenance.</h1>");
  });
  await service.register(contentRoutes, { contentKey: "unused" });
  await service.listen({ host: "127.0.0.1", port: 0 });
  line = await startTcpProxy({ host: "127.0.0.1", port: (service.server.address() as AddressInfo).port });
});
afterAll(async () => {
  await line.close();
  await service.close();
});

const settings = () => ({ CONTENT_URL: `http://127.0.0.1:${line.port}`, LOG_LEVEL: "warn" });
const pages = ["/", "/insights", "/events", "/faq", "/about", "/privacy-policy", "/sitemap.xml", "/insights.rss"];

test(
  "R21 C-16 a content service that never answered: pages that need it are 503 with Retry-After, others as ever",
  async () => {
    line.refuse();
    const { url, output } = await start(await aFolder(), settings());
    for (const path of pages) {
      const answer = await fetch(url + path);
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "30"]);
    }
    for (const path of ["/contact", "/sign-in", "/apply-advisor", "/readyz", "/api/membership/plans"])
      expect([path, (await fetch(url + path)).status >= 500]).toEqual([path, false]);
    expect(output()).toContain("the content service fails");
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/plumbline_content_failures_total\{reason="unreachable"\} [1-9]/);
    line.accept();
  },
  patientFor(60_000),
);

test(
  "R21 C-16 once read, pages are shown whole while it is gone, frozen or answers rubbish, also after a restart",
  async () => {
    const folder = await aFolder();
    const first = await start(folder, settings());
    const read = async (url: string) => {
      for (const path of pages) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    };
    await read(first.url);
    rubbish = true;
    await read(first.url);
    rubbish = false;
    line.freeze();
    await read(first.url);
    line.thaw();
    first.child.kill("SIGTERM");
    await first.ended;
    line.refuse();
    const again = await start(folder, settings());
    await read(again.url);
    line.accept();
  },
  patientFor(60_000),
);

test(
  "C-06 a page allows pictures from the service and from the listed hosts, and from no other",
  async () => {
    const { url } = await start(await aFolder(), { ...settings(), CONTENT_IMAGE_HOSTS: "cdn.test, i0.wp.test" });
    const policy = (await fetch(`${url}/insights`)).headers.get("content-security-policy") ?? "";
    expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe(
      `'self' data: blob: http://127.0.0.1:${line.port} https://cdn.test https://i0.wp.test`,
    );
  },
  patientFor(60_000),
);
