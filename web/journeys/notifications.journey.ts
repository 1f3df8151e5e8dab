import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { expect, nightly, signIn, signInByForm, test } from "./plumbline.ts";
import { live, openLive } from "./waiting.ts";

const customer = "customer@demo.plumbline.test";
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
/** A person clicks the visible switch; the checkbox itself is below it. */
const move = (page: Page, name: string) => page.getByRole("switch", { name }).click({ force: true });
const at = (page: Page, name: string) => page.getByRole("switch", { name });

async function noProblemsAtBothSizes(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await noProblems(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
}

test(
  "N-01 H-14 a member changes their preferences from the bell; they are saved, other tabs follow, a failed save is reverted",
  nightly,
  async ({ page, plumbline, context }) => {
    const hears = live(page);
    await signInByForm(page, plumbline, "customer", customer);
    await page.waitForURL("**/customer-home");
    // Navigating closes the header's menus, so the bell is clicked once the page is loaded.
    await expect(page.getByRole("heading", { level: 1, name: "Hello, Priya" })).toBeVisible();
    await page.getByLabel(/^Notifications/).click();
    await page.getByRole("link", { name: "All notifications" }).click();
    await page.getByRole("link", { name: "What reaches you" }).click();
    await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
    await expect(page.getByRole("term")).toHaveText(["Invoices and payments", "Membership", "Account and security"]);
    const other = await context.newPage();
    await openLive(other, `${plumbline.url}/notifications/preferences`);
    await hears;
    await expect(at(other, "Reviews, by e-mail")).toBeChecked();

    await move(page, "Reviews, by e-mail");
    await move(page, "One e-mail a day instead");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(at(other, "Reviews, by e-mail")).not.toBeChecked();
    await expect(at(other, "One e-mail a day instead")).toBeChecked();
    await move(other, "Proposals, in the app");
    await expect(at(page, "Proposals, in the app")).not.toBeChecked();
    await noProblemsAtBothSizes(page);

    await page.route("**/api/notifications/preferences", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await move(page, "Messages, by e-mail");
    await expect(page.getByRole("alert")).toContainText("We could not reach the server.");
    await expect(at(page, "Messages, by e-mail")).toBeChecked();
    await noProblemsAtBothSizes(page);
    await page.unroute("**/api/notifications/preferences");
    await move(page, "Messages, by e-mail");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    for (const [name, on] of [
      ["Messages, by e-mail", false],
      ["Reviews, by e-mail", false],
      ["Proposals, in the app", false],
      ["Proposals, by e-mail", true],
      ["One e-mail a day instead", true],
    ] as const)
      await expect(at(page, name)).toBeChecked({ checked: on });

    // A contrast theme of the system takes our colours away: on and off still differ.
    await page.emulateMedia({ forcedColors: "active" });
    const colourOf = (name: string) =>
      at(page, name).evaluate((input) => getComputedStyle(input.nextElementSibling ?? input).backgroundColor);
    expect(await colourOf("Proposals, by e-mail")).not.toBe(await colourOf("Reviews, by e-mail"));
  },
);

test("N-01 an e-mail's link, opened signed out and without scripts, stops such e-mails, and can be undone", async ({
  browser,
  page,
  plumbline,
}) => {
  const link = await plumbline.linkTo(customer, /sent you a proposal/, "/unsubscribe/");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  for (let time = 0; time < 2; time++) {
    await bare.goto(link);
    await expect(bare.getByRole("heading", { level: 1 })).toHaveText("Stop e-mails about proposals?");
  }
  await bare.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(bare.getByRole("heading", { level: 1 })).toHaveText("Stopped, as you asked");
  await expect(bare.getByText("We no longer e-mail you about proposals.")).toBeVisible();

  // The same page as others see it, and as the member sees it now.
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("These e-mails are off");
  await noProblemsAtBothSizes(page);
  await signIn(page, plumbline, "customer", customer);
  await openLive(page, `${plumbline.url}/notifications/preferences`);
  await expect(at(page, "Proposals, by e-mail")).not.toBeChecked();

  await bare.getByRole("button", { name: "Undo" }).click();
  await expect(bare.getByRole("heading", { level: 1 })).toHaveText("They come again");
  await expect(at(page, "Proposals, by e-mail")).toBeChecked();
  await page.goto(link);
  await page.getByRole("link", { name: "Choose what reaches you" }).last().click();
  await page.waitForURL("**/notifications/preferences");

  await page.goto(`${link.slice(0, -1)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is not complete");
  await noProblemsAtBothSizes(page);
});

test(
  "G-94 staff write an announcement, are asked before it goes out, and its receivers read it",
  nightly,
  async ({ browser, page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/announcements/new`);
    await page.getByLabel("Title").fill("Closed on Friday");
    await page.getByLabel("Text").fill("Nobody answers on Friday the 4th.");
    // A banner would stand on the pages of the journeys after this one.
    await page.getByLabel("Also as a banner on their pages").uncheck();
    // A moment that is over is refused; none is now.
    await page.getByLabel("When (optional)").fill("2020-01-01T09:30");
    await page.getByRole("button", { name: "Schedule" }).click();
    await expect(page.getByText("Please choose a moment that is still to come", { exact: false })).toBeVisible();
    await page.getByLabel("When (optional)").fill("");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const question = page.getByRole("dialog", { name: /^Send this to/ });
    await expect(question).toContainText("can be stopped while it is on its way");
    await noProblems(page);
    await question.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/\/announcements\/\d+$/);
    await expect(page.getByText("Nobody answers on Friday the 4th.")).toBeVisible();

    const member = await (await browser.newContext()).newPage();
    await signIn(member, plumbline, "customer", "second.customer@demo.plumbline.test");
    await openLive(member, `${plumbline.url}/customer-home`);
    await expect(member.getByRole("heading", { level: 1, name: "Hello, Maeve" })).toBeVisible();
    await member.getByLabel(/^Notifications/).click();
    await member.getByRole("link", { name: "Closed on Friday" }).first().click();
    await expect(member.getByText("Nobody answers on Friday the 4th.")).toBeVisible();
  },
);

test("N-01 a count of several digits beside the bell is on one line", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", customer);
  await page.goto(`${plumbline.url}/customer-home`);
  const count = page.getByRole("banner").getByText(/^\d+$/).first();
  const height = (digits: string) =>
    count.evaluate((element, text) => {
      element.textContent = text;
      return element.getBoundingClientRect().height;
    }, digits);
  expect(await height("27")).toBe(await height("1"));
});
