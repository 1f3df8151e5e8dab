import { chromium } from "@playwright/test";
import { typeCard } from "./people.ts";
import { expect, nightly, signInByForm, test } from "./plumbline.ts";

test(
  "decision 43 opened from another machine the demo has its card form, the bank's challenge and the payout page",
  nightly,
  async ({ plumbline }, { project }) => {
    const { port } = new URL(plumbline.url);
    const url = `http://demo.plumbline.test:${port}`;
    const browser = await chromium.launch({
      ...project.use.launchOptions,
      args: [...(project.use.launchOptions?.args ?? []), "--host-resolver-rules=MAP demo.plumbline.test 127.0.0.1"],
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).host));

    await signInByForm(page, { ...plumbline, url }, "customer", "new.customer@demo.plumbline.test");
    await page.waitForURL("**/create-profile/customer");
    await page.getByRole("radio", { name: /Monthly/ }).check();
    await page.getByRole("button", { name: "Next" }).click();
    const pay = page.getByRole("button", { name: "Pay £250.00" });
    await expect(pay).toBeEnabled();
    await page.getByLabel("Card Holder Name").fill("Nora New");
    await typeCard(page, "4000002760003184");
    await pay.click();
    await page
      .frameLocator("iframe[title='Authentication by your bank']")
      .getByRole("button", { name: "Complete authentication" })
      .click();
    await expect(page.getByRole("heading", { name: "About your business" })).toBeVisible();

    const advisor = await (await browser.newContext()).newPage();
    await signInByForm(advisor, { ...plumbline, url }, "advisor", "new.advisor@demo.plumbline.test");
    await advisor.waitForURL("**/create-profile/advisor");
    const link = await advisor.evaluate(async () => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(".session")) as string;
      const { access_token: token, email } = JSON.parse(localStorage.getItem(key) as string);
      const answer = await fetch("/api/get_advisor_account_link", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ email }),
      });
      return ((await answer.json()) as { url: string }).url;
    });
    await advisor.goto(link);
    await advisor.getByRole("button", { name: "Connect my account" }).click();
    await advisor.waitForURL(
      (at) => at.host === `demo.plumbline.test:${port}` && !at.pathname.startsWith("/card-sandbox"),
    );
    expect([...asked]).toEqual([`demo.plumbline.test:${port}`]);
    await browser.close();
  },
);
