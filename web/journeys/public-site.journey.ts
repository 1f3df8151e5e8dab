import type { Locator, Page, Route } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { expect, signIn, test } from "./plumbline.ts";

const cards = (page: Page) => page.locator("main article");

/** The slug of a members-only event of the content service. */
async function blockedEvent(url: string): Promise<string> {
  const answer = await fetch(`${url}/wp-json/wp/v2/masterclass?per_page=100`);
  const events = (await answer.json()) as { slug: string; acf: { block_content?: unknown } }[];
  return events.find(({ acf }) => acf.block_content === true)?.slug as string;
}

test("H-11 every public page's footer has its links and the newsletter", async ({ page, plumbline }) => {
  for (const path of ["/", "/insights", "/faq"]) {
    await page.goto(plumbline.url + path);
    const footer = page.getByRole("contentinfo");
    for (const name of ["FAQ", "Contact us", "Cookies Policy", "Privacy Policy", "Terms of Service"])
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(footer.getByRole("link", { name: /LinkedIn|^X/ })).toHaveCount(2);
    await expect(footer.getByRole("button", { name: "Subscribe" })).toBeVisible();
  }
  await page.goto(`${plumbline.url}/cookie-policies`);
  expect(page.url()).toBe(`${plumbline.url}/cookie-polices`);
});

test("C-01 C-02 the home page has its content, and its carousel shows three, two or one", async ({
  page,
  plumbline,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [width, shown] of [
    [1280, 3],
    [1023, 2],
    [599, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(plumbline.url);
    const inside = await page.locator("[data-strip]").evaluate((strip) => {
      const frame = strip.getBoundingClientRect();
      return [...strip.children].filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left >= frame.left - 4 && right <= frame.right + 4;
      }).length;
    });
    expect(inside, `at ${width}`).toBe(shown);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Advice that hangs true.");
  const stars = await page.getByRole("img", { name: /out of 5 stars/ }).all();
  for (const each of stars) expect(await each.locator("svg").count()).toBe(5);
  const strip = page.locator("[data-strip]");
  await page.getByRole("button", { name: "Next testimonials" }).click();
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(5);
});

test("C-01 with text twice as large the home page's example of a match is whole", async ({ page, plumbline }) => {
  await page.goto(plumbline.url);
  const example = page.getByRole("figure", { name: "An example of a match" });
  const top = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().top);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    const above = async () => (await top(example.getByText("Harriet Osei"))) - (await top(example));
    await expect.poll(above, `at ${width}`).toBeGreaterThan(0);
  }
});

test("C-04 C-05 insights: tabs filter, and Load More adds nine at a time until there are no more", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/insights`);
  const tabs = page.getByRole("navigation", { name: "Categories" });
  await expect(tabs.getByRole("link")).toHaveCount(6);
  await expect(tabs.getByText("Uncategorized")).toHaveCount(0);
  await expect(cards(page)).toHaveCount(10);
  const more = page.getByRole("link", { name: "Load More" });
  await more.click();
  await expect(cards(page)).toHaveCount(19);
  await expect(page).toHaveURL(/show=19/);
  await more.click();
  await expect(cards(page)).toHaveCount(24);
  await expect(more).toHaveCount(0);
  await tabs.getByRole("link", { name: "People & leadership" }).click();
  await expect(page).toHaveURL(/category=/);
  for (const text of await cards(page).locator(".eyebrow").allTextContents())
    expect(text).toContain("People & leadership");
});

test("C-06 an insight shows its text, its tags and three others, and no pasted script runs", async ({
  page,
  plumbline,
}) => {
  const items = (await (await fetch(`${plumbline.url}/wp-json/wp/v2/insight?per_page=100`)).json()) as {
    slug: string;
    acf: { insight_content?: string };
  }[];
  const pasted = items.find(({ acf }) => acf.insight_content?.includes("<script"))?.slug as string;
  await page.goto(`${plumbline.url}/insights/${pasted}`);
  expect(await page.evaluate(() => (window as unknown as Record<string, unknown>).pastedByAnEditor)).toBeUndefined();
  await expect(page.locator("main [onclick]")).toHaveCount(0);
  await expect(page.getByText("With thanks to those who read a draft.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Similar interesting reads..." })).toBeVisible();
  const similar = page.locator("main section article h3 a");
  await expect(similar).toHaveCount(3);
  for (const link of await similar.all()) expect(await link.getAttribute("href")).not.toBe(`/insights/${pasted}`);
  await page.goto(`${plumbline.url}/insights/what-to-stop-doing-at-fifty-people`);
  await expect(page.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveText(["Strategy", "Delegation"]);
});

test("C-07 C-08 events: the headline, shortened titles, and an event with its date, slider, booking and calendar file", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/events`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register to attend one of our events");
  for (const title of await cards(page).locator("h2, h3").allTextContents())
    expect(title.length).toBeLessThanOrEqual(66);
  await page.goto(`${plumbline.url}/events/pricing-with-a-straight-face`);
  await expect(page.getByText("3 December 2026", { exact: true })).toBeVisible();
  await expect(page.getByText("3rd")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("link", { name: "Reserve a place" })).toHaveAttribute("href", /contact/);
  await expect(page.getByRole("heading", { name: "Similar Events" })).toBeVisible();
  const file = await (await fetch(`${page.url()}/calendar.ics`)).text();
  expect(file).toContain("DTSTART:20261203T180000Z");
});

