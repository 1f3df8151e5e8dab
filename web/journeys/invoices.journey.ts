import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { posted } from "./people.ts";
import { expect, nightly, type Plumbline, signIn, test } from "./plumbline.ts";
import { seenAt } from "./waiting.ts";

const advisorEmail = "advisor@demo.plumbline.test";
const customerEmail = "customer@demo.plumbline.test";

/** Types into the table with the keyboard alone, from the first line's description. */
async function typeLines(page: Page, lines: readonly [string, string, string][]) {
  await page.getByLabel("Description, line 1").focus();
  for (const [description, quantity, price] of lines) {
    for (const cell of [description, quantity, price]) {
      await page.keyboard.type(cell);
      await page.keyboard.press("Tab");
    }
    // Skips the button that removes the line.
    await page.keyboard.press("Tab");
  }
}

async function sendInvoice(page: Page, plumbline: Plumbline, price: string) {
  await page.goto(`${plumbline.url}/create-invoice`);
  await typeLines(page, [["Finance function, one month", "1", price]]);
  await page.getByRole("button", { name: "Approve & Send" }).click();
  await page.waitForURL(`${plumbline.url}/invoices`);
}

/** Opens the newest invoice of the list. */
async function openNewest(page: Page, plumbline: Plumbline) {
  await page.goto(`${plumbline.url}/invoices`);
  await page.getByRole("table").last().getByRole("link").first().click();
  await page.waitForURL(/\/invoices\/\d+$/);
}

