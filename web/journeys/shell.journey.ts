import type { Locator, Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { banner, mainLinks } from "./header.ts";
import { expect, nightly, signIn, signInByForm, test } from "./plumbline.ts";
import { fetchingNothingAhead } from "./waiting.ts";

test("H-31 offline a member reads on in what was opened, and is led back to the rest once there is a network", async ({
  browser,
  plumbline,
}) => {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  await fetchingNothingAhead(context);
  const page = await context.newPage();
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/engagements`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const first = page.getByRole("main").locator("a[href^='/project/']").first();
  const path = await first.getAttribute("href");
  await first.click();
  await page.waitForURL("**/project/*");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).not.toHaveText("Engagements");
  const opened = await title.textContent();
  await page.goBack();
  await page.waitForURL("**/engagements");
  await context.setOffline(true);
  await expect(page.getByRole("status").getByText("You are offline.")).toBeVisible();
  await first.click();
  await expect(title).toHaveText(opened ?? "");
  // Loaded anew it is not the browser's own error page, and comes back by itself.
  await page.goto(plumbline.url + path);
  await expect(title).toHaveText("You are offline");
  await context.setOffline(false);
  await expect(title).toHaveText(opened ?? "");
  await context.close();
});

test("H-32 without scripts a member's page says that it needs them", async ({ browser, plumbline }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${plumbline.url}/engagements`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page needs JavaScript");
  await expect(page.getByLabel("Loading")).toBeHidden();
  await context.close();
});

/** The colour of the text, which is dark on a light page. */
const text = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color);
const [onLight, onDark] = ["rgb(22, 38, 43)", "rgb(233, 236, 234)"];

test("H-14 pages are dark as the system is or as the reader chose, in every tab, and a reload keeps the choice", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/faq`);
  const choose = (name: string) => page.getByRole("group", { name: "Appearance" }).getByText(name).click();
  await expect.poll(() => text(page)).toBe(onLight);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => text(page)).toBe(onDark);
  await choose("Light");
  await expect.poll(() => text(page)).toBe(onLight);
  await page.emulateMedia({ colorScheme: "light" });
  await choose("Dark");
  await page.reload();
  await expect.poll(() => text(page)).toBe(onDark);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  const other = await page.context().newPage();
  await other.goto(`${plumbline.url}/sign-in/customer`);
  await expect.poll(() => text(other)).toBe(onDark);
  // Pictures, drawn for paper, are darker there.
  const picture = () =>
    other
      .locator("main img[loading]")
      .first()
      .evaluate((image) => getComputedStyle(image).filter);
  await other.goto(`${plumbline.url}/insights`);
  expect(await picture()).toMatch(/^brightness/);
  await page.goto(`${plumbline.url}/faq`);
  await choose("System");
  await expect.poll(() => text(other)).toBe(onLight);
  expect(await picture()).toBe("none");
});

test("H-13 a member's footer is one line without the newsletter, and messages fill the window", async ({
  page,
  plumbline,
}) => {
  await signInByForm(page, plumbline, "customer", "second.customer@demo.plumbline.test");
  await page.waitForURL("**/customer-home");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Privacy Policy" })).toBeVisible();
  await expect(footer.getByRole("button", { name: "Subscribe" })).toHaveCount(0);
  await page.goto(`${plumbline.url}/faq`);
  await expect(footer.getByRole("button", { name: "Subscribe" })).toHaveCount(0);
  await page.goto(`${plumbline.url}/messages/customer`);
  await expect(page.getByRole("textbox", { name: /message/i })).toBeVisible();
  await expect(footer).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
});

test("H-13 M-07 a long conversation scrolls within the window, and the page does not", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/messages/customer`);
  await expect(page.getByText("this message from Priya Raman").first()).toBeAttached();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
});

