import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { choose } from "./people.ts";
import { expect, nightly, signIn, signInByForm, test } from "./plumbline.ts";

const required = [
  "Please enter Company Name",
  "Please enter Position",
  "Please select Country",
  "Please select City",
  "Please enter Address",
  "Please enter Postal Code",
  "Please enter a short description",
  "Please enter a Description",
  "Please select area of experience",
  "Please select Industry Experience",
  "Please select Experience",
  "Please select Seniority",
  "Please select Stage Preference",
  "Please enter Fee",
  "Please select Availability",
  "Please select Value Set",
  "Please confirm that you have read and agree to Plumbline's Terms & Conditions",
];

/** A picture whose centre differs from its left edge. */
async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 400;
    const context = canvas.getContext("2d");
    if (context)
      for (let x = 0; x < 900; x += 100) {
        context.fillStyle = `hsl(${x / 3} 60% 50%)`;
        context.fillRect(x, 0, 100, 400);
      }
    return canvas.toDataURL("image/png").split(",")[1] as string;
  });
  return Buffer.from(base64, "base64");
}

const bodies = (page: Page, path: string) => {
  const sent: Record<string, Record<string, unknown>>[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith(path)) sent.push(request.postDataJSON());
  });
  return sent;
};

test("O-08 O-09 O-10 O-11 O-12 P-11 P-12 P-13 D-03 the long form shows what is missing, keeps the input, saves once, and leads to the payout account", async ({
  page,
  plumbline,
}) => {
  await signInByForm(page, plumbline, "advisor", "new.advisor@demo.plumbline.test");
  await page.waitForURL("**/create-profile/advisor");
  const sent = bodies(page, "/api/advisors/profile");
  await page.getByRole("button", { name: "Save profile" }).click();
  for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByText("Please complete all required fields.")).toHaveCount(1);
  await expect(page.getByLabel("Company Name")).toBeFocused();
  expect(sent).toEqual([]);
  await noProblems(page);

  await page
    .getByLabel("Choose a photo")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
  await expect(page.getByText("Please choose a photo: a JPEG, PNG, WebP or GIF picture.")).toBeVisible();
  await page
    .getByLabel("Choose a photo")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await picture(page) });
  const crop = page.getByRole("dialog", { name: "Your photo" });
  await crop.getByLabel("Zoom").fill("2");
  await crop.getByLabel("Left to right").fill("0.2");
  await noProblems(page);
  await crop.getByRole("button", { name: "Use this photo" }).click();
  await expect(crop).toBeHidden();
  await expect(page.getByText("Change photo")).toBeVisible();
  const avatar = page.getByRole("main").locator('img[width="96"]');
  await expect(avatar).toBeVisible();
  await expect(page.getByRole("banner").locator(`img[src="${await avatar.getAttribute("src")}"]`)).toBeVisible();

  await page.getByLabel("Company Name").fill("Rowe & Daughters");
  await page.getByLabel("Position").fill("Partner");
  await choose(page, "Country", "United Kingdom");
  await choose(page, "City", "Leeds");
  await page.getByLabel("Address").fill("1 High Street, Floor 2, Leeds");
  await page.getByLabel("Postal Code").fill("LS1 4DY");
  await page.getByLabel("Short description").fill("Pricing, from cost-plus to value");
  await page.getByLabel("Description", { exact: true }).fill("I have set prices in nine businesses.");
  await choose(page, "Areas of experience", "Pricing", "Sales");
  await choose(page, "Industry Experience", "Manufacturing");
  await choose(page, "Experience", "Founded a company");
  await choose(page, "Seniority", "Director");
  await choose(page, "Stage Preference", "11–50 people");
  await page.getByLabel("Fee").fill("-5");
  await page.getByLabel("Fee").blur();
  await expect(page.getByLabel("Fee")).toHaveValue("-£5 per day");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Please enter Fee")).toBeVisible();
  // Typed key by key, the comma is the one between thousands.
  await page.getByLabel("Fee").fill("");
  await page.getByLabel("Fee").pressSequentially("1,000.50");
  await expect(page.getByLabel("Fee")).toHaveValue("£1,000.50 per day");
  await page.getByLabel("Fee").fill("950.5");
  await choose(page, "Availability", "One day a month");

  // Another country has other cities, so the chosen one is cleared.
  await choose(page, "Country", "Ireland");
  await expect(page.getByRole("main").getByLabel("City").first()).toHaveValue("");
  await choose(page, "City", "Dublin");

  // The input survives leaving the page before saving.
  await page.reload();
  await expect(page.getByLabel("Company Name")).toHaveValue("Rowe & Daughters");
  await expect(page.getByLabel("Fee")).toHaveValue("£950.5 per day");
  await choose(page, "Value Set", "Candour");
  await page.getByRole("checkbox", { name: /Terms & Conditions/ }).check();
  await page.getByRole("button", { name: "Save profile" }).dblclick();

  const dialog = page.getByRole("dialog", { name: "Almost There!" });
  await expect(dialog.getByRole("button", { name: "Set Up Stripe" })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    advisor_profile: {
      head_line: "Pricing, from cost-plus to value",
      fee_per_hour: 950.5,
      investment_opportunities_enabled: false,
    },
    advisor_company: { address_1: "1 High Street", address_2: "Floor 2, Leeds", postcode: "LS1 4DY" },
  });
  await noProblems(page);

  // Without the payout account the advisor is redirected here, and the next step is offered.
  await page.goto(`${plumbline.url}/engagements`);
  await page.waitForURL("**/create-profile/advisor");
  await expect(page.getByText("Your profile is saved. One step is left.")).toBeVisible();
  await page.getByRole("button", { name: "Set Up Stripe" }).click();
  await page.waitForURL(`${plumbline.stripe}/**`);
  const authorised: string[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith("/transfers/authorize") && authorised.push(request.postData() ?? ""),
  );
  await page.getByRole("button", { name: /connect|authorise/i }).click();
  await page.waitForURL("**/advisor-home");
  await expect(page.getByText("Your payout account is connected", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
  expect(authorised).toHaveLength(1);
  await page.goto(`${plumbline.url}/create-profile/advisor`);
  await page.waitForURL("**/advisor-home");

  // Nobody has written yet, so nothing leads to a proposal that could not be sent.
  await expect(page.getByText("Members write first, to the advisors they are matched with")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /proposal|engagement/i })).toHaveCount(0);
  await expect(page.getByText("Answer while the question is warm.")).toBeVisible();
  await page.goto(`${plumbline.url}/create-project`);
  await expect(page.getByText("Nobody to propose to yet")).toBeVisible();
  await noProblems(page);
});

