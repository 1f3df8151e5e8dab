import { expect, signIn, test } from "./plumbline.ts";

test("R-04 H-15 a long review is shortened on a narrow screen only, with a way to all of it, and is printed whole", async ({
  page,
  plumbline,
}) => {
  const words = Array.from({ length: 12 }, (_, line) => `This is line ${line + 1} of the review.`).join("\n");
  await page.route(/\/api\/reviews(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { entries: { body: string }[] };
    await route.fulfill({
      response,
      json: { ...answer, entries: answer.entries.map((one) => ({ ...one, body: words })) },
    });
  });
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/reviews`);
  const review = page.getByText("This is line 1 of the review.").first();
  const isCut = () => review.evaluate((shown) => shown.scrollHeight > shown.clientHeight + 2);
  const all = page.getByRole("button", { name: "Read all" });
  await expect(review).toBeVisible();
  await expect(all).toHaveCount(0);
  expect(await isCut()).toBe(false);
  // A tablet that is turned.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(all.first()).toBeVisible();
  expect(await isCut()).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await isCut()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  await all.first().click();
  await expect.poll(isCut).toBe(false);
});

test("P-02 beside a long text the picture of a profile is where the text begins", async ({ page, plumbline }) => {
  await page.route(/\/api\/public\/advisors\/\d+$/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { profile: object };
    const description = "Twenty years of running finance in growing companies. ".repeat(80);
    await route.fulfill({ response, json: { ...answer, profile: { ...answer.profile, description } } });
  });
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/advisor-list`);
  await page.getByRole("main").locator('a[href^="/profile-details/"]').first().click();
  const about = page.getByRole("main").getByRole("heading", { name: "About" });
  await expect(about).toBeVisible();
  const [picture, heading] = await Promise.all([
    page.getByRole("main").getByRole("img").first().boundingBox(),
    about.boundingBox(),
  ]);
  expect(Math.abs((picture?.y ?? 0) - (heading?.y ?? 0))).toBeLessThan(160);
});
