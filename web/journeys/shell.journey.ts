import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { banner, mainLinks } from "./header.ts";
import { expect, signIn, signInByForm, test } from "./plumbline.ts";
import { fetchingNothingAhead } from "./waiting.ts";

test("H-01 a visitor's header has its links, two dropdowns, and the two buttons for joining and signing in", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/about`);
  for (const [text, to] of [
    ["Home", "/"],
    ["How we help", "/how-we-help"],
    ["How it works", "/how-it-works"],
  ] as const)
    await expect(mainLinks(page).filter({ hasText: text }).first()).toHaveAttribute("href", to);
  await banner(page).locator("summary", { hasText: "Insights" }).click();
  await expect(banner(page).getByRole("link", { name: "Events" })).toBeVisible();
  await page.keyboard.press("Escape");
  await banner(page).locator("summary", { hasText: "About" }).click();
  await expect(banner(page).getByRole("link", { name: "FAQ" })).toBeVisible();
  await expect(banner(page).getByRole("link", { name: "Login" })).toHaveAttribute("href", "/sign-in");
  await expect(banner(page).getByRole("link", { name: "Apply", exact: true })).toHaveAttribute("href", "/apply");
  await banner(page)
    .getByRole("link", { name: /Plumbline/ })
    .click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("H-02 below 990 px a drawer has the same items, and widening the window closes it", async ({
  page,
  plumbline,
}) => {
  await page.setViewportSize({ width: 980, height: 800 });
  await page.goto(plumbline.url);
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  for (const name of ["Home", "How we help", "How it works", "Events", "FAQ"])
    await expect(drawer.getByRole("link", { name, exact: true })).toBeVisible();
  await noProblems(page);
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(drawer).toBeHidden();
});

test("H-02 on a phone a row of tabs shows the current one, wherever it is in the row", async ({ page, plumbline }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // For a visitor, whose page is no application, as well.
  await page.goto(`${plumbline.url}/insights`);
  const categories = page.getByRole("navigation", { name: "Categories" });
  await expect(categories.getByRole("link").last()).not.toBeInViewport({ ratio: 1 });
  await page.goto(plumbline.url + ((await categories.getByRole("link").last().getAttribute("href")) ?? ""));
  await expect(categories.getByRole("link").last()).toHaveAttribute("aria-current", "page");
  await expect(categories.getByRole("link").last()).toBeInViewport({ ratio: 1 });
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  const isShown = async (bar: string, text: RegExp | string) => {
    const tab = page.getByRole("navigation", { name: bar, exact: true }).getByRole("link", { name: text });
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tab).toBeInViewport({ ratio: 1 });
  };
  await page.goto(`${plumbline.url}/back-office/webhooks`);
  await isShown("Settings", "Webhooks");
  await page.getByRole("navigation", { name: "Settings", exact: true }).getByRole("link", { name: "Health" }).click();
  await page.waitForURL("**/back-office/health");
  await isShown("Settings", "Health");
  await page.goto(`${plumbline.url}/back-office/members?q=Priya`);
  await page.getByRole("link", { name: "Priya Raman" }).first().click();
  const about = page.getByRole("navigation", { name: "About this member" });
  await isShown("About this member", "Everything");
  // In the row without a hand on it, as a keyboard or a link from elsewhere would.
  await about.getByRole("link", { name: "Notes" }).evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**?tab=notes");
  await isShown("About this member", "Notes");
  // The tab at the end of the row grows by the count of notes.
  await page.getByLabel("A note for your colleagues").fill("Prefers calls in the morning.");
  await page.getByRole("button", { name: "Write it down" }).click();
  await isShown("About this member", /Notes \d/);
  await page.goBack();
  await isShown("About this member", "Everything");
  await noProblems(page);
});

const members = {
  customer: {
    links: ["Home", "Find An Advisor", "Engagements", "Insights", "About"],
    dropdown: ["Account", "Terms", "Membership", "Billing"],
  },
  advisor: {
    links: ["Home", "Engagements", "Reviews", "Insights", "About"],
    dropdown: ["Account", "Terms", "Invoices"],
  },
} as const;

for (const role of ["customer", "advisor"] as const) {
  test(`H-03 H-04 H-05 the ${role}'s header has exactly their links, their messages and their dropdown`, async ({
    page,
    plumbline,
  }) => {
    await signInByForm(page, plumbline, role, `second.${role}@demo.plumbline.test`);
    await page.waitForURL(`**/${role}-home`);
    // Navigating closes the header's menus, so one is opened once the page is there.
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello");
    await expect(mainLinks(page)).toHaveText([...members[role].links]);
    await expect(banner(page).getByRole("link", { name: /messages/i })).toHaveAttribute("href", `/messages/${role}`);
    const account = banner(page)
      .getByRole("button", { name: /account/i })
      .or(banner(page).locator("summary").last());
    await account.first().click();
    for (const name of members[role].dropdown)
      await expect(banner(page).getByRole("link", { name, exact: true })).toBeVisible();
    await expect(banner(page).getByRole("button", { name: "Logout" })).toBeVisible();
    const others = members[role === "customer" ? "advisor" : "customer"];
    for (const name of others.dropdown.filter((each) => !(members[role].dropdown as readonly string[]).includes(each)))
      await expect(banner(page).getByRole("link", { name, exact: true })).toHaveCount(0);
    // The demo's advisor has a photo; the customer has none, and shows the drawn default.
    await expect(account.first().locator("img")).toHaveCount(role === "advisor" ? 1 : 0);
    await banner(page).getByRole("button", { name: "Logout" }).click();
    await expect(banner(page).getByRole("link", { name: "Login" })).toBeVisible();
  });
}