test(
  "O-11 X-02 a missing address from the provider, and a code that nobody here requested, are reported and change nothing",
  nightly,
  async ({ page, plumbline }) => {
    await signInByForm(page, plumbline, "advisor", "new.advisor@demo.plumbline.test");
    const session = () => page.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}"));
    // The state before the payout account was connected, which another journey of this file did.
    await page.route("**/api/advisors/profile", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), stripe_setup: false } });
    });
    // Before the page's own scripts run, so that no pending response can restore it.
    await page.addInitScript(() => {
      const stored = JSON.parse(localStorage.getItem("plumbline.session") ?? "{}");
      localStorage.setItem("plumbline.session", JSON.stringify({ ...stored, stripe_setup: false }));
    });
    await page.goto(`${plumbline.url}/advisor-home?code=ac_from_a_stranger`);
    await expect(page.getByText("Your payout account is not connected yet")).toBeVisible();
    expect((await session()).stripe_code).toBeUndefined();
    await page.route("**/api/get_advisor_account_link", (route) =>
      route.fulfill({ json: { url: null, error: "Please try again in an hour." } }),
    );
    await page.getByRole("button", { name: "Set Up Stripe" }).click();
    await expect(page.getByText("Please try again in an hour.")).toBeVisible();
    await noProblems(page);
  },
);

