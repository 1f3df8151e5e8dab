import { noProblems } from "./axe.ts";
import { expect, nightly, type Plumbline, signIn, test } from "./plumbline.ts";
import { notNow } from "./waiting.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Sends a message as an account of the demo, with a picture if it has a name. Returns its id. */
async function send({ url }: Plumbline, token: string, to: number, body: string, picture?: string): Promise<number> {
  const authorization = `Bearer ${token}`;
  const attachment_ids: number[] = [];
  if (picture) {
    const form = new FormData();
    form.append("file", new File([Buffer.from(png, "base64")], picture, { type: "image/png" }));
    const uploaded = await fetch(`${url}/api/messages/file_upload`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    attachment_ids.push(((await uploaded.json()) as { id: number }).id);
  }
  const answer = await fetch(`${url}/api/messages`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ receiver_id: to, message: { body, attachment_ids } }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

test(
  "decision 65 M-03 a message is found by its words and opened where it was said; a conversation's files are in a gallery",
  nightly,
  async ({ browser, plumbline }) => {
    const [customer, advisor] = [await browser.newPage(), await browser.newPage()];
    const customerToken = await signIn(customer, plumbline, "customer", "customer@demo.plumbline.test");
    await signIn(advisor, plumbline, "advisor", "advisor@demo.plumbline.test");
    const me = await fetch(`${plumbline.url}/api/conversations`, {
      headers: { authorization: `Bearer ${customerToken}` },
    });
    const conversations = (await me.json()) as { receiver: { id: number; name: string } }[];
    const harriet = conversations.find(({ receiver }) => receiver.name === "Harriet Osei")?.receiver.id as number;
    const found = await send(
      plumbline,
      customerToken,
      harriet,
      "The Wolverhampton warehouse opens in May.",
      "plan of it.png",
    );
    for (let line = 1; line <= 110; line++) await send(plumbline, customerToken, harriet, `Stock line ${line}`);

    await advisor.goto(`${plumbline.url}/messages/advisor`);
    await advisor.getByRole("searchbox", { name: "Search names, messages and files" }).fill("wolver ware");
    const results = advisor.getByRole("region", { name: "Conversations" });
    const result = results.getByRole("link", { name: /Wolverhampton warehouse/ });
    await expect(result.locator("mark")).toHaveText(["Wolver", "ware"]);
    await noProblems(advisor);
    await result.click();
    await advisor.waitForURL(new RegExp(`/messages/\\d+\\?q=wolver\\+ware&message=${found}$`));
    const message = advisor.getByRole("log").getByRole("article").filter({ hasText: "Wolverhampton" });
    await expect(message).toBeInViewport();
    await expect(message).toBeFocused();
    await expect(advisor.getByRole("log").getByText("Stock line 110")).toHaveCount(0);
    await advisor.reload();
    await expect(message).toBeInViewport();
    await advisor.getByRole("button", { name: "To the newest messages" }).click();
    await expect(advisor.getByRole("log").getByText("Stock line 110")).toBeInViewport();

    await advisor.getByRole("button", { name: "Files", exact: true }).click();
    const gallery = advisor.getByRole("dialog", { name: /^Files with/ });
    await expect(gallery.getByRole("link", { name: /^plan of it\.png/ }).locator("img")).toBeVisible();
    await noProblems(advisor);
    await gallery.getByRole("link", { name: /show plan of it\.png in the conversation/ }).click();
    await expect(gallery).toBeHidden();
    await expect(message).toBeInViewport();
    await advisor.setViewportSize({ width: 390, height: 844 });
    await advisor.goto(`${plumbline.url}/messages/advisor?q=plan`);
    await expect(results.getByRole("link", { name: /plan of it\.png/ })).toBeVisible();
    await noProblems(advisor);
  },
);

test(
  "W-03 decision 65 older results that did not load come when asked again, and follow on the search that is shown",
  nightly,
  async ({ page, plumbline }) => {
    const member = { id: 1, type: "customer", name: "Sam Field", photo: null };
    const message = (id: number) => ({
      ...{ id, conversation_id: 1, body: `Line ${id}`, created_at: "2026-01-01T12:00:00Z", attachments: [] },
      ...{ sender: member, receiver: { ...member, id: 2, type: "advisor" }, client_id: null, removed: null },
    });
    let newest = 8;
    let isDown = true;
    await page.route("**/api/messages/search?*", (route) => {
      const { searchParams } = new URL(route.request().url());
      const before = Number(searchParams.get("before") ?? newest + 1);
      if (searchParams.get("files")) return route.fulfill({ json: { entries: [], more: false } });
      if (searchParams.has("before") && isDown) return notNow(route);
      const entries = [before - 1, before - 2].map(message);
      return route.fulfill({ json: { entries, more: before > 5 } });
    });
    await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
    await page.goto(`${plumbline.url}/messages/advisor`);
    const words = page.getByRole("searchbox", { name: "Search names, messages and files" });
    const found = page.getByRole("region", { name: "Conversations" });
    const lines = found.getByText(/^Line \d+$/);
    const older = found.getByRole("button", { name: "Show older messages" });
    await words.fill("line");
    await older.click();
    await expect(page.getByRole("alert")).toHaveText("500 Not now.");
    isDown = false;
    await older.click();
    await expect(lines).toHaveText(["Line 8", "Line 7", "Line 6", "Line 5"]);
    await expect(page.getByRole("alert")).toHaveCount(0);
    // Two more are written while something else is searched.
    newest = 10;
    await words.fill("lines");
    await expect(lines).toHaveText(["Line 10", "Line 9"]);
    await words.fill("line");
    await page.waitForURL(/q=line$/);
    await older.click();
    await expect(lines).toHaveText(["Line 10", "Line 9", "Line 8", "Line 7"]);
  },
);
