import { noProblems } from "./axe.ts";
import { expect, logIn, nightly, revokeToken, signIn, test, tokenOf } from "./plumbline.ts";

test(
  "G-99 a draft that a colleague has kept meanwhile is shown before one's own replaces it",
  nightly,
  async ({ page, plumbline }) => {
    const staff = "staff@demo.plumbline.test";
    await signIn(page, plumbline, "staff", staff);
    await page.goto(`${plumbline.url}/back-office/disputes?state=open`);
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    const words = page.getByLabel("In your own words");
    await words.fill("Typed here.");
    const [id] = /\d+$/.exec(page.url()) ?? [];
    const at = `${plumbline.url}/api/back-office/disputes/${id}`;
    const headers = {
      authorization: `Bearer ${await tokenOf(plumbline, "staff", staff)}`,
      "content-type": "application/json",
    };
    const { state, answer } = (await (await fetch(at, { headers })).json()) as {
      state: string;
      answer: { version: number } | null;
    };
    const body = { state, version: answer?.version ?? 0, words: "Kept by a colleague.", parts: [], files: [] };
    expect((await fetch(`${at}/answer`, { method: "PUT", headers, body: JSON.stringify(body) })).status).toBe(204);

    await page.getByRole("button", { name: "Send to the bank" }).click();
    await page.getByRole("button", { name: "Send, for good" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toContainText("Look at theirs first.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const theirs = page.getByRole("region", { name: "Kept in the meantime" });
    await expect(theirs).toContainText("Kept by a colleague.");
    await expect(words).toHaveValue("Typed here.");
    await page.getByRole("button", { name: "Keep as a draft" }).click();
    await expect(page.getByText("Nothing was sent.")).toBeVisible();
    await expect(theirs).toHaveCount(0);
  },
);

test(
  "G-99 decision 50 what was taken out of an answer stays out when the session ends, although the rest is a draft",
  nightly,
  async ({ page, plumbline }) => {
    const staff = "staff@demo.plumbline.test";
    const token = await signIn(page, plumbline, "staff", staff);
    await page.goto(`${plumbline.url}/back-office/disputes?state=open`);
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    const parts = page.getByRole("group", { name: "From our records" }).getByRole("checkbox");
    await expect(parts.first()).toBeVisible();
    for (const part of await parts.all()) await part.uncheck();
    const words = page.getByLabel("In your own words");
    await words.fill("Nothing of our records goes to the bank.");
    await revokeToken(plumbline, token);
    await page.getByRole("button", { name: "Keep as a draft" }).click();
    await page.waitForURL("**/sign-in/staff");
    await logIn(page, staff);
    await expect(words).toHaveValue("Nothing of our records goes to the bank.");
    for (const part of await parts.all()) await expect(part).not.toBeChecked();
  },
);

test(
  "G-99 staff answer a card dispute: a draft that survives, own words and a file, and one answer for good",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/invoices?dispute=open`);
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByRole("link", { name: "Answer it" }).click();
    await expect(page.getByRole("status").filter({ hasText: /Answer by .*, \d+\sdays? left\./ })).toBeVisible();
    await page.getByLabel("In your own words").fill("They accepted the terms and the work was done.");
    const chosen = { name: "agreement.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") };
    await page.getByLabel("Signed agreement (optional)").setInputFiles(chosen);
    await expect(page.getByText("agreement.pdf").first()).toBeVisible();
    await page.getByRole("button", { name: "Keep as a draft" }).click();
    await expect(page.getByText("Nothing was sent.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("In your own words")).toHaveValue("They accepted the terms and the work was done.");
    await expect(page.getByText("agreement.pdf").first()).toBeVisible();
    await page.getByRole("checkbox", { name: "The invoice as a PDF" }).check();
    await noProblems(page);

    // A file that was not uploaded does not stay behind unnoticed, and does not take another one's place.
    const policy = page.getByLabel("Refund policy that they accepted (optional)");
    await policy.setInputFiles({ name: "fake.pdf", mimeType: "application/pdf", buffer: Buffer.from([0, 1, 2, 3]) });
    await expect(page.getByRole("button", { name: "Remove fake.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Send to the bank" }).click();
    await expect(
      page.getByText("Not uploaded: fake.pdf. Please try again, or remove what is not needed."),
    ).toBeVisible();
    await policy.setInputFiles({ ...chosen, name: "policy.pdf" });
    await expect(page.getByRole("button", { name: "Remove policy.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Remove fake.pdf" }).click();
    await page.getByRole("button", { name: "Send to the bank" }).click();
    await expect(page.getByRole("dialog")).toContainText("cannot be changed");
    await page.getByRole("button", { name: "Send, for good" }).click();
    await expect(page.getByRole("heading", { name: "Our answer" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "An answer cannot be changed." })).toBeVisible();
  },
);
