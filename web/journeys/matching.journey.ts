import { noProblems } from "./axe.ts";
import { choose } from "./people.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";
import { notNow, seenAt, withoutLive } from "./waiting.ts";

test.beforeEach(async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
});

test("S-01 S-02 S-03 S-04 the search starts with the last values, requires all three, and leads to the list", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/search-advisor`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New matching parameters");
  await expect(page.getByText("Fundraising", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByLabel("Business size").first()).toHaveValue("11–50 people");
  const sent: unknown[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.postDataJSON()));
  await page.route("**/api/searches/current_preference", (route) =>
    route.fulfill({ json: { industry: null, company_size: null, expertise_areas: [] } }),
  );
  await page.reload();
  await page.getByRole("button", { name: "Match me" }).click();
  for (const message of [
    "Please select area of experience",
    "Please select Industry Experience",
    "Please enter business size",
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await noProblems(page);

  await page.unroute("**/api/searches/current_preference");
  await choose(page, "Areas of expertise", "Pricing");
  await choose(page, "Industry experience", "Manufacturing");
  await choose(page, "Business size", "51–100 people");
  await page.getByRole("button", { name: "Match me" }).dblclick();
  await page.waitForURL("**/advisor-list");
  expect(sent).toHaveLength(1);
  await expect(page.getByText("Pricing", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Change Parameters" }).click();
  await page.waitForURL("**/search-advisor");
  await expect(page.getByRole("main").getByLabel("Business size").first()).toHaveValue("51–100 people");
});

test("S-05 S-06 S-07 S-10 at most eight, best first; the components of each score add up; sorting stays in the address; a conversation is one click away", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/advisor-list`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Top Matched Advisors");
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: /^Start a Conversation/ }) });
  await expect(cards.first()).toBeVisible();
  const scores: number[] = [];
  for (const card of await cards.all()) {
    const bars = await card.getByRole("progressbar").all();
    expect(bars).toHaveLength(4);
    const points = await Promise.all(bars.map(async (bar) => Number(await bar.getAttribute("aria-valuenow"))));
    const score = Number((await card.getByText(/^\d+$/).innerText()).trim());
    expect(points.reduce((sum, each) => sum + each, 0)).toBe(score);
    scores.push(score);
  }
  expect(scores.length).toBeLessThanOrEqual(8);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  await noProblems(page);

  const fees = async () =>
    (await cards.getByText(/^£[\d,]+ a day$/).allInnerTexts()).map((text) => Number(text.replace(/[^\d]/g, "")));
  const byFit = await fees();
  await page.getByRole("link", { name: "Lowest fee" }).click();
  await page.waitForURL("**/advisor-list?sort=fee");
  await page.reload();
  await expect(page.getByRole("link", { name: "Lowest fee" })).toHaveAttribute("aria-current", "true");
  const sorted = byFit.toSorted((one, other) => one - other);
  await expect.poll(fees).toEqual(sorted);
  const ratings = (await cards.getByText(/verified review/).allInnerTexts()).map(Number.parseFloat);
  await page.getByRole("link", { name: "Highest rating" }).click();
  await expect(cards.first().getByText(/verified review/)).toContainText(Math.max(...ratings).toFixed(1));
  await expect(cards.first().getByRole("figure")).toContainText(/“.+”/);
  await cards
    .first()
    .getByRole("link", { name: /^Start a Conversation/ })
    .click();
  await page.waitForURL(/\/messages\/\d+$/);
});

test(
  "S-08 the request form requires text, shows thanks for four seconds, and is then empty; a failure keeps the text",
  nightly,
  async ({ page, plumbline }) => {
    await page.goto(`${plumbline.url}/advisor-list`);
    const box = page.getByLabel("What you are looking for");
    const send = page.getByRole("region", { name: "Not quite it?" }).getByRole("button", { name: /Send/ });
    await send.click();
    await expect(page.getByText("Please enter description", { exact: true })).toBeVisible();
    await page.route("**/api/searches/empty_search", (route) => route.abort());
    await box.fill("Somebody who has taken a bakery to Norway.");
    await send.click();
    await expect(page.getByText(/could not reach the server/)).toBeVisible();
    await expect(box).toHaveValue("Somebody who has taken a bakery to Norway.");
    await page.unroute("**/api/searches/empty_search");
    const thanks = "Thanks for letting us know, one of the team will be in contact shortly";
    const seen = seenAt(page, thanks);
    await send.click();
    const from = await seen;
    await noProblems(page);
    await expect(page.getByText(thanks)).toBeHidden();
    expect(Date.now() - from).toBeGreaterThan(3000);
    await expect(box).toHaveValue("");
    // What is written while it is thanked for is another request.
    await box.fill("Somebody who bakes.");
    await send.click();
    await expect(page.getByText(thanks)).toBeVisible();
    await box.fill("And somebody who sells.");
    await expect(page.getByText(thanks)).toBeHidden();
    await expect(box).toHaveValue("And somebody who sells.");
  },
);

test("S-09 W-08 without a membership the list redirects to choosing one; a list that fails shows it and can be loaded again", async ({
  page,
  plumbline,
}) => {
  await withoutLive(page);
  await page.route("**/api/searches/get_advisors", notNow);
  await page.goto(`${plumbline.url}/advisor-list`);
  await expect(page.getByText("Your matches did not load")).toBeVisible();
  await expect(page.getByLabel("What you are looking for")).toBeVisible();
  await page.unroute("**/api/searches/get_advisors");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /^Start a Conversation/ }).first()).toBeVisible();
  // Before the page's own scripts run, so that no pending response can restore it.
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem("plumbline.session") ?? "{}");
    localStorage.setItem("plumbline.session", JSON.stringify({ ...stored, stripe_setup: false }));
  });
  await page.route("**/api/customers/profile", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stripe_setup: false } });
  });
  await page.goto(`${plumbline.url}/advisor-list`);
  await page.waitForURL("**/create-profile/customer");
});

test("H-10 C-01 both homes show the next steps first, and how the advisor matched this week", async ({
  page,
  plumbline,
  browser,
}) => {
  await page.goto(`${plumbline.url}/customer-home`);
  await expect(page.getByRole("heading", { name: "What to do next" })).toBeVisible();
  await expect(page.getByText(/has sent you a proposal/).first()).toBeVisible();
  await expect(page.getByText("Start with one question.")).toBeVisible();
  await noProblems(page);
  await page.goto(`${plumbline.url}/advisor-list`);
  await expect(page.getByRole("link", { name: /^Start a Conversation/ }).first()).toBeVisible();
  const advisor = await (await browser.newContext()).newPage();
  await signIn(advisor, plumbline, "advisor", "advisor@demo.plumbline.test");
  await advisor.goto(`${plumbline.url}/advisor-home`);
  await expect(advisor.getByRole("heading", { name: "How customers find you" })).toBeVisible();
  await expect(advisor.getByText(/Track record: \d+ of 15 points/)).toBeVisible();
  await noProblems(advisor);
});
