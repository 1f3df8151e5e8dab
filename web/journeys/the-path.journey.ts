import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { applyAsAdvisor, applyAsCustomer, choose, createPassword, typeCard } from "./people.ts";
import { expect, signInByForm, test } from "./plumbline.ts";

const customerEmail = "clara@whitcombe.test";
const advisorEmail = "ambrose@tilley.test";
const password = "correct horse battery";

const cards = { declined: "4000000000000002", works: "4242424242424242" };

/** The card sandbox's record of charges. */
type Ledger = { charges: { amount: number; fee: number; transferred: number; status: string }[] };

test("A-05 A-06 A-07 A-11 O-01 O-05 O-07 O-11 X-02 X-03 S-05 P-04 M-08 M-17 E-08 E-10 I-06 I-12 I-13 E-14 E-15 R-03 H-17 from two applications to a paid invoice and a review", async ({
  browser,
  plumbline,
}) => {
  test.setTimeout(300_000);
  const customer = await (await browser.newContext()).newPage();
  const advisor = await (await browser.newContext()).newPage();
  const staff = await (await browser.newContext()).newPage();
  const sent: string[] = [];
  customer.on("request", (request) => request.url().startsWith(plumbline.url) && sent.push(request.postData() ?? ""));

  await test.step("both apply and verify their e-mail", async () => {
    await Promise.all([
      applyAsCustomer(customer, plumbline, customerEmail),
      applyAsAdvisor(advisor, plumbline, advisorEmail),
    ]);
    for (const [page, email] of [
      [customer, customerEmail],
      [advisor, advisorEmail],
    ] as const) {
      await page.goto(await plumbline.linkTo(email, /verify/));
      await expect(page.getByText("Your E-mail was successfully verified.")).toBeVisible();
    }
  });

  await test.step("staff read both applications and approve them with a reason", async () => {
    await signInByForm(staff, plumbline, "staff", "staff@demo.plumbline.test");
    for (const name of ["Clara Whitcombe", "Ambrose Tilley"]) {
      await staff.goto(`${plumbline.url}/back-office/applications`);
      await staff.getByRole("link", { name }).click();
      await expect(
        staff.getByText(name === "Clara Whitcombe" ? "Whitcombe Cider" : "Ann Lee, Bo Grey, Cy Moss"),
      ).toBeVisible();
      if (name === "Ambrose Tilley")
        await expect(staff.getByRole("link", { name: "linkedin.example/in/ambrose-tilley" })).toHaveAttribute(
          "href",
          "https://linkedin.example/in/ambrose-tilley",
        );
      await staff.getByRole("button", { name: "Approve" }).click();
      await expect(staff.getByText("Please give the reason")).toBeVisible();
      await expect(staff.getByLabel("Reason")).toBeFocused();
      await staff.getByLabel("Reason").fill("Exactly whom we are here for.");
      await staff.getByRole("button", { name: "Approve" }).click();
      await staff.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
      await expect(staff.getByText("Approved by Rosalind Hale")).toBeVisible();
      await expect(staff.getByRole("heading", { level: 1 })).toBeFocused();
    }
  });

  await test.step("both create a password and land in their onboarding", async () => {
    await createPassword(customer, await plumbline.linkTo(customerEmail, /create your password/), password);
    await customer.waitForURL("**/create-profile/customer");
    await createPassword(advisor, await plumbline.linkTo(advisorEmail, /create your password/), password);
    await advisor.waitForURL("**/create-profile/advisor");
  });

  await test.step("the customer chooses a plan, is declined once, pays, and answers the questions", async () => {
    await customer.getByRole("button", { name: "Next" }).click();
    await expect(customer.getByText("Please select membership plan.")).toBeVisible();
    await customer.getByRole("radio").first().check();
    await customer.getByRole("button", { name: "Next" }).click();
    await customer.getByLabel("Card Holder Name").fill("Clara Whitcombe");
    await typeCard(customer, cards.declined);
    await customer.getByRole("button", { name: /^Pay / }).click();
    await expect(customer.getByText("Your card was declined.")).toBeVisible();
    await typeCard(customer, cards.works);
    await customer.getByRole("button", { name: /^Pay / }).dblclick();
    await choose(customer, "Which services are you interested in?", "A project with a clear end");
    await choose(customer, "In which areas do you need expertise?", "Operations");
    await choose(customer, "What are you aiming for?", "Enter a new market");
    await choose(customer, "How much of an advisor's time do you have in mind?", "One day a month");
    await customer.getByRole("radio", { name: "No" }).check();
    await customer.getByRole("button", { name: "Finish" }).click();
    await customer.waitForURL("**/customer-home");
    // The first minute after paying: matches from the answers just given, and the path to a first engagement.
    const matches = customer.getByRole("region", { name: "Your first matches" });
    await expect(matches.getByText(/^Covers operations|^Has done operations/).first()).toBeVisible();
    await expect(matches.getByText("of 100").first()).toBeVisible();
    await expect(step(customer, "What you need")).toContainText("(done)");
    await expect(step(customer, "Write to an advisor")).not.toContainText("(done)");
    await noProblems(customer);
  });

  await test.step("the advisor fills in the profile with a photo and a fee, and connects payouts", async () => {
    await fillProfile(advisor);
    const dialog = advisor.getByRole("dialog", { name: "Almost There!" });
    await expect(dialog).toBeVisible();
    await noProblems(advisor);
    await dialog.getByRole("button", { name: "Set Up Stripe" }).click();
    await advisor.waitForURL(`${plumbline.stripe}/**`);
    await advisor.getByRole("button", { name: /connect|authorise/i }).click();
    await advisor.waitForURL("**/advisor-home");
    await expect
      .poll(() => advisor.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}").stripe_setup))
      .toBe(true);
    expect(
      await advisor.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}").stripe_code),
    ).toBeUndefined();
    await expect(step(advisor, "Your payout account")).toContainText("(done)");
    await expect(step(advisor, "Answer a first customer")).toContainText("Members write first");
    await expect(advisor.getByRole("region", { name: "How customers find you" })).toBeVisible();
    await noProblems(advisor);
  });

  await test.step("the customer is matched with the advisor, reads why, and writes; the advisor sees it arrive and answers", async () => {
    await customer.goto(`${plumbline.url}/search-advisor`);
    await choose(customer, "Areas of expertise", "Culture and leadership");
    await choose(customer, "Industry experience", "Agriculture and food");
    await choose(customer, "Business size", "11–50 people");
    await customer.getByRole("button", { name: "Match me" }).click();
    await expect(customer.getByRole("heading", { name: "Your Top Matched Advisors" })).toBeVisible();
    const card = customer.getByRole("listitem").filter({ hasText: "Ambrose Tilley" });
    await expect(card).toContainText(/operations/i);
    await card.getByRole("link", { name: "Ambrose Tilley", exact: true }).click();
    await customer.getByRole("link", { name: "Send Message" }).click();
    await customer.waitForURL("**/messages/*");
    await advisor.goto(`${plumbline.url}/messages/advisor`);
    await write(customer, "Could you help us open a second press before autumn?");
    await expect(advisor.getByText("Could you help us open a second press before autumn?").first()).toBeVisible();
    await advisor.getByRole("main").getByText("Clara Whitcombe").first().click();
    await write(advisor, "Gladly. A proposal is on its way.");
    await expect(customer.getByText("Gladly. A proposal is on its way.").first()).toBeVisible();
    await customer.goto(`${plumbline.url}/customer-home`);
    await expect(step(customer, "Write to an advisor")).toContainText("(done)");
  });

  await test.step("the advisor proposes from the chat; the customer sees it arrive and accepts; it runs for both", async () => {
    await advisor.getByRole("link", { name: "Create Engagement" }).click();
    await propose(advisor);
    await customer.goto(`${plumbline.url}/engagements`);
    await customer.getByRole("link", { name: "Second press before autumn" }).click();
    await expect(customer.getByText("Waiting for Customer Response.")).toBeVisible();
    await expect(customer.getByRole("main").getByText("£10,000.00").first()).toBeVisible();
    await expect(customer.getByText("plan.pdf")).toBeVisible();
    await noProblems(customer);
    await customer.getByRole("button", { name: "Accept Project" }).click();
    await customer.getByRole("dialog").getByRole("button", { name: "Accept Project" }).click();
    await expect(customer.getByText("You accept Project, get started now")).toBeVisible();
    await customer.getByRole("dialog").getByRole("button", { name: "Start to Work" }).click();
    await advisor.goto(`${plumbline.url}/engagements`);
    await advisor.getByRole("link", { name: "Second press before autumn" }).first().click();
    await expect(advisor.getByRole("main").getByText("IN PROGRESS").first()).toBeVisible();
    await expect(customer.getByRole("main").getByText("IN PROGRESS").first()).toBeVisible();
    await customer.goto(`${plumbline.url}/customer-home`);
    await expect(customer.getByRole("heading", { name: "What to do next" })).toBeVisible();
    await expect(customer.getByRole("heading", { name: "Getting started" })).toHaveCount(0);
  });

  await test.step("the advisor sends an invoice of two lines; the customer pays it with the saved card", async () => {
    await advisor
      .getByRole("link", { name: "Send invoice" })
      .or(advisor.getByRole("button", { name: "Send invoice" }))
      .click();
    await advisor.waitForURL("**/create-invoice**");
    await fillLine(advisor, 1, "Two weeks on site", "2", "400");
    await fillLine(advisor, 2, "Travel", "1", "200");
    await advisor.getByRole("button", { name: "Approve & Send" }).click();
    await expect(advisor.getByText("Your invoice has been sent.")).toBeVisible();
    await advisor.waitForURL((at) => at.pathname === "/invoices");
    await expect(advisor.getByRole("table", { name: "Invoices" }).getByText("Pending")).toBeVisible();

    await customer.goto(`${plumbline.url}/invoices`);
    await customer.getByRole("link", { name: /INV-0001/ }).click();
    await expect(customer.getByRole("main").getByText("£1,000.00").first()).toBeVisible();
    await noProblems(customer);
    await customer.getByRole("button", { name: "Pay Invoice" }).click();
    await customer
      .getByRole("dialog")
      .getByRole("button", { name: /^Pay £/ })
      .click();
    await expect(customer.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();
    await expect(customer.getByRole("main").getByText("£900.00")).toHaveCount(0);

    await advisor.getByRole("link", { name: /INV-0001/ }).click();
    await expect(advisor.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();
    for (const amount of ["£1,000.00", "£100.00", "£900.00"])
      await expect(advisor.getByRole("main").getByText(amount).first()).toBeVisible();
    const ledger = (await (await fetch(`${plumbline.stripe}/sandbox/ledger`)).json()) as Ledger;
    // Newest first: the total charged, the fee kept, the rest paid to the advisor.
    expect(ledger.charges[0]).toMatchObject({ status: "succeeded", amount: 100_000, fee: 10_000, transferred: 90_000 });
  });

  await test.step("the engagement ends, the advisor asks for a review, and the customer leaves one", async () => {
    await customer.goto(`${plumbline.url}/engagements`);
    await customer.getByRole("link", { name: "Second press before autumn" }).first().click();
    await customer.getByRole("button", { name: "Finish Project" }).click();
    await customer.getByRole("dialog").getByRole("button", { name: "Finish Project" }).click();
    await expect(customer.getByText("Project is ended!")).toBeVisible();
    await advisor.goto(customer.url());
    await advisor.getByRole("button", { name: "Ask for a Review" }).click();
    await expect(advisor.getByText("review requested", { exact: false }).first()).toBeVisible();
    await customer.getByRole("button", { name: "Leave Review" }).click();
    const dialog = customer.getByRole("dialog", { name: "Leave Review" });
    await expect(dialog.getByRole("radio", { name: "1 star" })).toBeFocused();
    await dialog.getByRole("textbox").fill("Two weeks, one press, no drama.");
    await noProblems(customer);
    // At the keyboard: the dialog keeps the focus when its form is gone, and the page's heading is seen when it gets it.
    await customer.setViewportSize({ width: 390, height: 500 });
    await customer.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    const kept = customer.evaluate(
      () =>
        new Promise<void>((done) =>
          addEventListener("focusin", ({ target }) => {
            if (target instanceof Element && target.role === "dialog") done();
          }),
        ),
    );
    await dialog.getByRole("textbox").press("Tab");
    await customer.keyboard.press("Enter");
    await expect(customer.getByText("Thank you, your review has been recorded")).toBeVisible();
    await kept;
    const heading = customer.getByRole("heading", { level: 1 });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
    await customer.setViewportSize({ width: 1280, height: 720 });
    await advisor.goto(`${plumbline.url}/reviews`);
    await expect(advisor.getByText("Two weeks, one press, no drama.")).toBeVisible();
    await customer.goto(`${plumbline.url}/advisor-list`);
    await customer.getByRole("link", { name: "Ambrose Tilley" }).first().click();
    await expect(customer.getByText("Two weeks, one press, no drama.")).toBeVisible();
  });

  await test.step("no request to the product contained a card number", () => {
    for (const number of Object.values(cards))
      for (const body of sent) expect(body.replaceAll(/\D/g, "")).not.toContain(number);
  });
});

/** A step of the path on a new member's home. */
const step = (page: Page, title: string) =>
  page.getByRole("region", { name: "Getting started" }).getByRole("listitem").filter({ hasText: title });

async function fillProfile(page: Page): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await portrait(page) });
  const use = page.getByRole("button", { name: /use this photo|save photo|use photo/i });
  await use.click();
  await page.getByLabel("Short description").fill("Opened four presses, closed one");
  await page.getByLabel("Description", { exact: true }).fill("I help drinks makers grow without losing the taste.");
  await page.getByLabel("Position").fill("Independent adviser");
  await page.getByLabel("Company Name").fill("Tilley & Co");
  await choose(page, "Country", "United Kingdom");
  await choose(page, "City", "Taunton");
  await page.getByLabel("Address", { exact: true }).fill("1 High Street, Floor 2, Taunton");
  await page.getByLabel("Postal Code").fill("TA1 3NX");
  await page
    .getByRole("spinbutton", { name: "Fee" })
    .or(page.getByRole("textbox", { name: "Fee" }))
    .first()
    .fill("800");
  await choose(page, "Areas of experience", "Operations", "Culture and leadership");
  await choose(page, "Industry Experience", "Agriculture and food");
  await choose(page, "Experience", "Led a turnaround");
  await choose(page, "Seniority", "Chief executive");
  await choose(page, "Stage Preference", "11–50 people");
  await choose(page, "Availability", "One day a month");
  await choose(page, "Value Set", "Candour");
  await page.getByRole("checkbox", { name: /Terms/ }).check();
  await page
    .getByRole("button", { name: /save|next|continue|create/i })
    .last()
    .click();
}

