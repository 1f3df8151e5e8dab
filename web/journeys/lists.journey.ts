import type { Locator } from "@playwright/test";
import type { Payout } from "@plumbline/contract/earnings/contract.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";
import { notNow } from "./waiting.ts";

test(
  "decision 64 a page beyond the end of a list does not say that the list is empty, and leads back",
  nightly,
  async ({ page, plumbline }) => {
    const nothing = page.getByRole("heading", { name: "Nothing on this page" });
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    for (const [path, back] of [
      ["/billing?page=9", "Previous"],
      ["/invoices?page=9", "Previous"],
      ["/engagements?before=1", "Back to the first"],
      ["/notifications?before=1", "Back to the first"],
    ] as const) {
      await page.goto(plumbline.url + path);
      await expect(nothing).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: back }).click();
      await expect(nothing).toBeHidden();
      await expect(page.getByRole("main").getByRole("listitem").or(page.getByRole("row")).first()).toBeVisible();
    }
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    for (const path of ["/back-office/reports?page=9", "/back-office/engagements?after=1"]) {
      await page.goto(plumbline.url + path);
      await expect(nothing).toBeVisible();
    }
  },
);

test("W-08 a list that does not load for another filter stays, keeps the filter and is loaded again", async ({
  page,
  plumbline,
}) => {
  await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
  await page.goto(`${plumbline.url}/back-office/invoices`);
  const rows = page.getByRole("main").getByRole("row");
  const status = page.getByRole("main").getByRole("combobox", { name: "Status" });
  await expect(rows.filter({ hasText: "Paid" })).not.toHaveCount(0);
  await page.route("**/api/back-office/invoices?*", (route) => route.fulfill({ status: 503 }));
  await status.selectOption("Pending");
  await expect(page.getByRole("alert")).toContainText("What you chose did not load");
  await expect(rows.filter({ hasText: "Paid" })).not.toHaveCount(0);
  await expect(status).toHaveValue("sent");
  await page.unroute("**/api/back-office/invoices?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(rows.filter({ hasText: "Paid" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "Pending" })).not.toHaveCount(0);
});

test(
  "decision 64 the day of a filter is typed digit by digit, and words that are taken back while the list loads are asked for no more",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/invoices`);
    const words = page.getByRole("main").getByRole("searchbox");
    const asked = (q: string | null) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url());
        return pathname === "/api/back-office/invoices" && searchParams.get("q") === q;
      });
    const release = Promise.withResolvers<void>();
    await page.route(/back-office\/invoices\?.*q=zz/, async (route) => {
      await release.promise;
      await route.continue();
    });
    const withWords = asked("zz");
    await words.fill("zz");
    await withWords;
    const without = asked(null);
    await words.fill("");
    await without;
    release.resolve();
    await expect(page).not.toHaveURL(/q=/);

    const from = page.getByLabel("Issued from");
    await from.pressSequentially("03032025");
    await expect(page).toHaveURL(/from=2025-03-03$/);
    await expect(from).toHaveValue("2025-03-03");
    await page.goBack();
    await expect(from).toHaveValue("");
  },
);

test(
  "H-33 B-02 G-80 dates, invoices' numbers and the provider's ids stay in one piece",
  nightly,
  async ({ page, plumbline }) => {
    const linesOf = (found: Locator) => found.evaluateAll((all) => all.map((each) => each.getClientRects().length));
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    await page.goto(`${plumbline.url}/billing`);
    const membership = page.getByRole("cell").getByText(/^Membership: \d/);
    await expect(membership).toBeVisible();
    // All of it runs on, where each date had a line to itself.
    expect((await linesOf(membership))[0]).toBeLessThan(3);
    expect(new Set(await linesOfDates(membership.first()))).toEqual(new Set([1]));
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .locator("summary", { has: page.locator("svg") })
      .and(page.getByLabel(/^Notifications/))
      .click();
    const number = page.getByText(/^INV-\d+$/).first();
    await expect(number).toBeVisible();
    expect(await linesOf(number)).toEqual([1]);
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ["ledger", "payouts", "memberships"]) {
        await page.goto(`${plumbline.url}/back-office/${path}`);
        await expect(page.getByRole("cell").locator("code").first()).toBeVisible();
        expect(new Set(await linesOf(page.getByRole("cell").locator("code"))), `${path} at ${width} px`).toEqual(
          new Set([1]),
        );
      }
    }
    // Below a desk's width the cells stand under their titles; at it, an id is broken before the page scrolls sideways.
    for (const width of [915, 991]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ["ledger", "engagements"]) {
        await page.goto(`${plumbline.url}/back-office/${path}`);
        await expect(page.getByRole("cell").getByText(/£/).first()).toBeVisible();
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
          .toBe(width);
      }
    }
  },
);

test("decision 61 one step back from an invoice shows the page of the payouts that was there", async ({
  page,
  plumbline,
}) => {
  const token = await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${plumbline.url}/api/earnings/payouts`, { headers });
  const { entries } = (await answer.json()) as { entries: [Payout] };
  const paid = (...pounds: number[]) => pounds.map((amount) => ({ ...entries[0], id: amount, amount }));
  await page.route(/\/api\/earnings\/payouts/, (route) => {
    const isOlder = new URL(route.request().url()).searchParams.get("before") === "103";
    return route.fulfill({ json: { entries: isOlder ? paid(102, 101) : paid(104, 103), more: !isOlder } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${plumbline.url}/earnings`);
  const payouts = page.getByRole("table", { name: "Payouts" });
  const amounts = payouts.getByRole("strong");
  await expect(amounts).toHaveText(["£104.00", "£103.00"]);
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await expect(amounts).toHaveText(["£102.00", "£101.00"]);
  // The list is where the reader is, not the page's heading, although the link that was pressed is gone.
  await expect(payouts.getByText("Payouts")).toBeInViewport();
  await expect(page.locator("#payouts")).toBeFocused();
  await payouts.getByRole("link").first().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  await page.goBack();
  await expect(amounts).toHaveText(["£102.00", "£101.00"]);
  await page.reload();
  await expect(amounts).toHaveText(["£102.00", "£101.00"]);
  await page.getByRole("link", { name: "Earlier" }).click();
  await page.waitForURL(/until=/);
  await expect(amounts).toHaveText(["£102.00", "£101.00"]);
  await page.getByRole("link", { name: "Back to the first" }).click();
  await expect(amounts).toHaveText(["£104.00", "£103.00"]);
});

test(
  "G-12 G-80 decision 62 decision 82 a page of announcements, of settings, of what staff did and of spending has an address",
  nightly,
  async ({ page, plumbline }) => {
    const at = "2026-01-01T12:00:00Z";
    /** A row of each of these lists. */
    const row = (id: number, text: string) => ({
      ...{ id, title: text, role: "all", state: "sent", send_at: at, reached: 1, receivers: 1 },
      ...{ what: text, reason: null, changes: [], at, by: "Sam Field" },
      ...{ name: text, advisor: "Sam Field", invoices: 1, paid: 1, given_back: 0, advisors: 1 },
    });
    const [newer, older] = [row(8, "Newer"), row(7, "Older")];
    await page.route(/\/api\/(back-office\/announcements|staff_acts|spending\/\w+)(\?|$)/, (route) => {
      const isOlder = /(before|after)=8\b/.test(route.request().url());
      return route.fulfill({ json: { entries: [isOlder ? older : newer], more: !isOlder } });
    });
    await page.route(/\/api\/spending(\?|$)/, async (route) => {
      const lists = { by_advisor: [newer], advisors_count: 2, by_engagement: [newer], engagements_count: 2 };
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), ...lists } });
    });
    await page.route(/\/api\/back-office\/money-settings(\?|$)/, async (route) => {
      const answer = await (await route.fetch()).json();
      const isOlder = /before=8\b/.test(route.request().url());
      const change = { ...answer.entries[0], ...(isOlder ? { id: 7, reason: "Older" } : { id: 8, reason: "Newer" }) };
      await route.fulfill({ json: { ...answer, entries: [change], more: !isOlder } });
    });
    const isRead = async (path: string, name: string) => {
      await page.goto(plumbline.url + path);
      const table = page.getByRole("table", { name });
      const pages = page.getByRole("navigation", { name: /^Pages/ }).and(table.locator("xpath=following::nav[1]"));
      await expect(table).toContainText("Newer");
      await pages.getByRole("link", { name: "Next" }).click();
      await expect(table).toContainText("Older");
      await page.reload();
      await expect(table).toContainText("Older");
      await expect(table).not.toContainText("Newer");
      await pages.getByRole("link", { name: "Back to the first" }).click();
      await expect(table).toContainText("Newer");
    };
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await isRead("/back-office/announcements", "Announcements");
    await isRead("/back-office/settings/money", "Every change");
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    await isRead("/profile/customer?section=password", "What staff did with your account");
    await isRead("/spending", "By advisor");
    await isRead("/spending", "By engagement");
  },
);

test("W-03 a button whose call fails says so, wherever it stands", async ({ page, plumbline }) => {
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  await page.goto(`${plumbline.url}/close-account`);
  await page.route("**/api/account/data", notNow);
  await page.getByRole("button", { name: "Download my data" }).click();
  await expect(page.getByRole("alert")).toHaveText("500 Not now.");
  await page.unroute("**/api/account/data");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toBe("plumbline-my-data.json");
});

test(
  "W-03 older conversations and messages that do not load say so, and come when asked again",
  nightly,
  async ({ page, plumbline }) => {
    await signIn(page, plumbline, "advisor", "advisor@demo.plumbline.test");
    // As long as a full page, so that there may be more.
    await page.route(/\/api\/conversations$/, async (route) => {
      const conversations = (await (await route.fetch()).json()) as { receiver: { id: number } }[];
      const others = Array.from({ length: 100 - conversations.length }, (_, place) => ({
        ...conversations.at(-1),
        receiver: { ...conversations.at(-1)?.receiver, id: 900_000 + place },
      }));
      await route.fulfill({ json: [...conversations, ...others] });
    });
    await page.route(/\/api\/messages\?receiver_id=\d+$/, async (route) =>
      route.fulfill({ json: { ...(await (await route.fetch()).json()), more: true } }),
    );
    const older = /\/api\/(conversations|messages)\?.*before=/;
    await page.route(older, notNow);
    await page.goto(`${plumbline.url}/messages/customers`);
    const conversations = page.getByRole("button", { name: "Show older conversations" });
    await conversations.click();
    await expect(page.getByRole("alert")).toHaveText("500 Not now.");
    // Scrolling up to it presses it too.
    await page.getByRole("button", { name: "Show older messages" }).scrollIntoViewIfNeeded();
    const messages = page.getByRole("button", { name: "Older messages did not load. Try again" });
    await expect(messages).toBeVisible();
    await page.unroute(older);
    await messages.click();
    await expect(page.getByRole("button", { name: /older messages/i })).toHaveCount(0);
    await conversations.click();
    await expect(conversations).toHaveCount(0);
  },
);

test(
  "G-89 an import that failed says why and is started again, and counts the file that was chosen last",
  nightly,
  async ({ page, plumbline }) => {
    const file = (name: string, lines: string[]) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(["role,email,name,company", ...lines].join("\n")),
    });
    await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/import`);
    const choose = page.getByLabel("CSV file");
    const release = Promise.withResolvers<void>();
    await page.route("**/api/back-office/import/check", async (route) => {
      if (route.request().postData()?.includes("first@")) await release.promise;
      await route.continue();
    });
    await choose.setInputFiles(file("first.csv", ["customer,first@example.com,First Person,Firm"]));
    await choose.setInputFiles(file("second.csv", ["customer,second@example.com,Second Person,Firm"]));
    await expect(page.getByText("second.csv: 1 to import")).toBeVisible();
    const late = page.waitForResponse((answer) => answer.request().postData()?.includes("first@") ?? false);
    release.resolve();
    await (await late).finished();
    await page.route("**/api/back-office/import", notNow);
    const begin = page.getByRole("button", { name: "Import 1 member" });
    await begin.click();
    await expect(page.getByRole("alert")).toHaveText("500 Not now.");
    await page.unroute("**/api/back-office/import");
    await expect(page.getByText("Nothing has been written yet.")).toHaveCount(0);
    await begin.click();
    await expect(page.getByText("1 member was imported.")).toBeVisible();
    await expect(page.getByText("second.csv: 1 to import")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

/** In how many lines each date of a text stands. */
const linesOfDates = (found: Locator) =>
  found.evaluate((element) => {
    const [text] = [...element.childNodes].filter((node) => node instanceof Text);
    return [...(text?.data ?? "").matchAll(/\d{1,2}\s[A-Z][a-z]+\s\d{4}/g)].map(({ index, 0: date }) => {
      const range = new Range();
      range.setStart(text as Text, index);
      range.setEnd(text as Text, index + date.length);
      return range.getClientRects().length;
    });
  });

test(
  "H-34 the days in staff's lists are London's, by which they are filtered, wherever the reader is",
  nightly,
  async ({ browser, plumbline }) => {
    const listed = async (timezoneId: string) => {
      const page = await (await browser.newContext({ timezoneId })).newPage();
      await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
      const days: string[][] = [];
      for (const path of ["/back-office/engagements", "/back-office/members", "/back-office/payouts"]) {
        await page.goto(plumbline.url + path);
        await expect(page.getByRole("row").nth(1)).toBeVisible();
        days.push(
          (await page.getByRole("row").allInnerTexts()).flatMap((row) => row.match(/\d\d\/\d\d\/\d{4}/g) ?? []),
        );
      }
      await page.context().close();
      return days;
    };
    const inLondon = await listed("Europe/London");
    for (const days of inLondon) expect(days).not.toEqual([]);
    // There it is the next day from ten in the morning on.
    expect(await listed("Pacific/Kiritimati")).toEqual(inLondon);
  },
);
