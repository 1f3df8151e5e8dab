import { readFile } from "node:fs/promises";
import { pdfWords } from "../../server/testing/pdf-words.ts";
import { noProblems } from "./axe.ts";
import { propose } from "./people.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";

const advisorEmail = "elena.petrova@demo.plumbline.test";
const customerEmail = "shreya.nair@demo.plumbline.test";

test(
  "I-20 I-21 I-23 I-24 I-26 an advisor registers for VAT and invoices at two rates; the customer pays the total with VAT",
  nightly,
  async ({ page, plumbline, browser }) => {
    await signIn(page, plumbline, "advisor", advisorEmail);
    await page.goto(`${plumbline.url}/vat`);
    await page.getByRole("textbox", { name: "VAT number" }).fill("123 4567 83");
    await page.getByLabel("Registered business name").fill("Petrova People Ltd");
    await page.getByLabel("Address on your invoices").fill("5 Kiln Yard\nLondon\nSE1 9AB");
    await page.getByRole("checkbox", { name: /^I agree that Plumbline issues VAT invoices/ }).check();
    await page.getByRole("button", { name: "I am registered for VAT" }).click();
    await expect(page.getByText("Please enter a UK VAT number")).toBeVisible();
    await page.getByRole("textbox", { name: "VAT number" }).fill("gb 123 4567 82");
    // While it is being sent, leaving asks as before; that the words have changed is said beside them.
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const changed = "These words have changed. Please read them again.";
    await page.route(
      "**/api/payment/vat_registration",
      async (route) => {
        await asked;
        await route.fulfill({ status: 422, json: { errors: { agreement_version: [changed] } } });
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "I am registered for VAT" }).click();
    await page.getByRole("link", { name: "Engagements", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    answer();
    const agreed = page.getByRole("checkbox", { name: /^I agree that Plumbline issues VAT invoices/ });
    await expect(agreed).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(changed)).toBeVisible();
    await page.getByRole("button", { name: "I am registered for VAT" }).click();
    await expect(page.getByRole("heading", { name: "Registered" })).toBeVisible();
    await expect(page.getByText("GB 123 4567 82")).toBeVisible();
    await noProblems(page);

    await page.goto(`${plumbline.url}/create-invoice`);
    await page.getByLabel("Description, line 1").fill("One Thursday");
    await page.getByLabel("Quantity, line 1").fill("1");
    await page.getByLabel("Unit Price, line 1").fill("900");
    await page.getByLabel("Description, line 2").fill("Workbooks");
    await page.getByLabel("Quantity, line 2").fill("4");
    await page.getByLabel("Unit Price, line 2").fill("25");
    await page.getByLabel("VAT, line 2").selectOption("zero");
    // £900 at 20% and £100 at 0%: £180 of VAT; the fee is 10% of £1,000.
    for (const sum of ["VAT at 20% on £900.00", "Platform fee (10% of £1,000.00)", "£1,180.00", "£1,080.00"])
      await expect(page.getByText(sum).first()).toBeVisible();
    await noProblems(page);
    await page.getByRole("button", { name: "Approve & Send" }).click();
    await page.waitForURL(`${plumbline.url}/invoices`);
    await page.getByRole("row").filter({ hasText: "£1,180.00" }).getByRole("link").first().click();
    await page.waitForURL(/\/invoices\/\d+$/);
    const address = page.url();

    const customer = await (await browser.newContext()).newPage();
    await signIn(customer, plumbline, "customer", customerEmail);
    await customer.goto(address);
    await expect(customer.getByText("VAT number GB 123 4567 82")).toBeVisible();
    await noProblems(customer);
    await customer.getByRole("button", { name: "Pay Invoice" }).click();
    const dialog = customer.getByRole("dialog");
    await expect(dialog).toContainText("£180.00, on £1,000.00 without VAT");
    await dialog.getByRole("button", { name: "Pay £1,180.00" }).click();
    await expect(customer.getByText("Thank you. This invoice is paid.").first()).toBeVisible();
    const saving = customer.waitForEvent("download");
    await customer.getByRole("button", { name: "Download PDF" }).click();
    const words = pdfWords(await readFile(await (await saving).path())).replace(/\s+/g, " ");
    for (const part of [
      "Petrova People Ltd",
      "VAT number GB 123 4567 82",
      "VAT at 20% on £900.00 £180.00",
      "£1,180.00",
    ])
      expect(words).toContain(part);

    // What is agreed from now on is without VAT, which the question says before the customer accepts.
    const terms = { name: "A second Thursday", payment_cost: 900, payment_span: 2 };
    const id = await propose(plumbline, advisorEmail, "Shreya Nair", terms);
    await customer.goto(`${plumbline.url}/project/${id}`);
    await expect(customer.getByText("Total, plus VAT")).toBeVisible();
    await customer.getByRole("button", { name: "Accept Project" }).click();
    await expect(customer.getByRole("dialog")).toContainText("You agree to £1,800.00 in total, plus VAT, from");
    await customer.context().close();
  },
);
