import { noProblems } from "./axe.ts";
import { chat, composer, delayOf, list, openAs, openChat, openHarriet, openPriya, said, say } from "./chat.ts";
import { expect, nightly, test } from "./plumbline.ts";
import { fetchingNothingAhead, notNow, openLive, withoutLive } from "./waiting.ts";

test("M-01 M-02 M-04 M-05 M-13 two panes, the first conversation selected, filtered by name; opening one marks it read", async ({
  browser,
  plumbline,
}) => {
  const [{ page, api, id }, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  await harriet.api("POST", "/api/messages", { receiver_id: id, message: { body: "Have you seen the board pack?" } });
  const reading = page.waitForRequest("**/api/conversations/read");
  await page.goto(`${plumbline.url}/messages/customer`);
  await expect(list(page).first()).toContainText("Harriet Osei");
  await expect(page.getByRole("heading", { name: "Harriet Osei" })).toBeVisible();
  expect((await reading).postDataJSON()).toEqual({ receiver_id: harriet.id, profile_id: id });
  await expect(said(page, "Have you seen the board pack?")).toContainText(/Harriet Osei \d\d\/\d\d\/\d{4}/);
  const unread = async () => (await api<{ unread_count: number }[]>("GET", "/api/conversations"))[0]?.unread_count;
  await expect.poll(unread).toBe(0);

  await page.getByLabel("Search names, messages and files").fill("aRRie");
  await expect(list(page)).toHaveCount(1);
  await page.getByLabel("Search names, messages and files").fill("nobody like that");
  await expect(page.getByText("Nobody by that name")).toBeVisible();
  await noProblems(page);

  await page.getByRole("link", { name: "Review Engagement" }).click();
  await page.waitForURL("**/engagements");
  await harriet.page.goto(`${plumbline.url}/messages`);
  await harriet.page.waitForURL("**/messages/advisor");
  await harriet.page.getByRole("link", { name: "Create Engagement" }).click();
  await harriet.page.waitForURL(/\/create-project\?customer=\d+$/);
});

test(
  "M-05 beside an Arabic name the day stays before the time, and an Arabic message ends on its left",
  nightly,
  async ({ browser, plumbline }) => {
    const harriet = await openHarriet(browser, plumbline);
    const { page, id } = await openPriya(browser, plumbline);
    await page.route(/\/api\/messages\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(JSON.stringify(harriet.name), '"محمد بن عبد الله"');
      await route.fulfill({ response, body });
    });
    await harriet.api("POST", "/api/messages", { receiver_id: id, message: { body: "مرحبا." } });
    await openChat(page, plumbline, harriet.id);
    const article = said(page, "مرحبا.").last();
    // From the left, as they are seen.
    const seen = await article.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const places: { letter: string; at: number }[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const [index, letter] of [...(text.textContent ?? "")].entries()) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const { left, top } = range.getBoundingClientRect();
          places.push({ letter, at: Math.round(top / 12) * 10_000 + left });
        }
      return places
        .sort((one, other) => one.at - other.at)
        .map(({ letter }) => letter)
        .join("");
    });
    expect(seen).toMatch(/دمحم \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    expect(seen).toContain(".ابحرم");
  },
);

test("M-06 M-08 M-17 a message appears for the other member within a second, in list and chat, once; typing and read marks appear too", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline, true)];
  await openChat(priya.page, plumbline, harriet.id);
  await openChat(harriet.page, plumbline, priya.id);
  await composer(harriet.page).pressSequentially("Good afternoon");
  await expect(priya.page.getByText("Harriet is writing…")).toBeVisible();
  await composer(harriet.page).press("Shift+Enter");
  await composer(harriet.page).pressSequentially("Priya");
  const delays = [await delayOf(harriet.page, priya.page, "Good afternoon")];
  await expect(said(priya.page, "Good afternoon\nPriya")).toBeVisible();
  await expect(list(priya.page).first()).toContainText("Good afternoon");
  // What else the machine does may hold up one message, but not three in a row.
  for (const text of ["How are you?", "And the board?"]) {
    if (Math.min(...delays) < 1000) break;
    await composer(harriet.page).fill(text);
    delays.push(await delayOf(harriet.page, priya.page, text));
  }
  expect(Math.min(...delays), String(delays)).toBeLessThan(1000);
  await expect(composer(harriet.page)).toHaveValue("");
  await expect(harriet.page.getByText("Seen", { exact: true })).toBeVisible();
  for (const { page } of [priya, harriet]) {
    await page.reload();
    await expect(said(page, "Good afternoon\nPriya")).toHaveCount(1);
    await noProblems(page);
    // A contrast theme of the system takes the bubbles away: outlines show where a message ends and whose it is.
    await page.emulateMedia({ forcedColors: "active" });
    const bubble = said(page, "Good afternoon\nPriya").locator('[class*="bubble"]');
    await expect(bubble).toHaveCSS("outline-width", page === harriet.page ? "3px" : "1px");
    await expect(bubble).toHaveCSS("outline-style", "solid");
  }
});

