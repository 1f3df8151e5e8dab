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
