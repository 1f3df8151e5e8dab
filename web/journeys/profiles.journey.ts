import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { choose } from "./people.ts";
import { expect, nightly, signIn, signInByForm, test } from "./plumbline.ts";

test(
  "P-08 of two tabs the one that saves second is told so, keeps its input, and may save again",
  nightly,
  async ({ page, plumbline, context }) => {
    await signIn(page, plumbline, "customer", "second.customer@demo.plumbline.test");
    await page.goto(`${plumbline.url}/profile/customer`);
    await page.getByLabel("Address").fill("9 Mill Lane");
    await page.getByLabel("Postal Code").fill("YO1 7HT");
    const other = await context.newPage();
    await other.goto(`${plumbline.url}/profile/customer`);
    await other.getByLabel("Address").fill("3 Quay Street");
    await other.getByLabel("Postal Code").fill("YO1 9AA");
    await other.getByRole("button", { name: "Save changes" }).click();
    await expect(other.getByText("Your changes have been saved")).toBeVisible();
    const save = page.getByRole("button", { name: "Save changes" });
    await save.click();
    await expect(page.getByText(/saved in another tab first/)).toBeVisible();
    await expect(page.getByLabel("Address")).toHaveValue("9 Mill Lane");
    await save.click();
    await expect(page.getByText("Your changes have been saved")).toBeVisible();
    await other.reload();
    await expect(other.getByLabel("Address")).toHaveValue("9 Mill Lane");
  },
);

test("P-06 H-37 D-03 the options of a list are drawn once the focus is in it, the arrow keys choose among them, and they are found without accents", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "second.customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/profile/customer`);
  const country = page.getByRole("combobox", { name: "Country", exact: true });
  await expect(country).toBeEditable();
  await expect(country).toHaveValue("United Kingdom");
  const options = page.getByRole("option", { includeHidden: true });
  await expect(options).toHaveCount(0);
  await country.focus();
  await page.keyboard.press("ArrowDown");
  // The first press leads to the chosen one, once the list has opened, and Enter keeps it.
  const chosen = page.getByRole("option", { name: "United Kingdom", exact: true });
  await expect(chosen).toHaveAttribute("data-combobox-selected");
  await page.keyboard.press("Enter");
  await expect(chosen).toBeHidden();
  await expect(country).toHaveValue("United Kingdom");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveAttribute("data-combobox-selected");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(country).not.toHaveValue("United Kingdom");
  await noProblems(page);

  // A British keyboard has no ü; a list is typed in where it has more than eight entries.
  const cities = ["Basel", "Bern", "Biel", "Chur", "Geneva", "Lausanne", "Lugano", "Lucerne", "Zürich"];
  await page.route(/\/get_cities\//, (route) =>
    route.fulfill({ json: cities.map((name, at) => ({ id: at + 1, name })) }),
  );
  await choose(page, "Country", "Switzerland");
  const city = page.getByRole("combobox", { name: "City", exact: true });
  await city.click();
  await city.fill("zurich");
  await expect(page.getByRole("option")).toHaveText(["Zürich"]);
});

test("P-06 D-05 the customer's account has two sections; a list that does not load shows its status and can be loaded again", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  let broken = true;
  await page.route("**/api/data/get_customer_datatables", (route) =>
    broken ? route.fulfill({ status: 500, json: { errors: { base: ["Not now."] } } }) : route.continue(),
  );
  await page.goto(`${plumbline.url}/edit-profile/customer`);
  await expect(page.getByRole("navigation", { name: "Your account" }).getByRole("link")).toHaveText([
    "Profile",
    "Manage Password",
  ]);
  await expect(page.getByText("500 Internal Server Error").first()).toBeVisible();
  await noProblems(page);
  broken = false;
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("500 Internal Server Error")).toHaveCount(0);
});