test("M-03 M-07 M-09 files are uploaded while typing, can be removed, a refused one is not sent; they arrive as tiles with their size", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  await harriet.page.goto(`${plumbline.url}/messages/${priya.id}`);
  const { page } = priya;
  await page.goto(`${plumbline.url}/messages/${harriet.id}`);
  await page.getByLabel("Attach files").setInputFiles([
    { name: "figures.csv", mimeType: "text/csv", buffer: Buffer.alloc(1536, "a") },
    { name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("not to be sent") },
    { name: "program.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ\0\0") },
  ]);
  const waiting = page.getByRole("list", { name: "Files to send" }).getByRole("listitem");
  await expect(waiting.filter({ hasText: "figures.csv" })).toContainText("1.50 KB, done");
  await expect(waiting.filter({ hasText: "program.exe" })).toContainText("We take pictures");
  // It would be refused again.
  await expect(waiting.filter({ hasText: "program.exe" }).getByRole("button")).toHaveText([/^Remove/]);
  await page.getByRole("button", { name: "Remove second.txt" }).press("Enter");
  await expect(page.getByPlaceholder("Write a message...")).toBeFocused();
  await expect(waiting).toHaveCount(2);
  await noProblems(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(waiting).toHaveCount(0);
  const tile = chat(harriet.page).getByRole("link", { name: /figures.csv/ });
  await expect(tile).toContainText("1.50 KB");
  await expect(tile).toHaveAttribute("target", "_blank");
  const file = await harriet.page.request.get(plumbline.url + (await tile.getAttribute("href")));
  expect([file.status(), (await file.body()).length]).toEqual([200, 1536]);
  await expect(chat(harriet.page).getByText("second.txt")).toHaveCount(0);
  await expect(chat(harriet.page).getByText("program.exe")).toHaveCount(0);
});

test("M-08 offline messages are sent after reconnecting, a lost response sends nothing twice, a refused message can be sent again", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  await harriet.page.goto(`${plumbline.url}/messages/${priya.id}`);
  const { page, context } = priya;
  await fetchingNothingAhead(context);
  await openChat(page, plumbline, harriet.id);
  await context.setOffline(true);
  await say(page, "Written on a train");
  await expect(said(page, "Written on a train")).toContainText("Sending…");
  // The line that says so takes its height from the conversation.
  await expect(page.getByText("You are offline")).toBeInViewport({ ratio: 1 });
  await expect(page.getByPlaceholder("Write a message...")).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await expect(said(harriet.page, "Written on a train")).toBeVisible();

  let lost = 0;
  await page.route("**/api/messages", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await say(page, "The answer is lost");
  // It arrives live, which confirms it.
  await expect(
    said(page, "The answer is lost")
      .getByText("Sent", { exact: true })
      .or(said(page, "The answer is lost").getByText("Seen", { exact: true })),
  ).toBeVisible();
  expect(lost).toBeGreaterThan(0);
  // The live frame may arrive before the response that is to be lost.
  await page.unrouteAll({ behavior: "wait" });

  await page.route("**/api/messages", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 422, json: { errors: { base: ["Not today."] } } })
      : route.continue(),
  );
  await say(page, "Refused at first");
  await expect(page.getByRole("alert")).toContainText("Not sent. Not today.");
  await noProblems(page);
  await page.unroute("**/api/messages");
  await page.reload();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(said(harriet.page, "Refused at first")).toBeVisible();
  for (const text of ["Written on a train", "The answer is lost", "Refused at first"])
    for (const side of [page, harriet.page]) await expect(said(side, text)).toHaveCount(1);
});

test("M-06 drafts are stored for each conversation, and survive a reload and a closed tab", async ({
  browser,
  plumbline,
}) => {
  const { page: closed, api } = await openHarriet(browser, plumbline);
  let page = closed;
  const [one, other] = await api<{ receiver: { id: number } }[]>("GET", "/api/conversations");
  await page.goto(`${plumbline.url}/messages/${one?.receiver.id}`);
  await composer(page).fill("Half a thought");
  await list(page).nth(1).getByRole("link").click();
  await page.waitForURL(`**/messages/${other?.receiver.id}`);
  await expect(composer(page)).toHaveValue("");
  await page.reload();
  await list(page).first().getByRole("link").click();
  await expect(composer(page)).toHaveValue("Half a thought");
  page = await closed.context().newPage();
  await closed.close();
  await page.goto(`${plumbline.url}/messages/${one?.receiver.id}`);
  await expect(composer(page)).toHaveValue("Half a thought");
  await page.getByLabel("Your account").click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((at) => at.pathname === "/");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Half a thought");
});

