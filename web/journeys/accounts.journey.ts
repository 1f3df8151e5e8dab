import type { Page } from "@playwright/test";
import { noProblems } from "./axe.ts";
import { choose } from "./people.ts";
import { expect, signIn, test } from "./plumbline.ts";

test("A-01 A-12 the two choosers lead to the four forms", async ({ page, plumbline }) => {
  await page.goto(plumbline.url);
  await page.getByRole("banner").getByRole("link", { name: "Apply", exact: true }).click();
  await expect(page.getByRole("link", { name: "Apply as a Business Member" })).toHaveAttribute(
    "href",
    "/apply-business-member",
  );
  await expect(page.getByRole("link", { name: "Apply as an Advisor" })).toHaveAttribute("href", "/apply-advisor");
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(page.getByRole("link", { name: "Login as a Business Member" })).toHaveAttribute(
    "href",
    "/sign-in/customer",
  );
  await expect(page.getByRole("link", { name: "Login as an Advisor" })).toHaveAttribute("href", "/sign-in/advisor");
});

const messages = {
  "/apply-business-member": [
    "Please enter First Name",
    "Please enter Last Name",
    "Please enter Email Address",
    "Please select Job Title",
    "Please enter Company Name",
    "Please select Country",
    "Please select HQ City",
    "Please select Industry",
    "Please select Company Employees",
    "Please select Investment Raised or Annual Revenue",
    "Please select Annual Revenue",
  ],
  "/apply-advisor": [
    "Please enter First Name",
    "Please enter Last Name",
    "Please enter Email Address",
    "Please enter your LinkedIn",
    "Please select Location",
    "Please select Option",
    "Please decribe your previous experience",
    "Please state the names",
  ],
};
for (const [path, expected] of Object.entries(messages)) {
  test(`A-02 A-03 A-04 A-16 ${path} submitted empty shows an error beside each field, and sends nothing`, async ({
    page,
    plumbline,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await page.goto(plumbline.url + path);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    for (const message of expected) await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
    await expect(page.getByText("Please complete all required fields.")).toHaveCount(1);
    await expect(page.getByLabel("First Name")).toBeFocused();
    for (const wrong of ["a", "@b", "a@"]) {
      await page.getByLabel("Email Address").fill(wrong);
      await page.getByRole("button", { name: "Apply", exact: true }).click();
      await expect(page.getByText("Please enter valid E-mail.")).toBeVisible();
    }
    await page.getByLabel("Email Address").fill("a@b");
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByText("Please enter valid E-mail.")).toHaveCount(0);
    expect(sent).toEqual([]);
    await noProblems(page);
  });
}

