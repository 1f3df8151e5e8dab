import type { AddressInfo } from "node:net";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { makeReview } from "../demo/reviews.ts";
import { sendMessage } from "../features/messages/actions.ts";
import { aBrowser, signInto } from "../testing/browser.ts";
import { aWorld } from "../testing/plumbline.ts";
import { sized } from "../testing/size.ts";
import { injections } from "./injections.ts";

// R16: texts that would run a script if any page took them for what they say, in every field that people and editors fill.

const payloads = injections(sized(500, 60));
let given = 0;
/** The next of them, in turn, as many as fit into a field. */
function next(most = 190): string {
  let text = "";
  for (;;) {
    const one = payloads[given % payloads.length] as string;
    if (text.length + one.length > most) return text || one.slice(0, most);
    text += one;
    given += 1;
  }
}

/** A content service whose editors have written them everywhere. */
const service = Fastify();
const kept = /^(id|slug|type|status|link|date|date_gmt|modified|url|source_url|href|self|guid|mime_type|media_type)$/;
const poisoned = (key: string, value: unknown): unknown => {
  if (typeof value !== "string" || kept.test(key) || /^(https?:|\/|\d|$)/.test(value)) return value;
  return key === "rendered" && value.length > 500 ? value + payloads.join("\n") : `${value} ${next(300)}`;
};
service.addHook("onSend", async (request, _reply, payload) =>
  request.url.includes("/wp-json/") && typeof payload === "string"
    ? JSON.stringify(JSON.parse(payload), poisoned)
    : payload,
);
await service.register(contentRoutes, { contentKey: "unused" });
await service.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => service.close());

const contentUrl = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
const world = aWorld({ CONTENT_URL: contentUrl }, { pages: true });
const browser = aBrowser();

test("R16 what editors write runs nothing and breaks no policy, on any page that shows it", async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(sized(500, 60));
  const { page, misdeeds } = await browser.open(world.url);
  const listed = async (type: string) =>
    (await (await fetch(`${contentUrl}/wp-json/wp/v2/${type}`)).json()) as { slug: string }[];
  const [insight, event] = [(await listed("insight"))[0]?.slug, (await listed("masterclass"))[0]?.slug];
  const paths = ["/", "/insights", `/insights/${insight}`, "/events", `/events/${event}`, "/faq", "/about", "/contact"];
  for (const path of [...paths, "/how-we-help", "/how-it-works", "/terms-and-conditions", "/privacy-policy"]) {
    const answer = await page.goto(world.url + path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    expect(await page.getByRole("main").count()).toBe(1);
  }
  for (const path of ["/sitemap.xml", "/insights.rss", `/events/${event}/calendar.ics`])
    await page.goto(world.url + path).catch(() => {});
  expect(misdeeds.scripts).toEqual([]);
  expect(misdeeds.violations).toEqual([]);
}, 90_000);

test("R16 what members write runs nothing and breaks no policy, on the pages of both and in their e-mails", async () => {
  const { house } = world;
  const customer = await setUp(house, await makeMember(house, "customer", { name: next(), companyName: next() }));
  const advisor = await setUp(house, await makeMember(house, "advisor", { name: next() }));
  const engagement = await makeEngagement(house, {
    ...{ advisor, customer, status: "completed", name: next(), description: next(4000), message: next(900) },
    collaborators: [next(), next()],
  });
  await makeReview(house, {
    engagementId: engagement,
    customer,
    body: next(1800),
    answer: { advisor, text: next(900) },
  });
  for (const body of payloads) await sendMessage(house, customer.member, { receiverId: advisor.id, body });
  const files = [];
  for (let number = 0; number < 5; number += 1) {
    const file = new File(["a"], `${next(100).replaceAll(/[/\\]/g, "")}.txt`);
    const uploaded = await world.call(uploadMessageFile, { files: [file] }, customer.token);
    expect(uploaded.status).toBe(201);
    files.push(uploaded.body.id);
  }
  await sendMessage(house, customer.member, { receiverId: advisor.id, body: next(3000), attachmentIds: files });

  for (const [person, other] of [
    [advisor, customer],
    [customer, advisor],
  ] as const) {
    const { page, misdeeds } = await browser.open(world.url);
    await signInto(page, world.url, person);
    const paths = [`/messages/${other.id}`, "/engagements", `/project/${engagement}`, "/reviews", "/notifications"];
    for (const path of [...paths, `/profile-details/${other.id}`, `/${person.role}-home`, `/profile/${person.role}`]) {
      await page.goto(world.url + path);
      await page.getByRole("main").waitFor();
      // Its data has come.
      await page.waitForLoadState("networkidle");
      expect(new URL(page.url()).pathname).not.toContain("sign-in");
    }
    expect({ ...misdeeds, foreign: [] }).toEqual({ scripts: [], violations: [], foreign: [] });

    for (const { html } of await world.mailsTo(person.email)) {
      expect(html).not.toMatch(
        /<(script|img|svg|iframe|object|form|details|math|style>@import)[\s/>][^>]*(alert|confirm|prompt)/i,
      );
      await page.setContent(html);
    }
    expect(misdeeds.scripts).toEqual([]);
  }
}, 120_000);
