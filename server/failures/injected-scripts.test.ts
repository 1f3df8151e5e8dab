import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { makeReview } from "../demo/reviews.ts";
import { sendMessage } from "../features/messages/actions.ts";
import { signInto, testBrowser } from "../testing/browser.ts";
import { testServer } from "../testing/plumbline.ts";
import { sized } from "../testing/size.ts";
import { injections } from "./injections.ts";

// R16 and H-33: texts that would run a script on a page that does not escape them, or make it wider than a small screen, in
// every field that members and editors fill.

const payloads = injections(sized(500, 60));
let given = 0;
/** The next texts of the list, as many as fit into a field. */
function next(most = 190): string {
  let text = "";
  for (;;) {
    const one = payloads[given % payloads.length] as string;
    if (text.length + one.length > most) return text || one.slice(0, most);
    text += one;
    given += 1;
  }
}

/** A word that is wider than any screen, at the end of a text that fits into a field. */
const long = (letters: number) => "w".repeat(letters);
const nameWithLongWord = () => next(80) + long(100);

/** The narrowest telephone. */
const smallScreen = { width: 320, height: 640 };
/** What reaches beyond the window, when the page can be scrolled sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.cloneNode().outerHTML.slice(0, 100))`);

/** A content service with these texts in every field. */
const service = Fastify();
const kept = /^(id|slug|type|status|link|date|date_gmt|modified|url|source_url|href|self|guid|mime_type|media_type)$/;
const poisoned = (key: string, value: unknown): unknown => {
  if (typeof value !== "string" || kept.test(key) || /^(https?:|\/|\d|$)/.test(value)) return value;
  return key === "rendered" && value.length > 500
    ? `${value + payloads.join("\n")} ${long(300)}`
    : `${value} ${next(300)} ${long(300)}`;
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
const server = testServer({ CONTENT_URL: contentUrl }, { pages: true });
const browser = testBrowser();

test("R16 H-33 editors' texts run no script and violate no policy, on any page that shows them, and widen none", async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(sized(500, 60));
  const { page, pageViolations } = await browser.open(server.url);
  await page.setViewportSize(smallScreen);
  const listed = async (type: string) =>
    (await (await fetch(`${contentUrl}/wp-json/wp/v2/${type}`)).json()) as { slug: string }[];
  const [insight, event] = [(await listed("insight"))[0]?.slug, (await listed("masterclass"))[0]?.slug];
  const paths = ["/", "/insights", `/insights/${insight}`, "/events", `/events/${event}`, "/faq", "/about", "/contact"];
  for (const path of [...paths, "/how-we-help", "/how-it-works", "/terms-and-conditions", "/privacy-policy"]) {
    const answer = await page.goto(server.url + path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    expect(await page.getByRole("main").count()).toBe(1);
    expect({ [path]: await tooWide(page) }).toEqual({ [path]: [] });
  }
  for (const path of ["/sitemap.xml", "/insights.rss", `/events/${event}/calendar.ics`])
    await page.goto(server.url + path).catch(() => {});
  expect(pageViolations.scripts).toEqual([]);
  expect(pageViolations.violations).toEqual([]);
});

test.runIf(atNight)(
  "R16 H-33 members' texts run no script, violate no policy and widen no page of both members, nor do they in e-mails",
  async () => {
    const { context } = server;
    const customer = await setUp(
      context,
      await makeMember(context, "customer", { name: nameWithLongWord(), companyName: nameWithLongWord() }),
    );
    const advisor = await setUp(context, await makeMember(context, "advisor", { name: nameWithLongWord() }));
    const engagement = await makeEngagement(context, {
      advisor,
      customer,
      status: "completed",
      name: nameWithLongWord(),
      description: next(4000) + long(300),
      message: next(900),
      collaborators: [next(), nameWithLongWord()],
    });
    await makeReview(context, {
      engagementId: engagement,
      customer,
      body: next(1500) + long(300),
      answer: { advisor, text: next(600) + long(300) },
    });
    for (const body of payloads) await sendMessage(context, customer.member, { receiverId: advisor.id, body });
    const files = [];
    for (let number = 0; number < 5; number += 1) {
      const file = new File(["a"], `${next(100).replaceAll(/[/\\]/g, "")}.txt`);
      const uploaded = await server.call(uploadMessageFile, { files: [file] }, customer.token);
      expect(uploaded.status).toBe(201);
      files.push(uploaded.body.id);
    }
    await sendMessage(context, customer.member, {
      receiverId: advisor.id,
      body: next(2700) + long(300),
      attachmentIds: files,
    });

    for (const [person, other] of [
      [advisor, customer],
      [customer, advisor],
    ] as const) {
      const { page, pageViolations } = await browser.open(server.url);
      await page.setViewportSize(smallScreen);
      await signInto(page, server.url, person);
      const paths = [`/messages/${other.id}`, "/engagements", `/project/${engagement}`, "/reviews", "/notifications"];
      for (const path of [
        ...paths,
        `/profile-details/${other.id}`,
        `/${person.role}-home`,
        `/profile/${person.role}`,
      ]) {
        await page.goto(server.url + path);
        await page.getByRole("main").waitFor();
        // The page's data has arrived.
        await page.waitForLoadState("networkidle");
        expect(new URL(page.url()).pathname).not.toContain("sign-in");
        expect({ [path]: await tooWide(page) }).toEqual({ [path]: [] });
      }
      expect({ ...pageViolations, foreign: [] }).toEqual({ scripts: [], violations: [], foreign: [] });

      for (const { html } of await server.mailsTo(person.email)) {
        expect(html).not.toMatch(
          /<(script|img|svg|iframe|object|form|details|math|style>@import)[\s/>][^>]*(alert|confirm|prompt)/i,
        );
        await page.setContent(html);
      }
      expect(pageViolations.scripts).toEqual([]);
    }
  },
  120_000,
);