test("C-09 a members-only event: a visitor's button has no link, a member's books", async ({ page, plumbline }) => {
  const slug = await blockedEvent(plumbline.url);
  await page.goto(`${plumbline.url}/events/${slug}`);
  await expect(page.getByRole("button", { name: "Reserve a place" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Reserve a place" })).toHaveCount(0);
  await page.goto(`${plumbline.url}/events`);
  await expect(page.locator(`main a[href="/events/${slug}"]`)).toHaveCount(0);

  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/events`);
  await expect(page.locator(`main a[href="/events/${slug}"]`)).toHaveCount(1);
  await page.goto(`${plumbline.url}/events/${slug}`);
  await expect(page.getByRole("link", { name: "Reserve a place" })).toHaveAttribute("href", /contact/);
});

test("C-12 opening one question closes another", async ({ page, plumbline }) => {
  await page.goto(`${plumbline.url}/faq`);
  const questions = page.locator("main summary");
  await questions.nth(0).click();
  await questions.nth(5).click();
  await expect(page.locator("main details[open]")).toHaveCount(1);
  await questions.nth(5).click();
  await expect(page.locator("main details[open]")).toHaveCount(0);
});

test("C-13 F-01 F-02 the contact form shows what is missing, keeps the input, and sends", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/contact`);
  await expect(page.getByText("Show the real map")).toBeVisible();
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  for (const text of [
    "Please enter your First Name",
    "Please enter your Last Name",
    "Please enter your email",
    "Please enter a message.",
    "Please complete all required fields.",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByLabel("First Name")).toBeFocused();
  await noProblems(page);

  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Byron");
  await page.getByLabel("Email").fill("ada@example.test");
  await page.getByLabel("Message").fill("Is there somebody who knows looms?");
  await expect(page.getByText("Please complete all required fields.")).toBeHidden();
  await page.route("**/api/contactus", (route) => route.fulfill({ status: 500, body: "no" }), { times: 1 });
  await send.click();
  await expect(page.getByText("Your message has not been sent.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Is there somebody who knows looms?");
  const sent = page.getByText("Your message has been sent and one of the Plumbline team will be in touch.");
  const changeMeanwhile = async (route: Route) => {
    await page.getByLabel("Message").fill("Who knows looms and cards?");
    await route.continue();
  };
  await page.route("**/api/contactus", changeMeanwhile, { times: 1 });
  await send.click();
  await expect(sent).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Who knows looms and cards?");
  await send.click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(sent).toBeVisible();
});

test("F-03 the newsletter form shows thanks, and its failure shows nothing", async ({ page, plumbline }) => {
  await page.goto(`${plumbline.url}/about`);
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("Your name").fill("Ada");
  await footer.getByLabel("Your e-mail").fill("ada@letters.test");
  await page.route("**/api/subscribe", (route) => route.abort(), { times: 1 });
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(footer.getByRole("button", { name: "Subscribe" })).toBeEnabled();
  await expect(footer.getByRole("status")).toHaveText("");
  await expect(footer.getByLabel("Your e-mail")).toHaveValue("ada@letters.test");
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(footer.getByRole("status")).toHaveText("Thanks, you’re now subscribed!");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("C-05 C-12 F-01 F-02 F-03 lists, questions and forms work", async ({ page, plumbline }) => {
    await page.goto(`${plumbline.url}/insights`);
    await page.getByRole("link", { name: "Load More" }).click();
    await expect(cards(page)).toHaveCount(19);
    await page.goto(`${plumbline.url}/contact`);
    await page.getByLabel("First Name").fill("Zoe");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Please enter a message.")).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("Zoe");
    await page.getByLabel("Last Name").fill("Bell");
    await page.getByLabel("Email").fill("zoe@example.test");
    await page.getByLabel("Message").fill("No script, all the same.");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("will be in touch.")).toBeVisible();
    await page.goto(`${plumbline.url}/newsletter`);
    const main = page.getByRole("main");
    await main.getByLabel("Name").fill("Zoe");
    await main.getByRole("button", { name: "Send me the letter" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await expect(main.getByLabel("Name")).toHaveValue("Zoe");
    await page.getByLabel("Your name").fill("Zoe");
    await page.getByLabel("Your e-mail").fill("zoe@letters.test");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { name: "Thanks, you’re now subscribed!" })).toBeVisible();
  });
});

test("K-01 K-02 K-03 K-04 K-05 the mock-ups show the same sample each time and make no calls", async ({
  page,
  plumbline,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  await page.goto(`${plumbline.url}/customer/booking`);
  await expect(page.getByText("This is a preview")).toBeVisible();
  await expect(page.getByLabel("Time").locator("option")).toHaveCount(24);
  expect(await page.getByLabel("Duration").locator("option").allTextContents()).toEqual(
    [10, 20, 30, 40, 50, 60].map((minutes) => `${minutes} minutes`),
  );
  await expect(page.getByLabel("Duration")).toHaveValue("60");
  await page.getByRole("button", { name: "9 December 2026", exact: true }).click();
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await expect(page.getByText(/would now be asked for 9 December 2026/)).toBeVisible();

  await page.goto(`${plumbline.url}/customer/calendar`);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await expect(page.getByText("Please enter message")).toBeVisible();
  await noProblems(page);
  await page.getByLabel("Message to Harriet Osei").fill("Something came up.");
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await expect(page.getByText("No calls on this day.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Hiring the first finance director")).toBeVisible();

  await page.goto(`${plumbline.url}/advisor/calendar`);
  await page.getByRole("button", { name: "Accept" }).first().click();
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("Priya Raman")).toHaveCount(0);
  await page.getByRole("button", { name: "Set up availability" }).click();
  await expect(page.getByText(/these hours would now be open/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Cancellation report" }).getByRole("listitem")).toHaveCount(2);
  await noProblems(page);
  expect(calls).toEqual([]);
});

test("H-12 C-04 search engines and feed readers find their files, and an unknown address has a helpful page", async ({
  page,
  plumbline,
}) => {
  const read = async (path: string) => (await fetch(plumbline.url + path)).text();
  const slug = await blockedEvent(plumbline.url);
  const map = await read("/sitemap.xml");
  expect(map).toContain(`<loc>${plumbline.url}/insights/what-to-stop-doing-at-fifty-people</loc>`);
  expect(map).not.toContain(slug);
  expect(await read("/robots.txt")).toContain(`Sitemap: ${plumbline.url}/sitemap.xml`);
  expect(await read("/insights.rss")).toContain("<item><title>What to stop doing at fifty people</title>");
  const event = await read("/events/pricing-with-a-straight-face");
  for (const type of ["Event", "BreadcrumbList"]) expect(event).toContain(`"@type":"${type}"`);
  expect(event).toContain(`<link rel="canonical" href="${plumbline.url}/events/pricing-with-a-straight-face"/>`);
  expect((await page.goto(`${plumbline.url}/insights/nothing-like-it`))?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
});
