import { noProblems } from "./axe.ts";
import { mainLinks } from "./header.ts";
import { expect, signIn, signInByForm, test } from "./plumbline.ts";
import { fetchingNothingAhead } from "./waiting.ts";

test("W-07 while a page's data is on its way, a line along the top shows that the press was noticed", async ({
  page,
  plumbline,
}) => {
  await fetchingNothingAhead(page.context());
  await signInByForm(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/billing`);
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/projects(\?|$)/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const line = page.getByRole("progressbar", { name: "Loading the page" });
  await expect(line).toHaveCount(0);
  await mainLinks(page).filter({ hasText: "Engagements" }).click();
  await expect(line).toBeVisible();
  await expect.poll(async () => (await line.boundingBox())?.width).toBeGreaterThan(100);
  await noProblems(page);
  answer.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test("W-08 a page that was not found, and one that did not load, say so, and leave the pages after them as they were", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  const reviews = mainLinks(page).filter({ hasText: "Reviews" });
  const goOn = async () => {
    await noProblems(page);
    await mainLinks(page).filter({ hasText: "Engagements" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
    await noProblems(page);
  };
  await page.goto(`${plumbline.url}/invoices/99999999`);
  await expect(page.getByRole("heading", { level: 1, name: "There is nothing at this address" })).toBeVisible();
  await expect(page).toHaveTitle("Not found · Plumbline");
  await goOn();
  // The same within the application, where the document is drawn anew around the sheets that it has loaded.
  const failing = /\/api\/reviews/;
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: "Internal server error" } }));
  await reviews.click();
  await expect(page.getByRole("heading", { level: 1, name: "This page did not load" })).toBeVisible();
  await expect(page).toHaveTitle("Not loaded · Plumbline");
  await goOn();
  await page.unroute(failing);
  await reviews.click();
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
});

test("H-37 what a page loads later leaves its rows where they are", async ({ page, plumbline }) => {
  await signInByForm(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/applications`);
  const link = page.getByRole("table").getByRole("row").nth(1).getByRole("link");
  await expect(link).toBeVisible();
  const place = await link.boundingBox();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => link.boundingBox()).toEqual(place);
});

test("H-37 A-06 a page that asks about its link keeps the footer below the window while it asks and after", async ({
  page,
  plumbline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["reference/unknown", "application/unknown"]) {
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/.*\/unknown/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`${plumbline.url}/${path}`, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo")).not.toBeInViewport();
    answer.resolve();
    await expect(page.getByText("This link is not known")).toBeVisible();
    await expect(page.getByRole("contentinfo")).not.toBeInViewport();
    await page.unrouteAll();
  }
});

test("H-16 after the page has changed its heading has the focus, and Tab goes on from there", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/billing`);
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await mainLinks(page).filter({ hasText: "Engagements" }).press("Enter");
  const heading = page.getByRole("heading", { level: 1, name: "Engagements" });
  await expect(heading).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  await page.getByRole("main").getByRole("link", { name: "Stock that adds up" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Stock that adds up" })).toBeFocused();
});

test("H-16 M-01 the heading has the focus after a tab of a section and after steps back, not after opening a conversation", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/applications`);
  await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Reports" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/messages`);
  const conversations = page.getByRole("region", { name: "Conversations" }).getByRole("link");
  for (const place of [1, 2]) {
    await conversations.nth(place).press("Enter");
    await expect(conversations.nth(place)).toHaveAttribute("aria-current", "true");
    // So that the next conversation can be opened.
    await expect(conversations.nth(place)).toBeFocused();
  }
  await page.goBack();
  await expect(conversations.nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
});

test("M-01 W-08 conversations that did not load are not taken for none, and are loaded again", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  // Live updates load them again, too, so that what comes before the button is pressed has to fail.
  const wasPressed = () => page.evaluate(() => "pressed" in document.documentElement.dataset).catch(() => false);
  await page.route("**/api/conversations*", async (route) =>
    (await wasPressed()) ? route.continue() : route.fulfill({ status: 500 }),
  );
  await page.goto(`${plumbline.url}/messages/customer`);
  await expect(page.getByText("Your conversations did not load")).toBeVisible();
  await expect(page.getByText("No conversation yet")).toHaveCount(0);
  await noProblems(page);
  await page.evaluate(() =>
    document.addEventListener("click", () => document.documentElement.setAttribute("data-pressed", ""), true),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByPlaceholder("Write a message...")).toBeVisible();
});

test("W-08 a page is there although the script of its dialog did not load at first", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  let loads = 0;
  await page.route("**/review-dialog*.js", (route) => {
    loads += 1;
    return loads === 1 ? route.abort() : route.continue();
  });
  await page.goto(`${plumbline.url}/engagements`);
  await page.getByRole("main").locator("a[href^='/project/']").first().click();
  await page.waitForURL("**/project/*");
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("This page did not load");
});

for (const program of ["actioncable", "live-header"])
  test(`M-17 the socket opens although its program ${program} did not load at first`, async ({ page, plumbline }) => {
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    let loads = 0;
    await page.route(`**/${program}*.js`, (route) => {
      loads += 1;
      return loads === 1 ? route.abort() : route.continue();
    });
    const socket = page.waitForEvent("websocket", (opened) => opened.url().includes("/cable"));
    await page.goto(`${plumbline.url}/customer-home`);
    await socket;
    expect(loads).toBe(2);
  });
