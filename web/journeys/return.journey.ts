import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { expect, logIn, nightly, revokeToken, signIn, signInByForm, test } from "./plumbline.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

async function noProblemsAtBothSizes(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await noProblems(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
}

test("H-06 decision 50 a visitor who opens a member's page sees a note on the home page, and signing in leads there", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/engagements?status=completed`);
  await page.waitForURL((url) => url.pathname === "/" && url.search === "");
  const note = page.getByText("The page you asked for is for members. Sign in, and we take you there.");
  await expect(note).toBeVisible();
  await noProblemsAtBothSizes(page);
  // Also on the page without the application.
  await page.reload();
  await expect(note).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).first().click();
  await page.getByRole("link", { name: "Login as a Business Member" }).click();
  await expect(page.getByText("Sign in, and we take you to the page you asked for.")).toBeVisible();
  await noProblemsAtBothSizes(page);
  await logIn(page, "second.customer@demo.plumbline.test");
  await page.waitForURL("**/engagements?status=completed");
  // Afterwards the note is gone.
  await page.getByRole("banner").getByLabel("Your account").click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(note).toBeHidden();
});

test("H-06 decision 50 a session that ends while a form is filled in shows a note, leads back, and the input is still there", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", "second.advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/edit-profile/advisor`);
  const position = page.getByLabel("Position", { exact: true });
  const typed = "Chair, typed just before the session ended";
  await position.fill(typed);
  const other = await page.context().newPage();
  await other.goto(`${plumbline.url}/invoices`);
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  // Ended elsewhere: the page's socket closes, and its next call finds the session invalid.
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(".session")) as string;
    return (JSON.parse(localStorage.getItem(key) as string) as { access_token: string }).access_token;
  });
  await revokeToken(plumbline, token);
  await page.waitForURL("**/sign-in/advisor");
  await expect(page.getByText("Your session has ended. Sign in to go on", { exact: false })).toBeVisible();
  await noProblemsAtBothSizes(page);
  await other.waitForURL("**/sign-in/advisor");
  await logIn(page, "second.advisor@demo.plumbline.test");
  await page.waitForURL("**/edit-profile/advisor");
  await expect(position).toHaveValue(typed);
  // The other tab's session is back, too.
  await other.waitForURL("**/invoices");
});

test(
  "decision 50 what was typed about one plan when the session ended is not put into the dialog of another",
  nightly,
  async ({ page, plumbline }) => {
    const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/settings/offers`);
    const change = page.getByRole("button", { name: "New price" });
    const dialog = page.getByRole("dialog");
    const reason = dialog.getByLabel("Reason");
    await change.first().click();
    await dialog.getByLabel("Price").fill("123");
    await reason.fill("Typed about the first plan");
    await revokeToken(plumbline, token);
    await dialog.getByRole("button", { name: "Set the price" }).click();
    await page.waitForURL("**/sign-in/staff");
    await logIn(page, "staff@demo.plumbline.test");
    await page.waitForURL("**/settings/offers");
    await change.nth(1).click();
    await expect(reason).toBeVisible();
    await expect(reason).toHaveValue("");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await change.first().click();
    await expect(reason).toHaveValue("Typed about the first plan");
  },
);

test("decision 50 on a shared computer somebody else who signs in comes to their own home, not to where a session ended", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "advisor", "second.advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/notifications`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await revokeToken(plumbline, token);
  // The page learns of it by its socket. Its member would be led back to it.
  await page.waitForURL("**/sign-in/advisor");
  await logIn(page, "advisor@demo.plumbline.test");
  await page.waitForURL("**/advisor-home");
});

test(
  "A-19 decision 10 Logout asks first and removes what was typed and not sent, in every tab",
  nightly,
  async ({ page, plumbline }) => {
    await signInByForm(page, plumbline, "advisor", "second.advisor@demo.plumbline.test");
    await page.goto(`${plumbline.url}/edit-profile/advisor`);
    const position = page.getByLabel("Position", { exact: true });
    await position.fill("Chair, half typed");
    const other = await page.context().newPage();
    await other.goto(`${plumbline.url}/messages/advisor`);
    const composer = other.getByRole("textbox", { name: "Message" });
    await composer.fill("A message, half typed");
    const stored = (tab: Page) => tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await stored(page)).toContain("Chair, half typed");
    expect(await stored(other)).toContain("A message, half typed");

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Logout" }).click();
    const question = page.getByRole("dialog", { name: "Log out and throw away what you have written?" });
    await expect(question).toBeVisible();
    await noProblemsAtBothSizes(page);
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(position).toHaveValue("Chair, half typed");
    await page.getByRole("banner").getByLabel("Your account").click();
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await question.getByRole("button", { name: "Log out" }).click();
    for (const tab of [page, other]) {
      await tab.waitForURL((url) => url.pathname === "/");
      expect(await stored(tab)).not.toContain("half typed");
    }
  },
);

