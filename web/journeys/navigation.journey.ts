import { noProblems } from "./axe.ts";
import { banner, mainLinks } from "./header.ts";
import { expect, nightly, signIn, signInByForm, test } from "./plumbline.ts";

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

test(
  "H-02 on a phone a row of tabs shows the current one, wherever it is in the row",
  nightly,
  async ({ page, plumbline }) => {
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
  },
);

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

test(
  "H-01 H-03 H-04 the header marks the page, also in a menu and on all pages of a section of the back office",
  nightly,
  async ({ page, plumbline }) => {
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
  },
);

test(
  "H-06 H-16 one step back from an address that led on is the page before it",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    // By a loader, and by a guard.
    for (const [asked, shown] of [
      ["/messages", "/messages/customer"],
      ["/create-password", "/customer-home"],
    ] as const) {
      await page.goto(`${plumbline.url}/engagements`);
      await page.goto(plumbline.url + asked);
      await page.waitForURL(`**${shown}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
    }
  },
);

test("H-06 decision 64 the link back to a list shows it as it was left, and else from its beginning", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.setViewportSize({ width: 1280, height: 400 });
  const back = page.getByRole("main").getByRole("link", { name: "Engagements", exact: true });
  const filters = "/engagements?status=completed&sort_by=highest_price";
  await page.goto(plumbline.url + filters);
  const last = page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.waitForURL(/\/project\/\d+$/);
  await back.click();
  await page.waitForURL(plumbline.url + filters);
  await expect(last).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  // It was a step back, so the entry is one step ahead.
  await page.goForward();
  await page.waitForURL(/\/project\/\d+$/);
  await page.reload();
  // What was opened before the reload is not known any more.
  await back.click();
  await page.waitForURL(`${plumbline.url}/engagements`);
});

test("H-06 G-11 one step back from an entry of the audit shows the page of it that was there", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/audit`);
  const rows = page.getByRole("table", { name: "Audit" }).getByRole("row");
  const newest = await rows.nth(1).innerText();
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/before=\d+$/);
  await expect(rows.nth(1)).not.toHaveText(newest, { useInnerText: true });
  const older = await rows.nth(1).innerText();
  await rows
    .getByRole("link", { name: /^Only what concerns/ })
    .first()
    .click();
  await page.waitForURL(/person=\d+$/);
  await expect(page.getByRole("link", { name: "Show everybody" })).toBeVisible();
  await page.goBack();
  await expect(rows.nth(1)).toHaveText(older, { useInnerText: true });
  await page.getByRole("link", { name: "Back to the first" }).click();
  await expect(rows.nth(1)).toHaveText(newest, { useInnerText: true });
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
  // Whoever follows the link of somebody else's e-mail reads as whom they are signed in.
  await page.goto(`${plumbline.url}/invoices/1`);
  await expect(page.getByRole("main")).toContainText("You are signed in as second.customer@demo.plumbline.test.");
  for (const path of ["/create-password", "/reset-password/customer", "/create-project", "/create-invoice"])
    await lands(path, "/customer-home");
  await expect(page.getByText("You are signed in as second.customer@demo.plumbline.test, and that page")).toBeVisible();
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
