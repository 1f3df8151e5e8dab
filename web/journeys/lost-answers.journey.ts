import type { Page } from "@playwright/test";
import { propose, typeCard } from "./people.ts";
import { expect, nightly, type Plumbline, signIn, test, tokenOf } from "./plumbline.ts";
import { withoutLive } from "./waiting.ts";

/** The next call of an address is answered by the server, but its answer does not arrive. */
const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
const [advisor, customer] = ["advisor@demo.plumbline.test", "customer@demo.plumbline.test"] as const;

/** As the customer of the demo's engagement. */
async function move(plumbline: Plumbline, id: number, action: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(plumbline, "customer", customer)}` };
  const answer = await fetch(`${plumbline.url}/api/projects/${id}/${action}`, { method: "PATCH", headers });
  expect(answer.status).toBe(200);
}

const unreachable = (page: Page) => page.getByText("We could not reach the server.", { exact: false });

test(
  "decision 46 an invoice whose answer is lost is sent again as the same one, in the open page and after a reload",
  nightly,
  async ({ page, plumbline }) => {
    const token = await signIn(page, plumbline, "advisor", advisor);
    const lost = async (name: string) => {
      const id = await propose(plumbline, advisor, "Priya Raman", { name, payment_cost: 500, payment_span: 2 });
      await move(plumbline, id, "accept");
      await loseAnswer(page, "**/api/invoices");
      // The first invoice starts the project, and leaves less than it asks for.
      await page.goto(`${plumbline.url}/create-invoice?project=${id}`);
      await page.getByLabel("Description, line 1").fill(name);
      await page.getByLabel("Quantity, line 1").fill("1");
      await page.getByLabel("Unit Price, line 1").fill("800");
      await page.getByRole("button", { name: "Approve & Send" }).click();
      await expect(unreachable(page)).toBeVisible();
      return id;
    };
    const sendAgain = async (id: number) => {
      await page.getByRole("button", { name: "Approve & Send" }).click();
      await page.waitForURL(`${plumbline.url}/invoices`);
      const sums = await fetch(`${plumbline.url}/api/projects/${id}/invoices`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await sums.json()).toMatchObject({ agreed: 1000, invoiced: 800 });
    };
    await sendAgain(await lost("Sent again at once"));
    const reloaded = await lost("Sent again after a reload");
    await page.reload();
    await sendAgain(reloaded);
  },
);

test(
  "decision 46 a membership that began in a payment whose answer was lost is told to whoever pays again",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "customer", "new.customer@demo.plumbline.test");
    // The live updates are lost, too.
    await withoutLive(page);
    await page.goto(`${plumbline.url}/create-profile/customer`);
    await page.getByRole("radio", { name: /Monthly/ }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Card Holder Name").fill("Nora New");
    await typeCard(page, "4242424242424242");
    await loseAnswer(page, "**/api/payment/subscriptions");
    await loseAnswer(page, "**/api/payment/subscriptions/refresh");
    const pay = page.getByRole("button", { name: "Pay £250.00" });
    await pay.click();
    await expect(unreachable(page)).toBeVisible();
    await pay.click();
    await expect(page.getByText("Welcome. Your membership has started.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "About your business" })).toBeVisible();
  },
);

test(
  "decision 46 a review whose answer is lost is not asked for again once its dialog is closed",
  nightly,
  async ({ page, plumbline }) => {
    const terms = { name: "Reviewed once", payment_cost: 500, payment_span: 2 };
    const id = await propose(plumbline, advisor, "Priya Raman", terms);
    for (const action of ["accept", "start", "complete"]) await move(plumbline, id, action);
    await signIn(page, plumbline, "customer", customer);
    await page.goto(`${plumbline.url}/project/${id}`);
    const leave = page.getByRole("main").getByRole("button", { name: "Leave Review" });
    const dialog = page.getByRole("dialog");
    await leave.click();
    await dialog.getByLabel("Your review").fill("Found what customers would pay.");
    await loseAnswer(page, "**/api/reviews");
    await dialog.getByRole("button", { name: "Leave Review" }).click();
    await expect(unreachable(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Found what customers would pay.")).toBeVisible();
    await expect(leave).toHaveCount(0);
  },
);

test(
  "decision 46 what a dialog has done without an answer is seen once it is closed, also in parts that load by themselves",
  nightly,
  async ({ page, plumbline }) => {
    await tokenOf(plumbline, "advisor", advisor);
    await signIn(page, plumbline, "advisor", advisor);
    await page.goto(`${plumbline.url}/edit-profile/advisor?section=password`);
    const others = page.getByRole("button", { name: "Sign out all others" });
    const dialog = page.getByRole("dialog");
    await others.first().click();
    await dialog.getByRole("textbox", { name: "Your password" }).fill("plumbline-demo");
    await loseAnswer(page, "**/api/sessions/others/end");
    await dialog.getByRole("button", { name: "Sign out all others" }).click();
    await expect(unreachable(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible();
    await expect(others).toHaveCount(0);
  },
);

test(
  "decision 46 an own value whose answer was lost is among a member's terms once its dialog is closed",
  nightly,
  async ({ page, plumbline }) => {
    const token = await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    const headers = { authorization: `Bearer ${token}` };
    const found = await fetch(`${plumbline.url}/api/back-office/members`, { headers });
    const { entries } = (await found.json()) as { entries: { id: number; role: string }[] };
    const member = entries.find(({ role }) => role === "advisor")?.id;
    await page.goto(`${plumbline.url}/back-office/members/${member}?tab=money`);
    await page.getByRole("button", { name: "Change Commission" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Percent").fill("7");
    await dialog.getByLabel("Reason").fill("They bring others.");
    await loseAnswer(page, "**/money-settings");
    await dialog.getByRole("button", { name: "Set from this day" }).click();
    await expect(unreachable(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Throw it away" }).click();
    await expect(page.getByRole("button", { name: "Commission: as for everybody" })).toBeVisible();
  },
);

/** Opens the dialog of a colleague who is signed in. */
async function manageColleague(page: Page, plumbline: Plumbline) {
  await tokenOf(plumbline, "staff", "support@demo.plumbline.test");
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/team`);
  await page.getByRole("button", { name: "Manage Callum Reid" }).click();
}