test("M-06 M-12 history is loaded by scrolling up, and the scroll position stays; a link leads past it to the composer", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  for (let count = 0; count < 70; count++)
    await priya.api("POST", "/api/messages", { receiver_id: harriet.id, message: { body: `Line ${count} of many` } });
  const { page } = harriet;
  await openChat(page, plumbline, priya.id);
  await expect(said(page, "Line 69 of many")).toBeInViewport();
  await expect(said(page, "Line 10 of many")).toHaveCount(0);
  await chat(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(said(page, "Line 10 of many")).toHaveCount(1);
  await expect(said(page, "Line 20 of many")).toBeInViewport();
  await priya.api("POST", "/api/messages", { receiver_id: harriet.id, message: { body: "While you read above" } });
  await page.getByRole("button", { name: /New messages/ }).click();
  await expect(said(page, "While you read above")).toBeInViewport();

  // Else there is a tab stop for each message that one can report.
  await page.getByRole("link", { name: "Skip to writing a message" }).press("Enter");
  await expect(composer(page)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/messages/${priya.id}#`));
});

test(
  "M-12 a conversation that does not load shows an empty list with the error, and can be loaded again",
  nightly,
  async ({ browser, plumbline }) => {
    const [{ page }, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
    await withoutLive(page);
    await page.route("**/api/messages?*", notNow);
    await page.goto(`${plumbline.url}/messages/${harriet.id}`);
    await expect(page.getByRole("alert")).toContainText("Not now.");
    await expect(chat(page).getByRole("article")).toHaveCount(0);
    await page.unroute("**/api/messages?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(chat(page).getByRole("article").first()).toBeVisible();
  },
);

test("M-10 without a membership the composer is closed, with the reason and a link to choose one", async ({
  browser,
  plumbline,
}) => {
  const [{ page }, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  const because =
    "Your membership is not active, so you can read your messages but not write. Choose a plan to write again.";
  await page.route(/\/api\/(messages\?|conversations)/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll('"closed_because":null', `"closed_because":"${because}"`),
    });
  });
  await page.goto(`${plumbline.url}/messages/${harriet.id}`);
  await expect(page.getByText(because)).toBeVisible();
  await expect(composer(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await noProblems(page);
  await page.getByRole("link", { name: "Choose a plan" }).click();
  await page.waitForURL("**/membership");
});

test("M-14 N-01 someone new is a conversation at once; the first message makes it real for both, notifies, and stays read when closed", async ({
  browser,
  plumbline,
}) => {
  // Two members of the demo without a conversation.
  const customer = await openAs(browser, plumbline, "customer", "lachlan.ross@demo.plumbline.test");
  const advisor = await openAs(browser, plumbline, "advisor", "imogen.clarke@demo.plumbline.test");
  const { unread_count: before } = await advisor.api<{ unread_count: number }>("GET", "/api/notifications");
  await openLive(advisor.page, `${plumbline.url}/reviews`);
  const bell = advisor.page.getByLabel(/^Notifications/);

  await customer.page.goto(`${plumbline.url}/messages/${advisor.id}`);
  await expect(list(customer.page).first()).toContainText(advisor.name);
  await expect(customer.page.getByText("Nothing has been said yet.")).toBeVisible();
  await noProblems(customer.page);
  await say(customer.page, "Good morning, may I ask you something?");
  await expect(list(customer.page).first()).toContainText("Good morning");
  await expect(advisor.page.getByLabel(/^Messages, \d+ unread/)).toBeVisible();
  await expect(advisor.page.getByLabel(`Notifications, ${before + 1} unread`)).toBeVisible();

  await bell.click();
  await expect(advisor.page.getByText(`${customer.name} has started a conversation with you.`).first()).toBeVisible();
  await noProblems(advisor.page);
  // The bell is updated before the server has confirmed: a reload in between would cancel the call.
  const told = advisor.page.waitForResponse(
    (answer) => answer.request().method() === "PATCH" && new URL(answer.url()).pathname === "/api/notifications",
  );
  await advisor.page.keyboard.press("Escape");
  await expect(advisor.page.getByLabel(`Notifications, ${before + 1} unread`)).toHaveCount(0);
  await told;
  await advisor.page.reload();
  await expect(advisor.page.getByLabel(/^Messages, \d+ unread/)).toBeVisible();
  await expect(advisor.page.getByLabel(`Notifications, ${before + 1} unread`)).toHaveCount(0);
  await bell.click();
  await advisor.page.getByRole("link", { name: new RegExp(`${customer.name} has started`) }).click();
  await expect(said(advisor.page, "Good morning, may I ask you something?")).toBeVisible();
});

test("M-18 W-01 an address of an unknown member shows an error; an unknown role is an unknown page", async ({
  browser,
  plumbline,
}) => {
  const { page } = await openHarriet(browser, plumbline);
  await page.goto(`${plumbline.url}/messages/2000000000`);
  await expect(page.getByRole("heading", { name: "There is nobody to write to here" })).toBeVisible();
  await noProblems(page);
  await page.goto(`${plumbline.url}/messages/nonsense`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("not");
});
