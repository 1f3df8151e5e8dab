import type { Page } from "@playwright/test";
import { listProjects } from "@plumbline/contract/engagements/contract.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";

/** The next call of an address reaches the server; its answer reaches the page when the returned function is called. */
async function holdAnswer(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return async () => {
    const answered = page.waitForResponse(address);
    released.resolve();
    await (await answered).finished();
    // What it leads to is drawn then.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
}

test(
  "W-07 an answer that comes after its page was left, or while it is being left, leads nobody away from the next one",
  nightly,
  async ({ page, plumbline }) => {
    const goTo = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    const match = async () => {
      await page.goto(`${plumbline.url}/search-advisor`);
      const answer = await holdAnswer(page, "**/update_preference");
      await page.getByRole("button", { name: "Match me" }).click();
      return answer;
    };
    const answer = await match();
    await goTo("Engagements");
    await page.waitForURL("**/engagements");
    await answer();
    await expect(page).toHaveURL(/\/engagements$/);

    const again = await match();
    const listed = await holdAnswer(page, /\/api\/projects\?/);
    await goTo("Engagements");
    await expect(page.getByRole("progressbar")).toBeVisible();
    await again();
    await listed();
    await page.waitForURL("**/engagements");

    const token = await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
    const projects = await fetch(`${plumbline.url}${listProjects.path}?status=in_progress`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [project] = listProjects.output.parse(await projects.json());
    await page.goto(`${plumbline.url}/create-invoice?project=${project?.id}`);
    await page.getByLabel("Description, line 1").fill("Slow work");
    const saved = await holdAnswer(page, "**/api/invoices");
    await page.getByRole("button", { name: "Save draft" }).click();
    await goTo("Reviews");
    await page.waitForURL("**/reviews");
    await saved();
    await expect(page).toHaveURL(/\/reviews$/);
  },
);

test(
  "W-03 decision 64 of two versions of a text the one that was asked for last is shown, and two presses use one again once",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/content`);
    await page.getByRole("link", { name: "About, at the bottom" }).click();
    const look = (name: string) => page.getByRole("button", { name: `Look at ${name}` }).click();
    const first = await holdAnswer(page, "**/versions/1");
    await look("version 1");
    await look("as delivered");
    await expect(page.getByRole("region", { name: "As delivered" })).toBeVisible();
    await first();
    await expect(page.getByRole("region", { name: "As delivered" })).toBeVisible();

    let sent = 0;
    page.on("request", (request) => (sent += /\/restore$/.test(request.url()) ? 1 : 0));
    const restored = await holdAnswer(page, "**/restore");
    await page.getByRole("button", { name: "Use again: as delivered" }).dblclick();
    await restored();
    await expect(page.getByText("Visitors read the delivered text again.")).toHaveCount(1);
    expect(sent).toBe(1);
    // As the demo had it.
    await page.getByRole("button", { name: "Use again: version 1" }).click();
    await expect(page.getByText("Visitors read version 1 again.")).toBeVisible();
  },
);

test(
  "decision 10 a page is left after a question while a file is on its way to it, also where what is typed is kept",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
    await page.goto(`${plumbline.url}/create-project`);
    const uploaded = await holdAnswer(page, "**/projects/file_upload");
    const chosen = { name: "scope.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") };
    await page.getByLabel("Attachments").setInputFiles(chosen);
    await expect(page.getByRole("progressbar")).toBeVisible();
    const elsewhere = page.getByRole("banner").getByRole("link", { name: "Engagements", exact: true });
    await elsewhere.click();
    const question = page.getByRole("dialog", { name: "Throw away the file that is being uploaded?" });
    await question.getByRole("button", { name: "Keep it" }).click();
    await uploaded();
    await expect(page.getByRole("button", { name: "Remove scope.pdf" })).toBeVisible();
    await elsewhere.click();
    await page.waitForURL("**/engagements");
    await page.goBack();
    await expect(page.getByRole("button", { name: "Remove scope.pdf" })).toBeVisible();
  },
);

test(
  "decision 10 what is typed while a form is being saved is kept as a draft, and what was saved is not",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "advisor", "second.advisor@demo.plumbline.test");
    await page.goto(`${plumbline.url}/edit-profile/advisor`);
    const position = page.getByLabel("Position", { exact: true });
    const postcode = page.getByLabel("Postal Code");
    const save = page.getByRole("button", { name: "Save changes" });
    await position.fill("Chair, saved");
    const saved = await holdAnswer(page, /\/api\/advisors\/profile$/);
    await save.click();
    await postcode.fill("E9 9ZZ");
    await saved();
    await expect(page.getByText("Your changes have been saved")).toBeVisible();
    await page.reload();
    await expect(page.getByText("We kept what you had written.")).toBeVisible();
    await expect(position).toHaveValue("Chair, saved");
    await expect(postcode).toHaveValue("E9 9ZZ");
    await save.click();
    await expect(page.getByText("Your changes have been saved")).toBeVisible();
    await page.reload();
    await expect(postcode).toHaveValue("E9 9ZZ");
    await expect(page.getByText("We kept what you had written.")).toHaveCount(0);
  },
);
