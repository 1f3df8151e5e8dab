import type { Page } from "@playwright/test";
import { listAllInvoices } from "@plumbline/contract/back-office/invoices.ts";
import { filledWith, pathsBelow, samplesFor } from "./pages.ts";
import { expect, nightly, type Plumbline, signIn, test } from "./plumbline.ts";

/** Everybody's own account, and what this role may not read at all. */
const apart = ["back-office/account", "back-office/audit"];

/** What the first of each kind does not show: tabs, lists in an order of their own, and texts of other shapes. */
const also = [
  ...["application", "money", "notes", "sessions"].map((tab) => `back-office/members/:id?tab=${tab}`),
  "back-office/lists/company_sizes",
  "back-office/content/about-bottom",
  "back-office/content/terms-and-conditions",
];

/** Where nobody does anything: lists, which lead to what can be done, and numbers. */
const nothingToDo = [
  ...["", "/members", "/engagements", "/invoices", "/payouts", "/disputes", "/memberships", "/ledger", "/figures"],
  ...["/reports", "/appeals", "/correspondence", "/health"],
].map((path) => `back-office${path}`);

test(
  "G-01 whoever may only read finds no form and no button in the back office that is refused, and reads why",
  nightly,
  async ({ page, plumbline }) => {
    test.setTimeout(300_000);
    await showFailures(page);
    const token = await signIn(page, plumbline, "staff", "auditor@demo.plumbline.test");
    const samples = await samplesFor(plumbline, "staff", token);
    samples["invoices/:id"] = await refundableInvoice(plumbline, token);
    const found: string[] = [];
    watchRefusals(page, plumbline, found);
    for (const path of [...pathsBelow(["staff"]).filter((each) => !apart.includes(each)), ...also]) {
      const [pathname = "", query = ""] = path.split("?");
      const at = `${plumbline.url}/${filledWith(samples, pathname)}?${query}`;
      await visit(page, at);
      const note = page.getByText(/^Your role, Read-only, may read this; .+ may change it\.$/);
      // The words of the note are fetched once the role is known.
      if (!nothingToDo.includes(path)) await expect(note.first(), path).toBeVisible();
      else if ((await note.count()) > 0) found.push(`/${path} says that others may change it`);
      for (const form of await formsIn(page)) found.push(`/${path} has ${form}`);
      const buttons = page.locator("main button:enabled:visible");
      const names = await buttons.allTextContents();
      for (const [place, name] of names.entries()) {
        // Files have tests of their own: server/http/exports.test.ts.
        if (name.startsWith("Download ")) continue;
        await buttons.nth(place).click();
        await page.waitForLoadState("networkidle");
        for (const form of await formsIn(page)) found.push(`/${path}: “${name}” opens ${form}`);
        await visit(page, at);
      }
    }
    expect(found).toEqual([]);
  },
);

/** One that could be given back. */
async function refundableInvoice({ url }: Plumbline, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/back-office/invoices?status=Completed`, { headers });
  const { entries } = listAllInvoices.output.parse(await answer.json());
  return String(entries.find(({ dispute }) => dispute === null)?.id);
}

async function visit(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await page.waitForLoadState("networkidle");
}

/** What can be filled in, beside the filters of a list, and every dialog. */
const formsIn = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(form, input, textarea, [contenteditable]), [role=dialog]")
    .evaluateAll((all) =>
      all.filter((element) => !element.closest("search")).map((element) => element.outerHTML.slice(0, 120)),
    );

/** Writes down every call that is refused, and every one that would change something. */
function watchRefusals(page: Page, { url }: Plumbline, found: string[]): void {
  page.on("response", (response) => {
    const method = response.request().method();
    const path = response.url().replace(url, "");
    if (path.startsWith("/api/") && (response.status() >= 400 || method !== "GET"))
      found.push(`${page.url()}: ${method} ${path} is answered ${response.status()}`);
  });
}

/** One of each that has failed, because the demo has none: their rows have a button for who may send them again. */
async function showFailures(page: Page): Promise<void> {
  const at = "2026-01-05T10:00:00.000Z";
  const shared = { id: 1, state: "failed", created_at: at, failed_at: at, attempts: 30, allowed_actions: ["retry"] };
  const rows = {
    mails: { ...shared, to: "a@b.test", subject: "Hello", reason: "550 no", next_attempt_at: null },
    deliveries: { ...shared, kind: "invoice.sent", subject: "invoice", subject_id: 1, reason: "Error" },
    webhooks: { ...shared, id: "evt_1", type: "charge.refunded", received_at: at, reason: "Error" },
  };
  for (const [list, row] of Object.entries(rows))
    await page.route(new RegExp(`/api/back-office/${list}\\?`), (route) =>
      route.fulfill({ json: { entries: [row], pagination: { limit: 20, current: 1, total_count: 1 } } }),
    );
}
