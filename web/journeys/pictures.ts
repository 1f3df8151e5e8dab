import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./plumbline.ts";

const folder = fileURLToPath(new URL("../../docs/pictures", import.meta.url));

/** The size of all pictures, so that the README's table is even. */
test.use({ viewport: { width: 1280, height: 900 } });

async function take(page: Page, name: string, ready: string) {
  await expect(page.getByText(ready).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}/${name}.png` });
}

test("the README's pictures are taken of the demo", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/advisor-list`);
  await take(page, "matches", "of 100");
  await page.goto(`${plumbline.url}/engagements`);
  await page.getByRole("link", { name: "Stock that adds up" }).click();
  await take(page, "engagement", "IN PROGRESS");
  await page.goto(`${plumbline.url}/messages/customer`);
  await page.getByRole("main").getByText("Harriet Osei").first().click();
  await take(page, "messages", "The count is done.");
  await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  await page.goto(`${plumbline.url}/earnings`);
  await take(page, "earnings", "By month");
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office`);
  await take(page, "desk", "Waiting for you");
  await page.goto(`${plumbline.url}/back-office/members?q=Harriet`);
  await page.getByRole("link", { name: "Harriet Osei" }).click();
  await take(page, "member", "Commission to us");
  await page.goto(`${plumbline.url}/back-office/ledger`);
  await take(page, "ledger", "Ledger");
});