/** As the billing page does, with a token of the sandbox. */
async function useCard(page: Page, plumbline: Plumbline, number: string) {
  const token = await page.evaluate(() => {
    const stored = Object.entries(localStorage).find(([key]) => key.endsWith(".session"));
    return JSON.parse(stored?.[1] ?? "{}").access_token as string;
  });
  const { publishable_key: key } = await (await fetch(`${plumbline.url}/api/payment/config`)).json();
  const card = await fetch(`${plumbline.stripe}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": "2040",
      "card[cvc]": "123",
    }),
  });
  const answer = await fetch(`${plumbline.url}/api/payment/subscriptions/update_card`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ token: (await card.json()).id }),
  });
  expect(answer.status).toBe(200);
}

test("I-01 I-02 I-03 I-04 the line table grows, shows what is missing, and adds up to the penny", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", advisorEmail);
  await page.goto(`${plumbline.url}/create-invoice`);
  const rows = page.getByRole("table", { name: "Lines of the invoice" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Approve & Send" }).click();
  for (const column of ["Description", "Quantity", "Unit Price"])
    await expect(page.getByText(`${column} is required.`)).toBeVisible();
  await expect(page.getByLabel("Description, line 1")).toBeFocused();
  await typeLines(page, [
    ["Sweets", "3", "0.1"],
    ["Two and a half days", "2.5", "650"],
  ]);
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText("£0.30");
  await expect(page.getByText("£1,625.30").first()).toBeVisible();
  // Read out once typing has paused, and not with every key.
  const main = page.getByRole("main");
  await expect(main.getByRole("status").filter({ hasText: "£" })).toHaveText("Total £1,625.30");
  await expect(main.locator("[aria-live]").filter({ hasText: "£" })).toHaveCount(0);
  await page.getByLabel("Quantity, line 2").fill("");
  await page.getByRole("button", { name: "Approve & Send" }).click();
  await expect(page.getByText("Quantity is required.")).toHaveCount(1);
  await expect(page.getByLabel("Quantity, line 2")).toBeFocused();
  await noProblems(page);
  // The input survives leaving the page and coming back.
  await page.reload();
  await expect(page.getByLabel("Description, line 2")).toHaveValue("Two and a half days");
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await page.waitForURL("**/advisor-home");
  await page.goto(`${plumbline.url}/create-invoice`);
  await expect(page.getByText("We kept what you had written.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Throw away what you have written?" });
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByLabel("Description, line 2")).toHaveValue("Two and a half days");
  await page.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Throw it away" }).click();
  await page.waitForURL(`${plumbline.url}/invoices`);
});

test("I-08 a draft is stored separately, continued, and sent", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "advisor", advisorEmail);
  await page.goto(`${plumbline.url}/create-invoice`);
  await page.getByLabel("Description, line 1").fill("Workshop, to be priced");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/invoices", async (route) => {
    if (route.request().method() === "POST") await release.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  // What is typed while it is saved is a change of it.
  await page.getByLabel("Days to pay (optional)").fill("14");
  release.resolve();
  await page.waitForURL(/draft=\d+/);
  await expect(page.getByLabel("Days to pay (optional)")).toHaveValue("14");
  await expect(page.getByText("Your draft has been saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto(`${plumbline.url}/invoices`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invoice history");
  await expect(page.getByRole("link", { name: "New Invoice" })).toHaveAttribute("href", "/create-invoice");
  await page.getByRole("table", { name: "Drafts" }).getByRole("link").first().click();
  await expect(page.getByLabel("Description, line 1")).toHaveValue("Workshop, to be priced");
  await page.getByLabel("Quantity, line 1").fill("1");
  await page.getByLabel("Unit Price, line 1").fill("400");
  // A change of the draft survives a reload too.
  await page.reload();
  await expect(page.getByLabel("Unit Price, line 1")).toHaveValue("400");
  await page.getByRole("button", { name: "Approve & Send" }).click();
  await page.waitForURL(`${plumbline.url}/invoices`);
  await expect(page.getByRole("table", { name: "Drafts" })).toHaveCount(0);
  await noProblems(page);
});

test(
  "I-08 of two tabs with one draft the second is told so, keeps its input, and takes or replaces what was saved",
  nightly,
  async ({ page, plumbline, context }) => {
    await signIn(page, plumbline, "advisor", advisorEmail);
    await page.goto(`${plumbline.url}/create-invoice`);
    await typeLines(page, [["Seen by both", "1", "100"]]);
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.waitForURL(/draft=\d+/);
    const other = await context.newPage();
    await other.goto(page.url());
    const [line, others] = [page, other].map((tab) => tab.getByLabel("Description, line 1"));
    await others?.fill("Saved by the other tab");
    await line?.fill("Typed in this tab");
    await other.getByRole("button", { name: "Save draft" }).click();
    await expect(other.getByText("Your draft has been saved.")).toBeVisible();
    await page.getByRole("button", { name: "Approve & Send" }).click();
    const saved = page.getByRole("region", { name: "Saved in the meantime" });
    await expect(saved).toContainText("Saved by the other tab: 1 × £100.00");
    await expect(page.getByText(/has been saved since you opened it here/)).toBeVisible();
    await expect(page.getByLabel("Description, line 1")).toHaveValue("Typed in this tab");
    await noProblems(page);
    // Also what the browser kept is still based on the version that this tab has seen.
    await page.reload();
    await expect(page.getByLabel("Description, line 1")).toHaveValue("Typed in this tab");
    await page.getByRole("button", { name: "Save draft" }).click();
    await saved.getByRole("button", { name: "Take this one instead" }).click();
    await page.getByRole("button", { name: "Throw it away" }).click();
    await expect(page.getByLabel("Description, line 1")).toHaveValue("Saved by the other tab");
    await page.getByRole("button", { name: "Approve & Send" }).click();
    await page.waitForURL(`${plumbline.url}/invoices`);
    await other.getByLabel("Description, line 1").fill("Too late");
    await other.getByRole("button", { name: "Save draft" }).click();
    await expect(other.getByLabel("Description, line 1")).toHaveValue("Too late");
  },
);

test(
  "decision 10 of two tabs with a new invoice each neither loses what was typed to the other",
  nightly,
  async ({ page, plumbline, context }) => {
    await signIn(page, plumbline, "advisor", advisorEmail);
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(`${plumbline.url}/create-invoice`);
    await page.getByLabel("Description, line 1").fill("Typed in the first tab");
    await other.getByLabel("Description, line 1").fill("Typed in the second tab");
    await page.getByLabel("Quantity, line 1").fill("2");
    await other.getByRole("button", { name: "Cancel" }).click();
    await other.getByRole("button", { name: "Throw it away" }).click();
    await other.waitForURL(`${plumbline.url}/invoices`);
    await page.reload();
    await expect(page.getByLabel("Description, line 1")).toHaveValue("Typed in the first tab");
    await expect(page.getByLabel("Quantity, line 1")).toHaveValue("2");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Throw it away" }).click();
    await page.waitForURL(`${plumbline.url}/invoices`);
  },
);

test("I-06 I-07 I-09 I-11 I-12 I-13 sent by a double click, paid by a double click, and updated live on the advisor's page", async ({
  browser,
  plumbline,
}) => {
  const [advisor, customer] = [await browser.newPage(), await browser.newPage()];
  await signIn(advisor, plumbline, "advisor", advisorEmail);
  await signIn(customer, plumbline, "customer", customerEmail);
  await advisor.goto(`${plumbline.url}/create-invoice`);
  await typeLines(advisor, [["Finance function, one month", "1", "1000"]]);
  const invoiced = posted(advisor, "/api/invoices");
  const said = seenAt(advisor, "Your invoice has been sent.");
  await advisor.getByRole("button", { name: "Approve & Send" }).dblclick();
  expect(await invoiced).toEqual({
    project_id: expect.any(Number),
    items_attributes: [{ description: "Finance function, one month", quantity: 1, unit_price: 1000, amount: 1000 }],
  });
  await advisor.waitForURL(`${plumbline.url}/invoices`);
  expect(Date.now() - (await said)).toBeGreaterThan(1500);
  await expect(advisor.getByText("£1,000.00")).toHaveCount(1);
  await expect(advisor.getByRole("row").filter({ hasText: "£1,000.00" })).toContainText("Pending");
  await openNewest(advisor, plumbline);
  for (const text of ["£1,000.00", "Platform fee (10%)", "£100.00", "£900.00"])
    await expect(advisor.getByText(text).first()).toBeVisible();

  await customer.goto(`${plumbline.url}/invoices`);
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText("Invoices");
  await expect(customer.getByRole("link", { name: "New Invoice" })).toHaveCount(0);
  await openNewest(customer, plumbline);
  await expect(customer.getByRole("heading", { name: "To pay", exact: true })).toBeVisible();
  for (const block of ["From", "To"])
    await expect(customer.getByRole("region", { name: block, exact: true })).toBeVisible();
  await expect(customer.getByText("Platform fee")).toHaveCount(0);
  const saving = customer.waitForEvent("download");
  await customer.getByRole("button", { name: "Download PDF" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^INV-\d{4}\.pdf$/);
  await noProblems(customer);
  await customer.getByRole("button", { name: "Pay Invoice" }).dblclick();
  // Nothing is charged before the dialog has said how much, from which card, to whom and for what.
  const question = customer.getByRole("dialog", { name: /^Pay invoice INV-\d{4}\?$/ });
  for (const words of ["£1,000.00", "ending in", "Harriet Osei", "Stock that adds up", "Finance function, one month"])
    await expect(question).toContainText(words);
  await noProblems(customer);
  await question.getByRole("button", { name: "Not now" }).click();
  await expect(question).toBeHidden();
  await expect(customer.getByText("Pending")).toBeVisible();
  await customer.getByRole("button", { name: "Pay Invoice" }).click();
  await question.getByRole("button", { name: "Pay £1,000.00" }).dblclick();
  await expect(customer.getByText("Thank you. This invoice is paid.").first()).toBeVisible();
  await expect(customer.getByRole("button", { name: "Pay Invoice" })).toHaveCount(0);
  await expect(customer.getByRole("heading", { name: "Paid", exact: true })).toBeVisible();
  await expect(advisor.getByText("has paid this invoice")).toBeVisible();
  await noProblems(advisor);
  const ledger = await (await fetch(`${plumbline.stripe}/sandbox/ledger`)).json();
  const charges = ledger.charges.filter((charge: { amount: number }) => charge.amount === 100_000);
  expect(charges).toMatchObject([{ amount: 100_000, fee: 10_000, transferred: 90_000 }]);
});

test("I-12 a declined card shows the reason, a challenge is shown over the page, and after a failed one the invoice can still be paid", async ({
  browser,
  plumbline,
}) => {
  const [advisor, customer] = [await browser.newPage(), await browser.newPage()];
  await signIn(advisor, plumbline, "advisor", advisorEmail);
  await signIn(customer, plumbline, "customer", customerEmail);
  await sendInvoice(advisor, plumbline, "200");
  await useCard(customer, plumbline, "4000000000000341");
  await openNewest(customer, plumbline);
  const open = customer.getByRole("button", { name: "Pay Invoice" });
  const pay = customer.getByRole("button", { name: "Pay £200.00" });
  await open.click();
  await pay.click();
  await expect(customer.getByRole("alert")).toContainText("Your card was declined.");
  await customer.getByRole("button", { name: "Not now" }).click();
  // Its link to the cards is the page's as well.
  await expect(customer.getByRole("dialog")).toBeHidden();
  await expect(customer.getByText("Pending")).toBeVisible();
  await expect(customer.getByRole("link", { name: "Change card" })).toHaveAttribute("href", "/billing#card");

  await useCard(customer, plumbline, "4000002760003184");
  await customer.reload();
  await open.click();
  await expect(customer.getByRole("dialog")).toContainText("Visa ending in 3184");
  const bank = customer.frameLocator('iframe[title="Authentication by your bank"]');
  await pay.click();
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  await expect(customer.getByRole("alert")).toContainText("unable to authenticate");
  await pay.click();
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(customer.getByText("Thank you. This invoice is paid.").first()).toBeVisible();
});

test(
  "decision 18 an invoice beyond the agreed total is sent after a question, and its customer reads it before paying",
  nightly,
  async ({ browser, plumbline }) => {
    const [advisor, customer] = [await browser.newPage(), await browser.newPage()];
    await signIn(advisor, plumbline, "advisor", advisorEmail);
    await advisor.goto(`${plumbline.url}/create-invoice`);
    await expect(advisor.getByText("Agreed total")).toBeVisible();
    await expect(advisor.getByText("Left after this invoice")).toBeVisible();
    await typeLines(advisor, [["Much more than we spoke of", "1", "9999"]]);
    await expect(advisor.getByText("Beyond the agreed total", { exact: true })).toBeVisible();
    await expect(advisor.getByRole("status").filter({ hasText: "£" })).toHaveText(
      /^Total £9,999\.00, £[\d,.]+ beyond the agreed total$/,
    );
    await advisor.getByRole("button", { name: "Approve & Send" }).click();
    const question = advisor.getByRole("dialog", { name: "Send more than was agreed?" });
    await expect(question).toContainText("£6,600.00");
    await noProblems(advisor);
    await question.getByRole("button", { name: "Back to the invoice" }).click();
    await expect(advisor.getByLabel("Description, line 1")).toHaveValue("Much more than we spoke of");
    await advisor.getByRole("button", { name: "Approve & Send" }).click();
    await question.getByRole("button", { name: "Send £9,999.00" }).click();
    await advisor.waitForURL(`${plumbline.url}/invoices`);

    await signIn(customer, plumbline, "customer", customerEmail);
    await openNewest(customer, plumbline);
    await expect(customer.getByRole("main")).toContainText(/More than you agreed to, by £/);
    await expect(customer.getByRole("link", { name: /^Ask .+ about it$/ })).toHaveAttribute(
      "href",
      /^\/messages\/\d+$/,
    );
    await customer.getByRole("button", { name: "Pay Invoice" }).click();
    await expect(customer.getByRole("dialog")).toContainText(/More than you agreed to, by £/);
  },
);

test("I-12 staff refund a payment, and both parties see the reason", async ({ browser, plumbline }) => {
  const [staff, customer] = [await browser.newPage(), await browser.newPage()];
  await signIn(staff, plumbline, "staff", "staff@demo.plumbline.test");
  await staff.goto(`${plumbline.url}/back-office/invoices?status=Completed`);
  await staff.getByRole("row").filter({ hasText: "Tallow & Finch" }).first().getByRole("link").first().click();
  await staff.getByRole("button", { name: "Refund" }).click();
  await expect(staff.getByText("Please give the reason: both parties will read it.")).toBeVisible();
  await staff.getByLabel("Reason").fill("Billed twice.");
  await noProblems(staff);
  await expect(staff.getByText("Left to refund")).toBeVisible();
  await staff.getByRole("button", { name: "Refund" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  await expect(staff.getByText("refunded", { exact: true })).toBeVisible();
  await signIn(customer, plumbline, "customer", customerEmail);
  await customer.goto(`${plumbline.url}/invoices`);
  await customer.getByRole("row").filter({ hasText: "refunded" }).first().getByRole("link").click();
  await expect(customer.getByText("This invoice was refunded.")).toBeVisible();

  // One of the demo's, of which a part was refunded.
  const advisor = await browser.newPage();
  await signIn(advisor, plumbline, "advisor", "hassan.ali@demo.plumbline.test");
  await advisor.goto(`${plumbline.url}/invoices`);
  await advisor.getByRole("row").filter({ hasText: "Partly refunded" }).getByRole("link").first().click();
  await expect(advisor.getByText("Of it, from your share")).toBeVisible();
  await expect(advisor.getByRole("cell", { name: /your share £[\d,.]+\s*our fee/ })).toBeVisible();
});
