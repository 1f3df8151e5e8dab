import { noProblems } from "./axe.ts";
import { posted } from "./people.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";

test(
  "I-15 I-16 I-17 an overdue invoice is claimed with a new one, which both read and which is sent once",
  nightly,
  async ({ browser, plumbline }) => {
    const [advisor, customer] = [await browser.newPage(), await browser.newPage()];
    await signIn(advisor, plumbline, "advisor", "grace.nwosu@demo.plumbline.test");
    await signIn(customer, plumbline, "customer", "hugo.bellamy@demo.plumbline.test");
    await advisor.goto(`${plumbline.url}/invoices`);
    await advisor.getByRole("row").filter({ hasText: "Pending" }).getByRole("link").first().click();
    const panel = advisor.getByRole("region", { name: "Overdue: what you may claim today" });
    for (const words of ["£70.00, once", "not legal advice", "We take no commission on a claim."])
      await expect(panel).toContainText(words);
    await panel.getByText("How it is calculated").click();
    await expect(panel).toContainText("÷ 365 = £");
    await noProblems(advisor);
    const overdue = advisor.url();
    await customer.goto(overdue);
    await expect(customer.getByText("may be claimed on an overdue invoice")).toBeVisible();
    await expect(customer.getByRole("link", { name: "Claim it" })).toHaveCount(0);

    await panel.getByRole("link", { name: "Claim it" }).click();
    await expect(advisor.getByLabel("Description, line 1")).toHaveValue(
      /^Interest on INV-\d{4}, \d+ days at 11\.(5|75)%$/,
    );
    await expect(advisor.getByLabel("Description, line 2")).toHaveValue(/^Compensation for late payment of INV-\d{4}$/);
    await expect(advisor.getByText("Platform fee (0%)")).toBeVisible();
    await noProblems(advisor);
    // More than the law allows is refused, less is not.
    await advisor.getByLabel("Unit Price, line 2").fill("700");
    await advisor.getByRole("button", { name: "Approve & Send" }).click();
    await expect(advisor.getByText(/^At most £\d+\.\d\d may be claimed for INV-\d{4} by today\.$/)).toBeVisible();
    await advisor.getByRole("button", { name: "Remove line 1" }).click();
    await advisor.getByLabel("Unit Price, line 1").fill("70");
    const invoiced = posted(advisor, "/api/invoices");
    await advisor.getByRole("button", { name: "Approve & Send" }).click();
    expect(await invoiced).toMatchObject({ claim_for: expect.any(Number) });
    await expect(advisor.getByText("Your invoice has been sent.")).toBeVisible();
    await advisor.waitForURL(`${plumbline.url}/invoices`);

    await customer.goto(overdue);
    await customer.getByText("Its late payment is claimed with").getByRole("link").last().click();
    await expect(customer.getByText("Claims interest and compensation for the late payment of")).toBeVisible();
    await expect(customer.getByRole("button", { name: "Pay Invoice" })).toBeVisible();
    await noProblems(customer);
    await advisor.goto(`${plumbline.url}/create-invoice?claim=${new URL(overdue).pathname.split("/").at(-1)}`);
    await expect(advisor.getByRole("heading", { name: /^INV-\d{4} was claimed already$/ })).toBeVisible();
    await noProblems(advisor);
  },
);
