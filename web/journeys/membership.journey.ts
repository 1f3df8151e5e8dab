import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { typeCard } from "./people.ts";
import { expect, revokeToken, signIn, signInByForm, test } from "./plumbline.ts";
import { openLive } from "./waiting.ts";

const demo = (who: string) => `${who}@demo.plumbline.test`;
const session = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}") as Record<string, unknown>);

test("O-01 O-02 O-03 O-04 O-05 O-06 O-07 W-05 W-07 the wizard shows what is missing and what is charged, and keeps the input", async ({
  page,
  plumbline,
}) => {
  const sent: { path: string; body: string }[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === plumbline.url && request.method() !== "GET")
      sent.push({ path: pathname, body: request.postData() ?? "" });
  });
  const pay = page.getByRole("button", { name: /^(Pay|Start my membership)/ });

  const token = await signIn(page, plumbline, "customer", demo("new.customer"));
  await page.goto(`${plumbline.url}/search-advisor`);
  await page.waitForURL("**/create-profile/customer");
  await expect(page.getByText("Renews annually, cancel anytime")).toBeVisible();
  await expect(page.getByText("Renews monthly, cancel anytime")).toBeVisible();
  await expect(page.getByText("Individual")).toHaveCount(0);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Please select membership plan.")).toBeVisible();
  await noProblems(page);

  await page.getByRole("radio", { name: /Annual/ }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(pay).toHaveText("Pay £2,500.00");
  await expect(pay).toBeEnabled();
  await pay.click();
  for (const message of ["Please enter card holder name", "Please provide Card Number"])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Card Holder Name")).toBeFocused();
  // It also stays when the field is focused and left.
  await page.getByLabel("Card Holder Name").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const message of ["Please enter card holder name", "Please provide Card Number"])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await noProblems(page);

  const coupon = page.getByLabel("Coupon");
  await coupon.fill("NOSUCHCODE");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("This code is not valid.")).toBeVisible();
  await expect(coupon).toHaveValue("");
  await coupon.fill("twomonths");
  await coupon.press("Enter");
  await expect(pay).toHaveText("Pay £2,000.00");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("radio", { name: /Monthly/ }).check();
  await page.getByRole("button", { name: "Next" }).click();
  // A step back keeps the plan and the coupon.
  await expect(page.getByText("Enjoy 2 months of membership on us")).toBeVisible();
  await expect(page.getByText(/from month three/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: /Monthly/ })).toBeChecked();
  await page.goForward();
  await expect(coupon).toHaveValue("TWOMONTHS");
  await expect(page.getByText(/from month three/)).toBeVisible();

  await page.getByLabel("Card Holder Name").fill("Nora New");
  await typeCard(page, "4000000000009995");
  await pay.click();
  await expect(page.getByText("Your card has insufficient funds.")).toBeVisible();
  await expect(page.getByLabel("Card Holder Name")).toHaveValue("Nora New");
  await expect(coupon).toHaveValue("TWOMONTHS");

  // The session ends elsewhere: whoever signs in again has the plan and the coupon as they were.
  await revokeToken(plumbline, token);
  await page.waitForURL("**/sign-in/customer");
  await signInByForm(page, plumbline, "customer", demo("new.customer"));
  await page.waitForURL("**/create-profile/customer");
  await expect(page.getByRole("radio", { name: /Monthly/ })).toBeChecked();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByLabel("Card Holder Name")).toHaveValue("Nora New");
  await expect(coupon).toHaveValue("TWOMONTHS");

  await page.getByRole("button", { name: "Remove" }).click();
  await expect(pay).toHaveText("Pay £250.00");

  // A bank that requires authentication: first refused, then confirmed.
  await typeCard(page, "4000002760003184");
  const bank = page.frameLocator('iframe[title="Authentication by your bank"]');
  await pay.click();
  await bank.getByRole("button", { name: /fail/i }).click();
  await expect(page.getByText(/unable to authenticate/)).toBeVisible();
  await pay.dblclick();
  await bank.getByRole("button", { name: /complete/i }).click();
  await expect(page.getByRole("heading", { name: "About your business" })).toBeVisible();
  expect((await session(page))["stripe_setup"]).toBe(true);
  expect(sent.filter(({ path }) => path === "/api/payment/subscriptions")).toHaveLength(3);

  await page.reload();
  await page.getByRole("button", { name: "Finish" }).click();
  for (const message of [
    "Please select services you are interested in.",
    "Please select option",
    "Please select an option",
  ])
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
  await noProblems(page);
  for (const question of [/services/, /expertise/, /aiming/, /time do you/]) {
    await page
      .getByRole("combobox", { name: question })
      .or(page.getByRole("textbox", { name: question }))
      .first()
      .click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
  }
  await expect(page.getByText(/6-18 months/)).toBeVisible();
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL("**/customer-home");
  expect((await session(page))["profile_setup"]).toBe(true);
  const saved = JSON.parse(sent.find(({ path }) => path === "/api/customers/profile")?.body ?? "{}");
  expect(saved).toMatchObject({ raising_investment: true, newsletter_subscribed: false });
  for (const field of ["advisory_service_ids", "expertise_area_ids", "investment_aim_ids", "availability_ids"])
    expect(saved[field]).toHaveLength(1);
  await page.goto(`${plumbline.url}/create-profile/customer`);
  await page.waitForURL("**/customer-home");

  for (const { body } of sent) {
    expect(body.replaceAll(/\D/g, "")).not.toMatch(/4000000000009995|4000002760003184/);
    expect(body).not.toMatch(/cvc|number/i);
  }
});

