import { expect, nightly, signIn, test } from "./plumbline.ts";

test(
  "H-16 with the longest of names a dialog stays within a small window, and its title covers nothing",
  nightly,
  async ({ page, plumbline }) => {
    const name = "Wolfeschlegelsteinhausen".repeat(4);
    await page.route(/\/api\/(projects|public\/advisors)\/\d+$/, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replaceAll("Harriet Osei", name) });
    });
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    await page.setViewportSize({ width: 320, height: 256 });
    const main = page.getByRole("main");
    const dialog = page.getByRole("dialog");
    await page.goto(`${plumbline.url}/engagements?status=proposed`);
    await main.locator('a[href^="/project/"]').first().click();
    await main.getByRole("button", { name: "Accept Project" }).click();
    await expect(dialog.getByRole("textbox")).toBeVisible();
    const sideways = () =>
      dialog.evaluate((shown) =>
        [shown, ...shown.querySelectorAll("div")].some(
          ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
        ),
      );
    await expect.poll(sideways).toBe(false);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    // Whoever proposed it.
    await main.getByRole("link", { name }).first().click();
    await main.getByRole("button", { name: "Report this profile" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("heading", { name })).not.toBeInViewport();
    await expect.poll(sideways).toBe(false);
  },
);

test("G-83 a coupon's months are not checked where they are not asked for", nightly, async ({ page, plumbline }) => {
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/settings/offers`);
  await page.getByRole("button", { name: "New coupon" }).click();
  const dialog = page.getByRole("dialog");
  const choose = async (duration: string) => {
    await dialog.getByRole("combobox", { name: "For how long" }).click();
    await page.getByRole("option", { name: duration }).click();
  };
  await dialog.getByLabel("Code").fill("SPRING10");
  await dialog.getByLabel("What it gives").fill("A tenth off");
  await dialog.getByLabel("Takes off").fill("10");
  await choose("For some months");
  await dialog.getByLabel("Months", { exact: true }).fill("0");
  await choose("The first bill");
  await dialog.getByLabel("How often, in all (optional)").fill("1");
  await dialog.getByLabel("Reason").fill("Spring.");
  await dialog.getByRole("button", { name: "Offer this coupon" }).click();
  await expect(page.getByRole("row", { name: /SPRING10/ })).toContainText("0 of 1 time");
  await expect(page.getByRole("row", { name: /WINTER10/ })).toContainText("of 100 times");
});

test(
  "W-03 decision 80 an entry's dialog says only what came of the last act, and its list is moved one step at a time",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/lists/company_sizes`);
    const rows = page.getByRole("main").getByRole("row");
    const nameOf = async (row: number) => (await rows.nth(row).getByRole("cell").first().textContent()) ?? "";
    await expect(rows.nth(3)).toBeVisible();
    const [first, second] = [await nameOf(1), await nameOf(2)];
    await page.getByRole("button", { name: `Move ${first} down` }).dblclick();
    await expect.poll(async () => [await nameOf(1), await nameOf(2)]).toEqual([second, first]);
    await expect(page.getByRole("alert")).toHaveCount(0);

    await page.getByRole("button", { name: `Manage ${first}` }).click();
    const dialog = page.getByRole("dialog");
    await page.route("**/retire", (route) => route.abort(), { times: 1 });
    await dialog.getByRole("button", { name: "Retire" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel("Name").fill("");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog.getByText("Please give the name.")).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  },
);