test("H-01 H-03 in a narrow window and with text twice as large the header has its name whole or only its mark", async ({
  page,
  plumbline,
}) => {
  const shown = () =>
    banner(page)
      .getByRole("link", { name: "Plumbline, home" })
      .evaluate((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.lastChild ?? link);
        const [name, mark, frame] = [range, link.firstElementChild ?? link, link].map((it) =>
          it.getBoundingClientRect(),
        );
        if (!name || !mark || !frame || mark.width < 20 || mark.right > frame.right) return "no mark";
        if (name.top >= frame.bottom - 1) return "mark";
        return name.right <= frame.right + 1 && name.top >= frame.top - 8 ? "whole" : "cut off";
      });
  const expectShown = async (width: number, percent: number, expected: string) => {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent);
    // With reduced motion a size changes in the next frame (base.css).
    await expect.poll(shown, `${width} px, ${percent} %`).toBe(expected);
  };
  await page.goto(`${plumbline.url}/faq`);
  await expectShown(390, 100, "whole");
  await expectShown(390, 200, "mark");
  await expectShown(320, 100, "whole");
  await expectShown(320, 200, "mark");
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/faq`);
  await expect(banner(page).getByLabel(/^Notifications/)).toBeVisible();
  await expectShown(390, 100, "whole");
  await expectShown(390, 200, "mark");
  await expectShown(320, 100, "mark");
});

test("H-15 an invoice, an engagement and a profile print black on white, without menus and buttons", async ({
  page,
  plumbline,
}) => {
  await signInByForm(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.waitForURL("**/customer-home");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const [list, each, title] of [
    ["invoices", "/invoices/", /^Invoice INV/],
    ["engagements", "/project/", /./],
    ["advisor-list", "/profile-details/", /./],
  ] as const) {
    await page.goto(`${plumbline.url}/${list}`);
    const main = page.getByRole("main");
    await main.locator(`a[href^="${each}"]`).first().click();
    await page.waitForURL(`**${each}*`);
    await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect.poll(() => text(page)).toBe(onLight);
    for (const part of [page.getByRole("banner"), page.getByRole("contentinfo"), main.getByRole("button").first()])
      await expect(part).toBeHidden();
    for (const part of await main.getByRole("navigation").or(main.getByRole("search")).all())
      await expect(part).toBeHidden();
    if (list !== "invoices") continue;
    await expect(main.getByText("Change card")).toHaveCount(1);
    await expect(main.getByText("Change card")).toBeHidden();
    // Its heading alone stood on a first sheet, and nothing on a last one.
    expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  }
});

test(
  "H-15 what sorts, sends, is pressed or leads on is not printed, however a page lays it out",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    for (const [path, part] of [
      ["/advisor-list", page.getByRole("navigation", { name: "Sort by" })],
      ["/advisor-list", page.getByLabel("What you are looking for")],
      ["/messages", page.getByRole("button", { name: "Files", exact: true })],
      ["/insights/what-to-stop-doing-at-fifty-people", page.getByText("All insights")],
      ["/insights/what-to-stop-doing-at-fifty-people", page.getByText("Similar interesting reads")],
    ] as const) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(plumbline.url + path);
      await expect(part).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await expect(part).toBeHidden();
    }
    await page.emulateMedia({ media: "screen" });
    await page.goto(`${plumbline.url}/engagements`);
    await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("dialog")).toBeHidden();
  },
);

test("H-36 Ctrl + K finds people, engagements, invoices and pages, ? lists the shortcuts, and g with a letter opens a page", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/billing`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Billing");
  await page.keyboard.press("Control+K");
  const search = page.getByRole("dialog").getByLabel("Search");
  await search.fill("osei");
  const found = page.getByRole("dialog").getByRole("button");
  await expect(found.filter({ hasText: "Harriet Osei" }).first()).toBeVisible();
  await expect(found.filter({ hasText: "INV-" }).first()).toBeVisible();
  await noProblems(page);
  await search.fill("nobody is called that");
  await expect(page.getByText("Nothing of yours is called that.")).toBeVisible();
  await search.fill("engagem");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/engagements");
  await expect(search).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.waitForURL("**/billing");
  // Also on a public page, which has no form kit of its own.
  await page.goto(`${plumbline.url}/faq`);
  await banner(page).getByRole("button", { name: "Search" }).click();
  await search.fill("osei");
  await expect(found.filter({ hasText: "Harriet Osei" }).first()).toBeVisible();
});

test("H-36 what is typed after Ctrl + K while its program is on its way is searched for", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  const asked = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  await page.route("**/command-dialogs-*.js", async (route) => {
    asked.resolve();
    await delivered.promise;
    await route.continue();
  });
  await page.goto(`${plumbline.url}/messages/customer`);
  // Not into the field that had the focus.
  const name = page.getByRole("main").getByRole("textbox").first();
  await name.focus();
  await page.keyboard.press("Control+K");
  await asked.promise;
  await page.keyboard.type("harr");
  delivered.resolve();
  const search = page.getByRole("dialog").getByLabel("Search");
  await expect(search).toBeFocused();
  await page.keyboard.type("iet");
  await expect(search).toHaveValue("harriet");
  await expect(name).toHaveValue("");
});

test("H-36 what the keyboard opens gives the focus back to what had it", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  // A public page as well, which has no form kit of its own.
  for (const path of ["/engagements", "/faq"]) {
    await page.goto(plumbline.url + path);
    const link = banner(page).getByRole("link", { name: "Find An Advisor" });
    for (const keys of ["Control+K", "?"]) {
      await link.focus();
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(link).toBeFocused();
    }
  }
});

test("H-36 what the keyboard opens closes with the page below it", nightly, async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/billing`);
  const engagements = mainLinks(page).filter({ hasText: "Engagements" });
  for (const keys of ["Control+K", "?"]) {
    await engagements.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeFocused();
    await engagements.focus();
    await page.keyboard.press(keys);
    await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeFocused();
  }
});

test("H-37 decision 10 a dialog asks before it throws away what was typed, and gives the focus back to its button", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  const answer = await fetch(`${plumbline.url}/api/back-office/members`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { entries } = await answer.json();
  await page.goto(`${plumbline.url}/back-office/sanctions/${entries[0].id}`);
  const warn = page.getByRole("button", { name: "Warn" });
  const reason = page.getByLabel("Reason");
  await warn.press("Enter");
  await reason.fill("Three meetings were missed.");
  await page.keyboard.press("Escape");
  const discard = page.getByRole("dialog", { name: "Throw away what you have written?" });
  await expect(discard).toBeVisible();
  await noProblems(page);
  await discard.getByRole("button", { name: "Keep it" }).click();
  await expect(reason).toHaveValue("Three meetings were missed.");
  await page.keyboard.press("Escape");
  await discard.getByRole("button", { name: "Throw it away" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(warn).toBeFocused();
});

test("H-16 a toast covers nothing that has the focus, and the page scrolls on until its end is above it", async ({
  page,
  plumbline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/create-invoice`);
  await page.getByRole("button", { name: "Save draft" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Your draft has been saved." });
  // It stays while the pointer is on it.
  await toast.hover();
  const isAbove = async (part: Locator) => {
    const [over, under] = await Promise.all([toast.boundingBox(), part.boundingBox()]);
    return over && under && under.y + under.height <= over.y;
  };
  const footer = page.getByRole("contentinfo");
  const first = footer.getByRole("link").first();
  await first.focus();
  await expect.poll(() => isAbove(first)).toBe(true);
  // Below it the page has nothing of its own to scroll to.
  await footer.getByRole("radio").last().focus();
  await expect.poll(() => isAbove(footer.getByText("Dark"))).toBe(true);
});