test("A-13 A-15 A-16 A-26 a refused sign-in shows its code and message until it is cleared or the page is left", async ({
  page,
  plumbline,
}) => {
  for (const [role, title] of [
    ["customer", "Business Log In"],
    ["advisor", "Advisor Log In"],
  ] as const) {
    await page.goto(`${plumbline.url}/sign-in/${role}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("link", { name: /Forgot your password/ })).toHaveAttribute(
      "href",
      `/reset-password/${role}`,
    );
    await expect(page.getByRole("main").getByRole("link", { name: "Sign up" })).toBeVisible();
  }
  await page.goto(`${plumbline.url}/sign-in/customer`);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Please enter your password")).toBeVisible();
  const refused = page.getByText("401 The e-mail or the password is not right.");
  await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill("nobody@example.test");
  await page.getByRole("main").getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(refused).toBeVisible();
  await noProblems(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(refused).toHaveCount(0);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(refused).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await page.waitForURL("**/apply-business-member");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Business Log In" })).toBeVisible();
  await expect(refused).toHaveCount(0);
});

for (const script of ["visitor-forms", "every-page"])
  test(`A-13 W-03 a sign-in that is pressed before ${script}.ts has come says so, is kept, and sent when it has`, async ({
    page,
    plumbline,
  }) => {
    const arrives = Promise.withResolvers<void>();
    await page.route(new RegExp(`${script}[^/]*\\.js$`), async (route) => {
      await arrives.promise;
      await route.continue();
    });
    const other = page.waitForResponse(script === "every-page" ? /visitor-forms[^/]*\.js$/ : /every-page[^/]*\.js$/);
    await page.goto(`${plumbline.url}/sign-in/customer`, { waitUntil: "commit" });
    await (await other).finished();
    const email = page.getByRole("main").getByRole("textbox", { name: "E-mail" });
    await email.fill("customer@demo.plumbline.test");
    await page.getByRole("main").getByRole("textbox", { name: "Password" }).fill("plumbline-demo");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText(/still loading.*If nothing happens, please reload the page\./);
    await expect(email).toHaveValue("customer@demo.plumbline.test");
    expect(new URL(page.url()).search).toBe("");
    arrives.resolve();
    await page.waitForURL("**/customer-home");
  });

test("D-03 D-05 the application's lists can be loaded again after an error; at most a hundred cities are offered, and typing finds the rest", async ({
  page,
  plumbline,
}) => {
  let broken = true;
  await page.route("**/api/data/*", (route) =>
    broken ? route.fulfill({ status: 500, body: "no" }) : route.continue(),
  );
  await page.goto(`${plumbline.url}/apply-business-member`);
  await expect(page.getByText("500 Internal Server Error")).toHaveCount(6);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("Please complete all required fields.")).toBeVisible();
  await expect(page.getByText("500 Internal Server Error")).toHaveCount(6);
  await noProblems(page);
  broken = false;
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("500 Internal Server Error")).toHaveCount(0);

  const sizes = await page.getByLabel("Company Employees").locator("option").allTextContents();
  expect(sizes.slice(0, 3)).toEqual(["Select", "1–10 people", "11–50 people"]);
  const city = page.getByRole("combobox", { name: "HQ City" });
  await expect(city).toBeDisabled();
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
  await city.click();
  await expect(page.locator("[role='option']")).toHaveCount(100);
  await noProblems(page);
  await city.fill("york");
  await city.press("Enter");
  await expect(city).toHaveValue("York");
  await city.press("ArrowDown");
  await city.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.getByLabel("Country").selectOption({ label: "Jersey" });
  await expect(city).toHaveValue("");
  await city.click();
  await expect(page.locator("[role='option']")).toHaveText(["St Helier"]);
});

test("A-05 W-03 W-07 a refused application shows the reason beside its field, keeps the input, and is sent once", async ({
  page,
  plumbline,
}) => {
  const sent: unknown[] = [];
  let answer: { status: number; json?: object; body?: string } = {
    status: 500,
    json: { errors: { base: ["Not now."] } },
  };
  await page.route("**/api/advisors", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill(answer);
  });
  await page.goto(`${plumbline.url}/apply-advisor`);
  await page.getByLabel("First Name").fill(" Ambrose ");
  await page.getByLabel("Last Name").fill("Tilley");
  await page.getByLabel("Email Address").fill("ambrose@tilley.test");
  await page.getByLabel("LinkedIn").fill("linkedin.example/in/ambrose");
  await page.getByRole("radio", { name: "No" }).check();
  await choose(page, "What describes you best?", "Investor");
  await page.getByLabel("Previous experience").fill("Drinks.");
  for (const at of [1, 2, 3]) await page.getByLabel(`Name of advisor ${at}`).fill(`Advisor ${at}`);
  const apply = page.getByRole("button", { name: "Apply", exact: true });
  await apply.dblclick();
  await expect(page.getByText("500 Not now.")).toBeVisible();
  expect(sent).toEqual([
    {
      advisor: { email: "ambrose@tilley.test" },
      advisor_profile: {
        name: "Ambrose Tilley",
        linkedin_profile_url: "linkedin.example/in/ambrose",
        based_in_uk: "false",
        classification_type_id: expect.any(Number),
        advisory_experience: "Drinks.",
        origin: "",
        referred_advisors: ["Advisor 1", "Advisor 2", "Advisor 3"],
      },
    },
  ]);
  answer = { status: 422, json: { errors: { "advisor.email": ["is not for us"], "advisor_profile.other": ["Odd."] } } };
  await apply.click();
  await expect(page.getByText("is not for us")).toBeVisible();
  await expect(page.getByText("Odd.")).toBeVisible();
  await expect(page.getByLabel("Email Address")).toBeFocused();
  await expect(page.getByLabel("Email Address")).toHaveValue("ambrose@tilley.test");
  await page.getByLabel("Email Address").fill("a@b");
  await expect(page.getByText("is not for us")).toHaveCount(0);
  answer = { status: 201, json: { message: "Thanks." } };
  // The thanks are shown for two seconds, in which axe may not be done: the browser stays on a page when the next one is
  // answered with 204. Holding the next page back instead would make emulateMedia wait for it for ever.
  const leaves = page.waitForRequest(`${plumbline.url}/`);
  await page.route(`${plumbline.url}/`, (route) => route.fulfill({ status: 204 }));
  await apply.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await noProblems(page);
  await leaves;
  // What was sent is not kept for another application.
  await page.goto(`${plumbline.url}/apply-advisor`);
  await expect(page.getByLabel("What describes you best?").getByRole("option")).not.toHaveCount(1);
  await expect(page.getByLabel("First Name")).toHaveValue("");
});

test("A-02 W-03 what was typed into an application is there again after a reload, until it is sent", async ({
  page,
  plumbline,
}) => {
  await page.goto(`${plumbline.url}/apply-business-member`);
  await page.getByLabel("First Name").fill("Ida");
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
  const city = page.getByRole("combobox", { name: "HQ City" });
  await city.fill("york");
  await city.press("Enter");
  await page.reload();
  await expect(city).toHaveValue("York");
  await expect(page.getByLabel("First Name")).toHaveValue("Ida");
  await expect(page.getByLabel("Last Name")).toHaveValue("");
  await page.getByLabel("Country").selectOption({ label: "Jersey" });
  await expect(city).toHaveAttribute("placeholder", "Select or type");
  await expect(city).toHaveValue("");

  await page.route("**/api/contactus", (route) => route.fulfill({ status: 201, json: { message: "Sent." } }));
  await page.goto(`${plumbline.url}/contact`);
  const form = page.getByRole("main").locator("form", { has: page.getByLabel("Message") });
  for (const label of ["First Name", "Last Name"]) await form.getByLabel(label).fill("Ida");
  await form.getByLabel(/e-?mail/i).fill("ida@journey.test");
  await form.getByLabel("Message").fill("How does a match come about?");
  await page.reload();
  await expect(form.getByLabel("Message")).toHaveValue("How does a match come about?");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Sent.")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Message")).toHaveValue("");
});

test("A-06 A-08 A-27 used and unapproved links show the specification's texts", async ({ page, plumbline }) => {
  await page.goto(`${plumbline.url}/approval/advisor?x=1&y=unknown`);
  await expect(page.getByText("Your E-mail was already verified.")).toBeVisible();
  await expect(page.getByText("within a week or two").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await page.goto(`${plumbline.url}/create-password?x=1&y=unknown`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Confirm password", { exact: true }).fill("another");
  await page.getByRole("button", { name: "Create password" }).click();
  await expect(page.getByText("Please enter equal passwords in both fields.")).toBeVisible();
  await page.getByLabel("Confirm password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create password" }).click();
  await expect(page.getByText("To create your password first you account need to be approved.")).toBeVisible();
  await noProblems(page);
});

test("A-21 requesting a reset gets the same answer for any address", async ({ page, plumbline }) => {
  await page.goto(`${plumbline.url}/reset-password/customer`);
  await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill("stranger@example.test");
  await page.route(
    "**/api/customers/password",
    (route) => route.fulfill({ status: 429, json: { errors: { base: ["Please wait a minute and try again."] } } }),
    { times: 1 },
  );
  await page.getByRole("button", { name: "Send me a link" }).click();
  // Status and status text as specified, and what to do.
  await expect(page.getByRole("alert")).toHaveText("429 Too Many RequestsPlease wait a minute and try again.");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Please check your email for instructions to reset your password.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to log in" })).toHaveAttribute("href", "/sign-in/customer");
});

test("decision 7 an application that a colleague has decided meanwhile says so, and is shown as decided", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { entries } = await (await fetch(`${plumbline.url}/api/back-office/applications`, { headers })).json();
  const { id } = entries.find(({ allowed_actions: acts }: { allowed_actions: string[] }) => acts.includes("approve"));
  await page.goto(`${plumbline.url}/back-office/applications/${id}`);
  await page.getByLabel("Reason").fill("Exactly whom we are here for.");
  await page.getByRole("button", { name: "Approve" }).click();
  const body = JSON.stringify({ reason: "Too early." });
  await fetch(`${plumbline.url}/api/back-office/applications/${id}/reject`, { method: "PATCH", headers, body });
  const refusal = escapeAtAlert(page);
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  expect(await refusal).toContain("was rejected already by Rosalind Hale");
  await expect(page.getByRole("status").filter({ hasText: "Rejected by Rosalind Hale" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("decision 7 a report that a colleague has decided meanwhile says so where the form for it has gone", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { entries } = await (await fetch(`${plumbline.url}/api/back-office/reports`, { headers })).json();
  const { id } = entries[0];
  await page.goto(`${plumbline.url}/back-office/reports/${id}`);
  await page.getByRole("radio", { name: "Take no action" }).check();
  await page.getByLabel("Answer to the reporter").fill("We have looked into it.");
  const body = JSON.stringify({
    act: "no_action",
    answer: "Nothing is wrong.",
    reason: "",
    next_steps: "",
    until: null,
  });
  await fetch(`${plumbline.url}/api/back-office/reports/${id}/decide`, { method: "PATCH", headers, body });
  await page.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByRole("region", { name: "How it ended" })).toContainText("Nothing is wrong.");
  await expect(page.getByRole("alert").filter({ hasText: "decided" })).toBeVisible();
});

test("decision 46 a decision whose answer is lost is on the page below its dialog; undone, it can be made once more", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { entries } = await (await fetch(`${plumbline.url}/api/back-office/applications`, { headers })).json();
  const { id } = entries.find(({ allowed_actions: acts }: { allowed_actions: string[] }) => acts.includes("approve"));
  const dialog = page.getByRole("dialog");
  const approve = async () => {
    await page.getByLabel("Reason").fill("Exactly whom we are here for.");
    await page.getByRole("button", { name: "Approve" }).click();
    await dialog.getByRole("button", { name: "Approve" }).click();
  };
  const approved = page.getByRole("status").filter({ hasText: "Approved by Rosalind Hale" });
  await page.route(
    `**/api/back-office/applications/${id}/approve`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto(`${plumbline.url}/back-office/applications/${id}`);
  await approve();
  await expect(dialog.getByRole("alert")).toContainText("We could not reach the server.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(approved).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await dialog.getByLabel("Reason").fill("One more look.");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(approved).toHaveCount(0);
  await approve();
  await expect(approved).toBeVisible();
  const body = JSON.stringify({ reason: "For the other journeys." });
  await fetch(`${plumbline.url}/api/back-office/applications/${id}/undo`, { method: "POST", headers, body });
});

/** Presses Escape as soon as an alert is in the page, which is before its effects have run. Returns its text. */
const escapeAtAlert = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver((_, observer) => {
          const alert = document.querySelector("[role=alert]");
          if (!alert?.textContent) return;
          observer.disconnect();
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          resolve(alert.textContent);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
