import type { AddressInfo } from "node:net";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { testServer } from "../testing/plumbline.ts";

// Whatever an editor's plugin puts into a field of the content service, or leaves out of it, is no error of ours.

/** What is sent in a field's place; undefined leaves it out. PHP has false and empty lists where nothing is meant. */
const odd = [undefined, null, false, [], "", 0, "x", 7, {}, [null], ["x"], [7], "2026-02-31T25:00:00", "行事"];

const service = Fastify();
let changed: { key: string; value: unknown } | null = null;
const keys = new Set<string>();
service.addHook("onSend", async (request, _reply, payload) => {
  if (!request.url.includes("/wp-json/") || typeof payload !== "string") return payload;
  return JSON.stringify(JSON.parse(payload), (key, value) => {
    if (/\D/.test(key)) keys.add(key);
    return key === changed?.key ? changed.value : value;
  });
});
await service.register(contentRoutes, { contentKey: "unused" });
await service.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => service.close());

const contentUrl = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
const server = testServer({ CONTENT_URL: contentUrl }, { pages: true });

async function pathsOf() {
  const slugOf = async (type: string) => {
    const listed = (await (await fetch(`${contentUrl}/wp-json/wp/v2/${type}`)).json()) as { slug: string }[];
    return listed[0]?.slug;
  };
  const [insight, event] = [await slugOf("insight"), await slugOf("masterclass")];
  const pages = ["/", "/insights", "/insights.rss", "/events", "/faq", "/about", "/contact", "/how-we-help"];
  const more = ["/how-it-works", "/terms-and-conditions", "/privacy-policy", "/sitemap.xml", "/api/content/terms"];
  const items = [`/insights/${insight}`, `/events/${event}`, `/events/${event}/calendar.ics`];
  return [...pages, ...more, ...items, "/api/content/insight", `/api/content/masterclass/${event}`];
}

test.runIf(atNight)(
  "C-16 C-17 no page and no call fails because of what a field of the content service holds",
  async () => {
    const paths = await pathsOf();
    const failed: Record<string, unknown[]> = {};
    for (const path of paths) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    const cases = [...keys].flatMap((key) => odd.map((value) => ({ key, value })));
    expect(cases.length).toBeGreaterThan(300);
    for (const one of cases) {
      changed = one;
      const { visitors, members } = server.context.content;
      visitors.forget();
      members.forget();
      for (const path of paths) {
        const { status } = await fetch(server.url + path);
        if (status === 500) (failed[`${one.key} = ${JSON.stringify(one.value)}`] ??= []).push(path);
      }
    }
    expect(failed).toEqual({});
  },
  600_000,
);