test("B-03 B-04 B-05 B-09 B-10 B-11 a membership is changed, cancelled and resumed after showing the amount and the date; the card is replaced", async ({
  page,
  plumbline,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await signIn(page, plumbline, "customer", demo("second.customer"));
  await page.goto(`${plumbline.url}/membership`);
  const dialog = page.getByRole("dialog");
  const [change, cancel] = [
    page.getByRole("region").getByRole("button", { name: "Change My Plan" }),
    page.getByRole("region").getByRole("button", { name: "Cancel My Plan" }),
  ];
  await expect(cancel).toHaveCount(1);
  await expect(change).toHaveCount(1);
  const plan = (button: string) => page.getByRole("region").filter({ has: page.getByRole("button", { name: button }) });
  const before = (await plan("Cancel My Plan").getAttribute("aria-label")) as string;

  await change.click();
  await expect(dialog.getByText("Charged to your card now")).toBeVisible();
  await expect(dialog.getByText(/^Then, on \d/)).toBeVisible();
  await noProblems(page);
  await dialog.getByRole("button", { name: "Keep my plan" }).click();
  expect(sent).not.toContain("PUT /api/payment/subscriptions");
  await change.click();
  await expect(dialog.getByText(/^Then, on \d/)).toBeVisible();
  await dialog.getByRole("button", { name: "Change My Plan" }).click();
  await expect(plan("Change My Plan")).toHaveAttribute("aria-label", before);

  await cancel.click();
  await expect(dialog.getByText(/You keep your membership until \d/)).toBeVisible();
  await dialog.getByRole("button", { name: "Keep my plan" }).click();
  expect(sent).not.toContain("POST /api/payment/subscriptions/cancel");
  await cancel.click();
  await dialog.getByRole("button", { name: "Cancel My Plan" }).click();
  await expect(page.getByText(/^Your membership ends on \d/).first()).toBeVisible();
  await noProblems(page);
  await page.getByRole("button", { name: "Resume My Plan" }).click();
  await expect(cancel).toBeVisible();

  await openLive(page, `${plumbline.url}/billing`);
  await expect(page.getByText(/•••• \d{4}/)).toBeVisible();
  await expect(page.getByText(/Expires \d\d\/\d{4}/)).toBeVisible();
  await expect(
    page
      .getByRole("table")
      .getByText(/^Membership/)
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Edit Card Detail" }).click();
  const save = page.getByRole("button", { name: "Save card" });
  await expect(save).toBeEnabled();
  await save.click();
  for (const message of ["Please enter first name", "Please enter last name", "Please provide Card Number"])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  expect(sent).not.toContain("POST /api/payment/subscriptions/update_card");
  await expect(page.getByLabel("First Name")).toBeFocused();
  await noProblems(page);
  await page.getByLabel("First Name").fill("Maeve");
  await page.getByLabel("Last Name").fill("Doyle");
  await typeCard(page, "4000000000000002");
  await save.click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await typeCard(page, "5555555555554444");
  await save.click();
  await expect(page.getByText("•••• 4444")).toBeVisible();
  await expect(page.getByText(/^As Stripe told us on \d/)).toBeVisible();

  // The open page shows what changes at the provider without our doing.
  await replaceAtProvider(plumbline, demo("second.customer"));
  await expect(page.getByText("•••• 4242")).toBeVisible();
});

/** Replaces a customer's card in the provider's dashboard. */
async function replaceAtProvider({ stripe }: { stripe: string }, email: string): Promise<void> {
  const headers = { authorization: "Bearer sk_test_plumbline" };
  const found = await fetch(`${stripe}/v1/customers?email=${encodeURIComponent(email)}`, { headers });
  const { data } = (await found.json()) as { data: { id: string }[] };
  const body = new URLSearchParams({ source: "tok_visa" });
  const answer = await fetch(`${stripe}/v1/customers/${data[0]?.id}`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

test("B-03 G-82 a plan that is sold no longer, or at another price, stays its member's, who can cancel it", async ({
  page,
  plumbline,
}) => {
  await page.route("**/api/payment/plans", async (route) => {
    const answer = await route.fetch();
    const plans = (await answer.json()) as { price_id: string }[];
    await route.fulfill({
      response: answer,
      json: plans.map((plan) => ({ ...plan, price_id: `${plan.price_id}_new` })),
    });
  });
  await signIn(page, plumbline, "customer", demo("second.customer"));
  await page.goto(`${plumbline.url}/membership`);
  const own = page.getByRole("region", { name: /, your plan$/ });
  await expect(own.getByText("This plan is no longer sold at your price.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change My Plan" })).toHaveCount(2);
  await noProblems(page);
  await own.getByRole("button", { name: "Cancel My Plan" }).click();
  await expect(page.getByRole("dialog").getByText(/You keep your membership until \d/)).toBeVisible();
});

test("X-02 X-03 X-04 an advisor who refuses at the provider stays unconnected; one who agrees is connected, and the code is sent once", async ({
  page,
  plumbline,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/payment/transfers/authorize")) sent.push(request.postData() ?? "");
  });
  await signIn(page, plumbline, "advisor", demo("new.advisor"));
  const leave = async () => {
    await page.goto(`${plumbline.url}/payouts`);
    await page.getByRole("button", { name: "Set Up Stripe" }).click();
    await page.waitForURL(`${plumbline.stripe}/**`);
  };
  const comeBack = async () => {
    const answered = page.waitForResponse("**/api/payment/transfers/authorize");
    await page.getByRole("button", { name: "Connect my account" }).click();
    expect((await answered).status()).toBe(200);
  };
  await leave();
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.waitForURL(`${plumbline.url}/**`);
  expect((await session(page))["stripe_setup"]).toBe(false);

  await leave();
  await page.getByLabel("Leave identity documents for later").check();
  await comeBack();
  await page.goto(`${plumbline.url}/payouts`);
  await expect(page.getByText("A document that proves who you are", { exact: true })).toBeVisible();
  await noProblems(page);

  // A server that does not answer leaves the code for another try.
  await leave();
  await page.route("**/api/payment/transfers/authorize", (route) => route.fulfill({ status: 502 }), { times: 1 });
  await page.getByRole("button", { name: "Connect my account" }).click();
  await expect(page.getByText("502 Bad Gateway. Please try again in a few seconds.")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect.poll(async () => (await session(page))["stripe_setup"]).toBe(true);
  expect((await session(page))["stripe_code"]).toBeUndefined();
  // Of the two codes the first was sent once; the other as often as the page was loaded until it was answered.
  expect(new Set(sent).size).toBe(2);
  expect(sent.filter((body) => body === sent[0])).toHaveLength(1);
  const untilAnswered = sent.length;
  await page.reload();
  await page.goto(`${plumbline.url}/payouts`);
  await expect(page.getByText("You can be paid. Stripe")).toBeVisible();
  expect(sent).toHaveLength(untilAnswered);
});

test("decision 18 a renewal that failed is paid after a question that names the sum, the card and the plan", async ({
  page,
  plumbline,
}) => {
  const paid: string[] = [];
  const own = `${plumbline.url}/api/payment/subscriptions`;
  await signIn(page, plumbline, "customer", demo("second.customer"));
  await page.route(own, async (route) => {
    const answer = await route.fetch();
    const overdue = { amount: 250, until: "2026-12-01T12:00:00.000Z", message: "Your last renewal was not paid." };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), overdue } });
  });
  await page.route(`${own}/pay`, (route) => {
    paid.push(route.request().url());
    return route.fulfill({ status: 200, json: { body: { status: "error", message: "Your card was declined." } } });
  });
  await page.goto(`${plumbline.url}/customer-home`);
  const first = page.getByRole("region", { name: "What to do next" }).getByRole("listitem").first();
  await expect(first).toContainText("Your last renewal was not paid.");
  await expect(first).toContainText("£250.00 · your membership goes on until 1 December 2026");
  await first.getByRole("link", { name: "Pay for your membership" }).click();
  await expect(page).toHaveURL(`${plumbline.url}/billing`);
  await page.getByRole("button", { name: "Pay £250.00 now" }).click();
  const question = page.getByRole("dialog", { name: "Pay for your membership now?" });
  for (const words of ["£250.00", "ending in", "Plumbline", "membership, the renewal that failed"])
    await expect(question).toContainText(words);
  await noProblems(page);
  expect(paid).toHaveLength(0);
  await question.getByRole("button", { name: "Pay £250.00", exact: true }).click();
  await expect(question.getByRole("alert")).toContainText("Your card was declined.");
  expect(paid).toHaveLength(1);
  await question.getByRole("button", { name: "Not now" }).click();
  // A new card is charged at once, and its button says so.
  await page.getByRole("button", { name: "Edit Card Detail" }).click();
  await expect(page.getByRole("button", { name: "Save card and pay £250.00" })).toBeVisible();
});
