import { noProblems } from "./axe.ts";
import { expect, nightly, revokeToken, signIn, signInByForm, test, tokenOf } from "./plumbline.ts";

const already =
  "You are already logged in. Click 'Check status' to see what is your current status or check your e-mail for more information.";

test("A-17 A-18 A-19 A-20 A-24 A-25 a session is stored, survives a reload, shows its status, and can be ended", async ({
  page,
  plumbline,
}) => {
  await signInByForm(page, plumbline, "customer", "new.customer@demo.plumbline.test");
  await page.waitForURL("**/create-profile/customer");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("plumbline.session") ?? "{}"));
  expect(stored).toMatchObject({
    user: "customer",
    email: "new.customer@demo.plumbline.test",
    token_type: "Bearer",
    status: "active",
    stripe_setup: false,
    profile_setup: false,
  });
  for (const name of ["access_token", "expires_at", "login_time"]) expect(stored).toHaveProperty(name);
  await page.reload();
  await page.waitForURL("**/create-profile/customer");

  for (const path of ["/sign-in/customer", "/apply-business-member", "/apply-advisor"]) {
    await page.goto(plumbline.url + path);
    await expect(page.getByText(already)).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox").first()).toBeDisabled();
  }
  await page.getByRole("link", { name: "Check status" }).click();
  await page.waitForURL("**/status/customer");
  await expect(page.getByText("Account state: active")).toBeVisible();
  await expect(page.getByRole("link", { name: "create your profile" })).toHaveAttribute(
    "href",
    "/create-profile/customer",
  );
  await expect(page.getByRole("link", { name: "Go to your engagements" })).toHaveAttribute("href", "/engagements");
  await expect(page.getByRole("link", { name: "Back to login" })).toBeVisible();

  // Revoked elsewhere: the open page is notified, its next call finds the session invalid, removes it and shows the
  // sign-in form.
  await revokeToken(plumbline, stored.access_token);
  await page.waitForURL("**/sign-in/customer");
  expect(await page.evaluate(() => localStorage.getItem("plumbline.session"))).toBeNull();
});

test(
  "A-18 decision 8 sessions are ended with the password: one, all others, and everywhere",
  nightly,
  async ({ page, plumbline }) => {
    const email = "second.customer@demo.plumbline.test";
    const others = [await tokenOf(plumbline, "customer", email), await tokenOf(plumbline, "customer", email)];
    const answered = () =>
      Promise.all(
        others.map(async (token) => {
          const headers = { authorization: `Bearer ${token}` };
          return (await fetch(`${plumbline.url}/api/sessions`, { headers })).status;
        }),
      );
    await signInByForm(page, plumbline, "customer", email);
    await page.goto(`${plumbline.url}/profile/customer`);
    await page.route("**/api/sessions", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByText("Manage Password").click();
    await page.getByRole("button", { name: "Try again" }).click();
    const dialog = page.getByRole("dialog");
    // The newest but this one is the second of the two.
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    const enter = async (password: string, button: string) => {
      await dialog.getByRole("textbox", { name: "Your password" }).fill(password);
      await dialog.getByRole("button", { name: button, exact: true }).click();
    };
    await enter("not the password", "Sign out");
    await expect(dialog.getByText("is not right")).toBeVisible();
    await noProblems(page);
    expect(await answered()).toEqual([200, 200]);
    await enter("plumbline-demo", "Sign out");
    await expect(dialog).toBeHidden();
    expect(await answered()).toEqual([200, 401]);
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await enter("plumbline-demo", "Sign out all others");
    await expect(page.getByRole("button", { name: "Sign out all others" })).toBeHidden();
    expect(await answered()).toEqual([401, 401]);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await enter("plumbline-demo", "Sign out everywhere");
    await page.waitForURL("**/sign-in/customer");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  },
);

test(
  "G-19 staff sign a member out everywhere with a reason: the member's page leads to sign-in and their account says why",
  nightly,
  async ({ browser, plumbline }) => {
    const email = "customer@demo.plumbline.test";
    const reason = "You told us that your phone was stolen.";
    const [staff, member] = [
      await (await browser.newContext()).newPage(),
      await (await browser.newContext()).newPage(),
    ];
    await signInByForm(member, plumbline, "customer", email);
    await signIn(staff, plumbline, "staff", "staff@demo.plumbline.test");
    await staff.goto(`${plumbline.url}/back-office/members?q=Priya`);
    await staff.getByRole("link", { name: "Priya Raman" }).first().click();
    await staff.getByRole("link", { name: "Sessions" }).click();
    await staff.getByRole("button", { name: "Sign out everywhere" }).click();
    const dialog = staff.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(dialog.getByText("Please give the reason.")).toBeVisible();
    await noProblems(staff);
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(staff.getByText("Signed in nowhere")).toBeVisible();
    await member.waitForURL("**/sign-in/**");
    await plumbline.linkTo(email, /^We signed you out of all devices$/, "/sign-in/customer");
    await signInByForm(member, plumbline, "customer", email);
    await member.goto(`${plumbline.url}/profile/customer`);
    await member.getByText("Manage Password").click();
    await expect(member.getByText(reason)).toBeVisible();
  },
);