test("P-02 P-03 P-04 a customer reads an advisor's profile and writes; an advisor reads a customer's; an unknown member is not found", async ({
  browser,
  plumbline,
}) => {
  const customer = await (await browser.newContext()).newPage();
  await signIn(customer, plumbline, "customer", "customer@demo.plumbline.test");
  await customer.goto(`${plumbline.url}/advisor-list`);
  await customer.getByRole("main").getByRole("link", { name: "Harriet Osei", exact: true }).click();
  await expect(customer.getByRole("heading", { level: 1, name: "Harriet Osei" })).toBeVisible();
  for (const title of ["About", "Areas of expertise", "Industries", "Reviews", "Availability", "Values"])
    await expect(customer.getByRole("heading", { name: title })).toBeVisible();
  await expect(customer.getByText("Verified").first()).toBeVisible();
  await expect(customer.getByRole("main")).not.toContainText("advisor@demo.plumbline.test");
  await noProblems(customer);
  const id = new URL(customer.url()).pathname.split("/").at(-1);
  await customer.getByRole("link", { name: "Send Message" }).click();
  await customer.waitForURL(`**/messages/${id}`);
  await customer.goto(`${plumbline.url}/profile-details/999999`);
  await expect(customer.getByRole("heading", { level: 1, name: "This profile is not shown" })).toBeVisible();
  await noProblems(customer);

  const advisor = await (await browser.newContext()).newPage();
  await signIn(advisor, plumbline, "advisor", "advisor@demo.plumbline.test");
  const mine = await customer.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem("plumbline.session") ?? "{}");
    const answer = await fetch("/api/customers/profile", { headers: { authorization: `Bearer ${access_token}` } });
    return (await answer.json()).id as number;
  });
  await advisor.goto(`${plumbline.url}/profile-details/${mine}`);
  await expect(advisor.getByRole("heading", { level: 1, name: "Priya Raman" })).toBeVisible();
  await expect(advisor.getByRole("link", { name: "Send Message" })).toBeVisible();
  await noProblems(advisor);
});

test(
  "P-05 decision 53 another e-mail address needs the password, and takes effect once it is confirmed from its mailbox",
  nightly,
  async ({ page, plumbline, browser }) => {
    const [before, after] = ["advisor@demo.plumbline.test", "moved.advisor@demo.plumbline.test"];
    await signIn(page, plumbline, "advisor", before);
    await page.goto(`${plumbline.url}/edit-profile/advisor`);
    const profile = page.getByRole("region", { name: "Profile" });
    const save = profile.getByRole("button", { name: "Save changes" });
    await profile.getByLabel("Email", { exact: true }).fill(after);
    const password = profile.getByLabel("Current password", { exact: true });
    // It is loaded when it is needed, and moves the button down.
    await expect(password).toBeVisible();
    await save.click();
    await expect(password).toHaveAttribute("data-invalid", "true");
    await password.fill("not the password");
    await save.click();
    await expect(password).toHaveAttribute("data-invalid", "true");
    await noProblems(page);
    await password.fill("plumbline-demo");
    await save.click();
    await expect(page.getByText(`The link is on its way to ${after}.`, { exact: false })).toBeVisible();
    await noProblems(page);
    await plumbline.linkTo(before, /asked to change your e-mail/);

    const link = await plumbline.linkTo(after, /confirm your new e-mail/, "/confirm-email");
    // A browser in which another member is signed in, whom the link does not concern.
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, plumbline, "customer", "customer@demo.plumbline.test");
    await elsewhere.route("**/api/email_change", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: "Try again" }).click();
    await expect(elsewhere.getByText(`Your account now uses ${after}.`)).toBeVisible();
    await noProblems(elsewhere);
    expect(await emailOfSession(elsewhere)).toBe("customer@demo.plumbline.test");
    // Used up, or copied without its token.
    for (const useless of [link, `${plumbline.url}/confirm-email`]) {
      await elsewhere.goto(useless);
      await expect(elsewhere.getByText("This link can no longer be used.")).toBeVisible();
    }
    await elsewhere.evaluate(() => localStorage.clear());
    await signInByForm(elsewhere, plumbline, "advisor", after);
    await elsewhere.waitForURL("**/advisor-home");

    // In a browser of the account itself the address is updated.
    const last = "again.advisor@demo.plumbline.test";
    await page.goto(`${plumbline.url}/edit-profile/advisor`);
    await profile.getByLabel("Email", { exact: true }).fill(last);
    await expect(password).toBeVisible();
    await save.click();
    await password.fill("plumbline-demo");
    await save.click();
    await expect(page.getByText(`The link is on its way to ${last}.`, { exact: false })).toBeVisible();
    await page.goto(await plumbline.linkTo(last, /confirm your new e-mail/, "/confirm-email"));
    await expect.poll(() => emailOfSession(page)).toBe(last);
  },
);

const emailOfSession = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}").email);
