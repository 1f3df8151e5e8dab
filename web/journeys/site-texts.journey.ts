import { noProblems } from "./axe.ts";
import { expect, nightly, signIn, test, tokenOf } from "./plumbline.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test(
  "G-77 G-78 staff change the privacy page and place a picture, a visitor reads it at once, and an earlier version again",
  nightly,
  async ({ page, browser, plumbline }) => {
    const visitor = await (await browser.newContext()).newPage();
    const read = async () => {
      await visitor.goto(`${plumbline.url}/privacy-policy`);
      return visitor.getByRole("main");
    };
    await expect((await read()).getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");

    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/content`);
    await expect(page.getByRole("row", { name: /About, at the bottom.*Changed/ })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await noProblems(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("link", { name: "Privacy policy", exact: true }).click();

    await page.getByRole("textbox", { name: "Title" }).fill("Your privacy");
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("We keep what we need.\n\nRead [this](javascript:alert(1)).");
    await page.getByLabel("Add pictures").setInputFiles({
      name: "team.png",
      mimeType: "image/png",
      buffer: Buffer.from(pixel, "base64"),
    });
    const words = page.getByRole("textbox", { name: "What picture 1 shows" });
    await expect(words).toBeVisible();
    await expect(text).toHaveValue(/\n\n\[picture 1\]\n$/);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Please say what the picture shows.")).toBeVisible();
    await words.fill("Our team");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/^A link leads to a page of ours/)).toBeVisible();
    await text.fill("We keep what we need.\n\n[picture 1]\n\nRead [this](/contact).");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("We keep what we need.");
    await noProblems(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Visitors read this text from now on.")).toBeVisible();

    const changed = await read();
    await expect(changed.getByRole("heading", { level: 1 })).toHaveText("Your privacy");
    await expect(changed.getByRole("link", { name: "this" })).toHaveAttribute("href", "/contact");
    const picture = changed.getByRole("img", { name: "Our team" });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(1);

    await page.getByRole("button", { name: "Look at as delivered" }).click();
    await expect(page.getByRole("region", { name: "As delivered" })).toContainText("Who we are");
    await text.fill("Again something else.");
    await page.getByRole("button", { name: "Remove picture 1" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Use again: version 1" })).toBeVisible();
    await expect((await read()).getByText("Again something else.")).toBeVisible();

    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    await colleague.getByRole("textbox", { name: "Title" }).fill("Privacy, in short");
    await colleague.getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByText("Visitors read this text from now on.")).toBeVisible();
    await text.fill("A third text.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/changed this text in the meantime/)).toBeVisible();
    await expect(page.getByRole("region", { name: /^Saved in the meantime/ })).toContainText("Privacy, in short");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: /^Saved in the meantime/ })).toBeHidden();
    await expect((await read()).getByText("A third text.")).toBeVisible();
    await page.getByRole("button", { name: "Use again: version 1" }).click();
    await expect(text).toHaveValue(/We keep what we need/);
    await expect((await read()).getByRole("img", { name: "Our team" })).toBeVisible();
    await page.getByRole("button", { name: "Use again: as delivered" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Privacy Policy");
    await expect((await read()).getByRole("heading", { name: "Who we are" })).toBeVisible();
  },
);

test(
  "G-77 staff take a banner's picture away, and bring the delivered one back",
  nightly,
  async ({ page, browser, plumbline }) => {
    const visitor = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    const pictures = async () => {
      await visitor.goto(`${plumbline.url}/how-we-help`);
      return visitor.getByRole("main").locator("section").first().locator("img, svg").count();
    };
    expect(await pictures()).toBe(1);
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/content/how-we-help-top`);
    await expect(page.getByText("The delivered picture.")).toBeVisible();
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect(page.getByText("This banner has no picture.")).toBeVisible();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" }).getByRole("img")).toHaveCount(0);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Visitors read this text from now on.")).toBeVisible();
    expect(await pictures()).toBe(0);
    await visitor.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await noProblems(visitor);

    await page.getByLabel("Another picture").setInputFiles({
      name: "team.png",
      mimeType: "image/png",
      buffer: Buffer.from(pixel, "base64"),
    });
    await page.getByRole("textbox", { name: "What the picture shows" }).fill("Our team");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Use again: version 1" })).toBeVisible();
    expect(await pictures()).toBe(1);
    await page.getByRole("button", { name: "Remove picture 1" }).click();
    await page.getByRole("button", { name: "Use the delivered picture again" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Use again: version 2" })).toBeVisible();
    expect(await pictures()).toBe(1);
  },
);

test(
  "G-77 an earlier version that is taken again after a colleague saved shows theirs first",
  nightly,
  async ({ page, plumbline }) => {
    const staff = "staff@demo.plumbline.test";
    await signIn(page, plumbline, "staff", staff);
    await page.goto(`${plumbline.url}/back-office/content/about-bottom`);
    const again = page.getByRole("button", { name: "Use again: as delivered" });
    await expect(again).toBeVisible();
    const at = `${plumbline.url}/api/back-office/content/about-bottom`;
    const headers = {
      authorization: `Bearer ${await tokenOf(plumbline, "staff", staff)}`,
      "content-type": "application/json",
    };
    const text = (await (await fetch(at, { headers })).json()) as object;
    const body = JSON.stringify({ ...text, title: "A colleague’s title" });
    expect((await fetch(at, { method: "PUT", headers, body })).status).toBe(200);
    await again.click();
    await expect(page.getByRole("alert")).toContainText("changed this text in the meantime");
    await expect(page.getByRole("region", { name: /^Saved in the meantime/ })).toContainText("A colleague’s title");
    await again.click();
    await expect(page.getByText("Visitors read the delivered text again.")).toBeVisible();
  },
);