test("N-01 decision 51 closing the bell marks all of it read, and a page lists everything", async ({
  page,
  plumbline,
}) => {
  await signInByForm(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.waitForURL("**/customer-home");
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Priya" })).toBeVisible();
  const bell = page.getByLabel(/^Notifications/);
  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.click();
  await expect(page.getByRole("link", { name: "All notifications" })).toBeVisible();
  // The bell is updated before the server has confirmed: a reload in between would cancel the call.
  const told = page.waitForResponse(
    (answer) => answer.request().method() === "PATCH" && new URL(answer.url()).pathname === "/api/notifications",
  );
  await page.keyboard.press("Escape");
  await expect(bell).toHaveAccessibleName("Notifications");
  await told;
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Priya" })).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notifications");
  await bell.click();
  await page.getByRole("link", { name: "All notifications" }).click();
  await page.waitForURL("**/notifications");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await noProblemsAtBothSizes(page);
  await page.getByRole("link", { name: "What reaches you" }).click();
  await page.waitForURL("**/notifications/preferences");
  await expect(page.getByRole("switch").first()).toBeAttached();
});

test("C-05 C-09 Load More keeps members-only insights for members", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/insights`);
  const forMembers = page.getByRole("main").getByText("Members", { exact: true });
  await expect(forMembers).not.toHaveCount(0);
  const before = await forMembers.count();
  await page.getByRole("link", { name: "Load More" }).click();
  await page.waitForURL("**/insights?show=*");
  await expect.poll(() => page.getByRole("main").getByRole("article").count()).toBeGreaterThan(10);
  await expect.poll(() => forMembers.count()).toBeGreaterThanOrEqual(before);
});

test("C-15 an address without a video is an unknown page", async ({ page, plumbline }) => {
  const answer = await page.goto(`${plumbline.url}/videos/nope`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("decision 10 a page on which something was typed that nothing keeps is left after a question", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/applications`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByLabel("Reason").fill("Known to us from two others.");
  const elsewhere = page.getByRole("link", { name: "Applications" }).first();
  await elsewhere.click();
  const question = page.getByRole("dialog", { name: "Throw away what you have written?" });
  await expect(question).toBeVisible();
  await noProblems(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByLabel("Reason")).toHaveValue("Known to us from two others.");
  await elsewhere.click();
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
});

test(
  "decision 10 what was typed about one thing is not on the page of the next, once it was thrown away",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/invoices?status=Completed`);
    const next = "INV-0012";
    await page.getByRole("table").getByRole("link", { name: "INV-0013" }).first().click();
    await page.getByLabel("Amount").fill("5");
    await page.getByLabel("Reason").fill("Agreed on the telephone.");
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search" }).fill(next);
    await page.getByRole("dialog").getByRole("button", { name: next }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Throw it away" }).click();
    await expect(page.getByLabel("Reason")).toHaveValue("");
    await expect(page.getByLabel("Amount")).toHaveValue("");
  },
);

test(
  "decision 10 a member's page is another one for the next invoice, so that nothing of the last stands on it",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
    await page.goto(`${plumbline.url}/invoices`);
    await page.getByRole("link", { name: "INV-0013" }).first().click();
    const last = await page.getByRole("heading", { level: 1, name: /INV-0013/ }).elementHandle();
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search" }).fill("INV-0012");
    await page.getByRole("dialog").getByRole("button", { name: "INV-0012" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: /INV-0012/ })).toBeVisible();
    expect(await last?.evaluate((element) => element.isConnected)).toBe(false);
  },
);

test(
  "decision 10 forms of the back office ask before they throw away what was typed: texts, e-mails, settings and prices",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    const question = page.getByRole("dialog", { name: "Throw away what you have written?" });
    const keep = async () => {
      await question.getByRole("button", { name: "Keep it" }).click();
      await expect(question).toBeHidden();
    };
    const leave = async () => {
      await question.getByRole("button", { name: "Throw it away" }).click();
      await expect(question).toBeHidden();
    };

    await page.goto(`${plumbline.url}/back-office/content/about-bottom`);
    const title = page.getByRole("textbox", { name: "Title" });
    const before = await title.inputValue();
    await title.fill("Half a thought");
    await page.getByRole("button", { name: "Use again: as delivered" }).click();
    await keep();
    await page.getByRole("link", { name: "Lists", exact: true }).click();
    await keep();
    await expect(title).toHaveValue("Half a thought");
    await page.getByRole("link", { name: "Lists", exact: true }).click();
    await leave();
    await expect(page.getByRole("heading", { level: 1, name: "Lists" })).toBeVisible();
    await page.goBack();
    await expect(title).toHaveValue(before);

    await page.goto(`${plumbline.url}/back-office/mail-texts/engagement.proposed`);
    await page.getByRole("textbox", { name: "Subject" }).fill("Half a thought");
    await page.getByRole("link", { name: "Lists", exact: true }).click();
    await leave();
    await expect(page.getByRole("heading", { level: 1, name: "Lists" })).toBeVisible();

    const dialogs = [
      { at: "settings/money", button: /^Change Commission/, field: "Percent" },
      { at: "settings/offers", button: /^New price of Annual/, field: "Price" },
      { at: "settings/offers", button: "New coupon", field: "Code" },
    ];
    for (const { at, button, field } of dialogs) {
      await page.goto(`${plumbline.url}/back-office/${at}`);
      await page.getByRole("button", { name: button }).first().click();
      const typed = page.getByRole("dialog").getByRole("textbox", { name: field });
      // Nothing was typed: nothing is asked.
      await typed.focus();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: button }).first().click();
      await typed.fill("12");
      await page.keyboard.press("Escape");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(typed).toHaveValue("12");
      await page.getByRole("button", { name: "Cancel" }).click();
      await leave();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  },
);