test("P-05 P-07 P-08 P-09 P-10 P-11 A-22 A-23 the advisor's account: a summary, and four sections that are saved separately", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "advisor", "second.advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/profile/advisor`);
  for (const term of ["Name", "Role", "Email", "Phone", "Address"])
    await expect(page.getByText(term, { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await page.waitForURL("**/edit-profile/advisor");
  const sections = page.getByRole("navigation", { name: "Your account" });
  await expect(sections.getByRole("link")).toHaveText([
    "Profile",
    "Key Information",
    "Additional Information",
    "Manage Password",
  ]);
  const sent = bodies(page, "/api/advisors/profile");
  const save = (section: string) =>
    page.getByRole("region", { name: section }).getByRole("button", { name: "Save changes" }).click();

  const name = await page.getByLabel("Name", { exact: true }).inputValue();
  for (const label of ["Name", "Email", "Company Name", "Position", "Address", "Postal Code"])
    await page.getByLabel(label, { exact: true }).fill("");
  await page.getByLabel("Phone (optional)").fill("");
  await save("Profile");
  for (const message of [
    "Please enter Name",
    "Please enter Email",
    "Please enter Company Name",
    "Please enter Position",
    "Please enter Address",
    "Please enter Postal Code",
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await noProblems(page);
  await page.reload();

  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.getByLabel("Address").fill("1 High Street, Floor 2, Leeds");
  // A photo is stored by itself: what is typed beside it is not sent along.
  await page
    .getByLabel("Change photo")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await picture(page) });
  const photo = page.getByRole("dialog", { name: "Your photo" });
  await photo.getByRole("button", { name: "Use this photo" }).click();
  await expect(page.getByText("Your photo has been saved")).toBeVisible();
  expect(sent).toEqual([]);
  // Opening another section keeps the input.
  await sections.getByRole("link", { name: "Key Information" }).click();
  const headline = page.getByLabel("Short description");
  const before = await headline.inputValue();
  await headline.fill("Finance, loudly");
  // It is there after a reload, and goes when it is not wanted.
  await page.reload();
  await expect(headline).toHaveValue("Finance, loudly");
  await page.getByRole("button", { name: "Start afresh" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Throw it away" }).click();
  await expect(headline).toHaveValue(before);
  await headline.fill("Finance, calmly");
  await sections.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page.getByLabel("Address")).toHaveValue("1 High Street, Floor 2, Leeds");
  await save("Profile");
  await expect(page.getByText("Your changes have been saved")).toBeVisible();
  expect(sent[0]).toMatchObject({ advisor_company: { address_1: "1 High Street", address_2: "Floor 2, Leeds" } });
  expect(sent[0]?.advisor_profile).not.toHaveProperty("head_line");
  await sections.getByRole("link", { name: "Key Information" }).click();
  await save("Key Information");
  await expect.poll(() => sent.length).toBe(2);
  await sections.getByRole("link", { name: "Additional Information" }).click();
  await noProblems(page);
  await page.reload();
  await expect(page.getByRole("region", { name: "Additional Information" })).toBeVisible();
  await page.goto(`${plumbline.url}/profile/advisor`);
  await expect(page.getByText("1 High Street, Floor 2, Leeds").first()).toBeVisible();

  await page.goto(`${plumbline.url}/edit-profile/advisor?section=password`);
  const password = page.getByRole("region", { name: "Manage Password" });
  await password.getByLabel("Current password", { exact: true }).fill("wrong");
  await password.getByLabel("New password", { exact: true }).fill("another horse battery");
  await password.getByLabel("Confirm new password", { exact: true }).fill("yet another");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Please enter equal passwords in both fields.")).toBeVisible();
  await password.getByLabel("Confirm new password", { exact: true }).fill("another horse battery");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByRole("alert").getByText("422 Unprocessable Entity")).toBeVisible();
  await expect(password.getByLabel("Current password", { exact: true })).toBeFocused();
  await password.getByLabel("Current password", { exact: true }).fill("plumbline-demo");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Your password has been changed.")).toBeVisible();
  await noProblems(page);
});