/** A picture drawn by the browser: a real PNG in a real size. */
async function portrait(page: Page): Promise<Buffer> {
  return page.screenshot({ clip: { x: 0, y: 0, width: 480, height: 480 } });
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Write a message...").fill(text);
  await page.keyboard.press("Enter");
}

async function propose(page: Page): Promise<void> {
  // The chat's customer is chosen.
  await expect(page.getByRole("combobox", { name: "Client" })).toHaveValue("Clara Whitcombe, Whitcombe Cider");
  await page.getByLabel("Project Name").fill("Second press before autumn");
  await choose(page, "Project Theme", "Operations");
  await page.getByLabel("Project Description").fill("Find the site, order the press, train the crew.");
  const start = new Date(Date.now() + 5 * 86_400_000).toLocaleDateString("en-GB");
  const end = new Date(Date.now() + 60 * 86_400_000).toLocaleDateString("en-GB");
  await page.getByLabel("Start Date").fill(start);
  await page.getByLabel("End Date").fill(end);
  await page.keyboard.press("Escape");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: await page.pdf() });
  await page.getByRole("checkbox", { name: /Terms/ }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("week", { exact: true }).click();
  await page
    .getByRole("textbox", { name: "Fee" })
    .or(page.getByRole("spinbutton", { name: "Fee" }))
    .first()
    .fill("1000");
  await page
    .getByRole("textbox", { name: "Total units" })
    .or(page.getByRole("spinbutton", { name: "Total units" }))
    .first()
    .fill("10");
  await expect(page.getByText("£10,000.00").first()).toBeVisible();
  await expect(page.getByText("You receive £9,000.00 after the 10% platform fee.")).toBeVisible();
  await page.getByRole("button", { name: /Send/ }).last().click();
  await expect(page.getByText("Your proposal has been sent.")).toBeVisible();
  await page.waitForURL("**/engagements");
}

async function fillLine(page: Page, at: number, description: string, quantity: string, price: string): Promise<void> {
  await page.getByLabel(`Description, line ${at}`).fill(description);
  await page.getByLabel(`Quantity, line ${at}`).fill(quantity);
  await page.getByLabel(`Unit Price, line ${at}`).fill(price);
}
