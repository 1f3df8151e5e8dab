import { noProblems } from "./axe.ts";
import { expect, signIn, test } from "./plumbline.ts";

const advisorEmail = "advisor@demo.plumbline.test";
const customerEmail = "customer@demo.plumbline.test";

test("decision 61 an advisor reads earnings as a picture and as a table, and downloads a statement", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", advisorEmail);
  await page.goto(`${plumbline.url}/advisor-home`);
  await page.getByRole("link", { name: "See your earnings" }).click();
  const chart = page.getByRole("img", { name: /Your earnings by month/ });
  await expect(chart).toBeVisible();
  // A contrast theme of the system leaves the fill of drawings as it is: words and bars are in its colours all the same.
  const fillOf = (part: string) =>
    chart
      .locator(part)
      .first()
      .evaluate((drawn) => getComputedStyle(drawn).fill);
  const ours = await fillOf("rect");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await fillOf("text")).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  expect(await fillOf("rect")).not.toBe(ours);
  await page.emulateMedia({ forcedColors: null });
  await page.getByText("Show as a table").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Earnings by month" }).getByRole("row")).toHaveCount(13);
  const payouts = page.getByRole("table", { name: "Payouts" });
  await expect(payouts.getByRole("row").filter({ hasText: "SENT BACK" })).toContainText("The bank account is closed.");
  await expect(payouts.getByRole("link", { name: /^INV-\d{4}$/ }).first()).toBeVisible();
  await noProblems(page);
  await page.getByRole("link", { name: "Statements" }).click();
  const saved = page.waitForEvent("download");
  await page
    .getByRole("button", { name: /^CSV of Tax year/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/^earnings-\d{4}-04-06-\d{4}-04-05\.csv$/);
  await noProblems(page);
});

test("decision 62 a customer reads spending by month, advisor and engagement, and downloads it", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", customerEmail);
  await page.goto(`${plumbline.url}/billing`);
  await page.getByRole("navigation", { name: "Your money" }).getByRole("link", { name: "Spending" }).click();
  await expect(page.getByRole("img", { name: /Your spending by month/ })).toBeVisible();
  await page.getByText("Show as a table").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Spending by month" }).getByRole("row")).toHaveCount(13);
  await expect(page.getByRole("table", { name: "By advisor" })).toContainText("Owen Price");
  await expect(page.getByRole("table", { name: "By engagement" })).toContainText("Controller, a day a week");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^spending-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/);
  await noProblems(page);
});

test("decision 64 the filters of a list are in its address, with sums and a CSV of what they leave, also on a phone", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", advisorEmail);
  await page.goto(`${plumbline.url}/invoices`);
  const sums = page.getByRole("main").getByRole("status");
  const rows = page.getByRole("table", { name: "Invoices" }).getByRole("row");
  const words = page.getByRole("searchbox", { name: "Search" });
  await words.fill("Brackenfield");
  await page.waitForURL(/\?q=Brackenfield$/);
  await page.getByLabel("Status").selectOption("Paid");
  await page.waitForURL(/status=Completed/);
  await expect(rows.filter({ hasText: "Brackenfield Schools" }).first()).toBeVisible();
  await expect(rows.filter({ hasText: "Tallow" })).toHaveCount(0);
  const summed = await sums.innerText();
  expect(summed).toMatch(/^\d+ invoices\s*£[\d,.]+ in all/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("invoices.csv");
  await noProblems(page);
  await page.reload();
  await expect(words).toHaveValue("Brackenfield");
  await expect(sums).toHaveText(summed.replaceAll("\n", ""));
  await page.goBack();
  await expect(page.getByLabel("Status")).toHaveValue("");
  await page.goBack();
  await expect(words).toHaveValue("");
  // A choice made while the words are still being looked for keeps them.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/invoices\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/q=Brackenfield/);
  await words.fill("Brackenfield");
  await asked;
  await page.getByLabel("Status").selectOption("Paid");
  held.resolve();
  await page.waitForURL(/\?q=Brackenfield&status=Completed$/);
  await page.unroute(/\/api\/invoices\?/);
  await page.goto(`${plumbline.url}/invoices?q=nobody+of+that+name&status=mistyped`);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "Show all invoices" }).click();
  await expect(rows.nth(1)).toBeVisible();
  expect((await rows.nth(1).boundingBox())?.height).toBeLessThan(140);
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByLabel("Status")).toBeVisible();
  await noProblems(page);
});