test(
  "G-14 two presses sign a colleague out once, and a failure goes once the same was done",
  nightly,
  async ({ page, plumbline }) => {
    await manageColleague(page, plumbline);
    const dialog = page.getByRole("dialog");
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/back-office/staff/sessions/*", (route) => answered.promise.then(() => route.continue()));
    await dialog.getByRole("button", { name: "Sign out", exact: true }).first().dblclick();
    answered.resolve();
    await expect(page.getByText("Callum Reid was signed out.")).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    const link = dialog.getByRole("button", { name: "Send a new link" });
    await page.route("**/api/back-office/staff/*/link", (route) => route.abort(), { times: 1 });
    await link.click();
    await expect(unreachable(page)).toBeVisible();
    await link.click();
    await expect(page.getByText("A new link is on its way", { exact: false })).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "decision 46 N-01 a switch that was saved without an answer stays where it was moved to",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "customer", "second.customer@demo.plumbline.test");
    await page.goto(`${plumbline.url}/notifications/preferences`);
    const reviews = page.getByRole("switch", { name: "Reviews, by e-mail" });
    await expect(reviews).toBeChecked();
    await loseAnswer(page, "**/api/notifications/preferences");
    await reviews.click({ force: true });
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(reviews).not.toBeChecked();
    await expect(unreachable(page)).toHaveCount(0);
  },
);

test(
  "decision 46 G-14 a session of a colleague that ended without an answer is not asked for again",
  nightly,
  async ({ page, plumbline }) => {
    await manageColleague(page, plumbline);
    const signOut = page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true });
    await expect(signOut.first()).toBeVisible();
    const before = await signOut.count();
    await loseAnswer(page, "**/api/back-office/staff/sessions/*");
    await signOut.first().click();
    await expect(unreachable(page)).toBeVisible();
    await expect(signOut).toHaveCount(before - 1);
  },
);

test(
  "decision 46 G-14 whoever was invited without an answer is in the team, although a changed invitation was refused",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/team`);
    await page.getByRole("button", { name: "Invite a colleague" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Wilma Lost");
    await dialog.getByLabel("E-mail").fill("wilma.lost@demo.plumbline.test");
    await loseAnswer(page, "**/api/back-office/staff");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(unreachable(page)).toBeVisible();
    await dialog.getByLabel("Name").fill("Wilma Lost-Again");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(page.getByText("Somebody already has this address.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Manage Wilma Lost" })).toBeVisible();
  },
);