test("H-01 H-03 H-04 the header marks the page, also in a menu and on all pages of a section of the back office", async ({
  page,
  plumbline,
}) => {
  const lineOf = (element: Element) => getComputedStyle(element).borderBottomColor;
  const marks = async (path: string, text: string) => {
    await page.goto(plumbline.url + path);
    const other = await mainLinks(page).filter({ hasNotText: text }).first().evaluate(lineOf);
    await expect(mainLinks(page).filter({ hasText: text }).first()).not.toHaveCSS("border-bottom-color", other);
  };
  await marks("/how-it-works", "How it works");
  await page.goto(`${plumbline.url}/faq`);
  const about = banner(page).locator("summary", { hasText: "About" });
  await expect(about).not.toHaveCSS(
    "border-bottom-color",
    await banner(page).locator("summary", { hasText: "Insights" }).evaluate(lineOf),
  );
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await marks("/engagements", "Engagements");
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await marks("/back-office/applications", "Desk");
  await marks("/back-office/webhooks", "Settings");
  await marks("/back-office/sanctions/93", "Members");
  // One's own account belongs to no section.
  await page.goto(`${plumbline.url}/back-office/account`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const lines = await mainLinks(page).evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).borderBottomColor),
  );
  expect(lines).toHaveLength(6);
  expect(new Set(lines).size).toBe(1);
});

test("H-06 H-07 H-08 H-09 guards redirect each role to its own pages", async ({ page, plumbline }) => {
  const lands = async (from: string, at: string) => {
    await page.goto(plumbline.url + from);
    await page.waitForURL((url) => url.pathname === at);
  };
  for (const path of [
    "/messages/customer",
    "/engagements",
    "/invoices",
    "/invoices/1",
    "/status/customer",
    "/membership",
    "/billing",
    "/project/1",
  ])
    await lands(path, "/");
  // Signing in would lead to the requested page (decision 50, return.journey.ts).
  await page.evaluate(() => sessionStorage.clear());
  await signInByForm(page, plumbline, "customer", "second.customer@demo.plumbline.test");
  await page.waitForURL("**/customer-home");
  for (const path of ["/create-password", "/reset-password/customer", "/create-project", "/create-invoice"])
    await lands(path, "/customer-home");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await signInByForm(page, plumbline, "advisor", "new.advisor@demo.plumbline.test");
  await page.waitForURL("**/create-profile/advisor");
  await lands("/advisor-home", "/create-profile/advisor");
  await lands("/engagements", "/create-profile/advisor");
  await lands("/terms-and-conditions", "/terms-and-conditions");
});

test("H-35 while somebody is still setting up, the header offers only what they may open", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", "new.advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/create-profile/advisor`);
  await banner(page).locator("summary").last().click();
  await expect(banner(page).getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(banner(page).getByRole("link", { name: "Terms" })).toBeVisible();
  for (const name of ["Engagements", "Reviews", "Account", "Messages"])
    await expect(banner(page).getByRole("link", { name, exact: true })).toHaveCount(0);
});

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
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
});

test("H-13 M-07 a long conversation scrolls within the window, and the page does not", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/messages/customer`);
  await expect(page.getByText("this message from Priya Raman").first()).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
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
