import type { Browser, Page } from "@playwright/test";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { noProblems } from "./axe.ts";
import { expect, type Plumbline, signIn, test } from "./plumbline.ts";
import { fetchingNothingAhead, notNow, openLive, pressedAt, seenAt, withoutLive } from "./waiting.ts";

type Session = { access_token: string };
type Api = <T>(method: string, path: string, body?: object) => Promise<T>;

async function open(
  browser: Browser,
  plumbline: Plumbline,
  role: "customer" | "advisor",
  email: string,
  phone = false,
) {
  const context = await browser.newContext(phone ? { viewport: { width: 390, height: 844 } } : {});
  const page = await context.newPage();
  await signIn(page, plumbline, role, email);
  const stored = await page.evaluate(() => localStorage.getItem("plumbline.session"));
  const token = (JSON.parse(stored as string) as Session).access_token;
  const api: Api = async (method, path, body) => {
    const answer = await fetch(plumbline.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.status === 204 ? (undefined as never) : answer.json();
  };
  const profile = await api<{ id: number; profile: { name: string } }>("GET", `/api/${role}s/profile`);
  return { page, context, api, id: profile.id, name: profile.profile.name };
}

const openPriya = (browser: Browser, plumbline: Plumbline) =>
  open(browser, plumbline, "customer", "customer@demo.plumbline.test");
const openHarriet = (browser: Browser, plumbline: Plumbline, phone = false) =>
  open(browser, plumbline, "advisor", "advisor@demo.plumbline.test", phone);

const composer = (page: Page) => page.getByPlaceholder("Write a message...");
const chat = (page: Page) => page.getByRole("log");
const list = (page: Page) => page.getByRole("region", { name: "Conversations" }).getByRole("listitem");
const said = (page: Page, text: string) => chat(page).getByRole("article").filter({ hasText: text });

/** Opens a chat, and waits until it has loaded what may have been said before it was connected. */
async function openChat(page: Page, { url }: Plumbline, receiverId: number) {
  let answers = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes("/api/messages?")) answers += 1;
  });
  await page.goto(`${url}/messages/${receiverId}`);
  await expect.poll(() => answers).toBeGreaterThanOrEqual(2);
  await expect(chat(page).getByRole("article").first()).toBeVisible();
}

/** Sends what is written; the time from the key in one page to the text in the other member's page, by the pages. */
async function delayOf(from: Page, to: Page, text: string): Promise<number> {
  const seen = seenAt(to, text);
  const sent = await pressedAt(from);
  await composer(from).press("Enter");
  return (await seen) - (await sent());
}

async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

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

test("M-05 beside an Arabic name the day stays before the time, and an Arabic message ends on its left", async ({
  browser,
  plumbline,
}) => {
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
});

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
  await page.getByRole("button", { name: "Remove second.txt" }).click();
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

test("M-06 drafts are stored for each conversation, and survive a reload", async ({ browser, plumbline }) => {
  const { page, api } = await openHarriet(browser, plumbline);
  const [one, other] = await api<{ receiver: { id: number } }[]>("GET", "/api/conversations");
  await page.goto(`${plumbline.url}/messages/${one?.receiver.id}`);
  await composer(page).fill("Half a thought");
  await list(page).nth(1).getByRole("link").click();
  await page.waitForURL(`**/messages/${other?.receiver.id}`);
  await expect(composer(page)).toHaveValue("");
  await page.reload();
  await list(page).first().getByRole("link").click();
  await expect(composer(page)).toHaveValue("Half a thought");
  await page.getByLabel("Your account").click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((at) => at.pathname === "/");
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Half a thought");
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

test("M-12 a conversation that does not load shows an empty list with the error, and can be loaded again", async ({
  browser,
  plumbline,
}) => {
  const [{ page }, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  await withoutLive(page);
  await page.route("**/api/messages?*", notNow);
  await page.goto(`${plumbline.url}/messages/${harriet.id}`);
  await expect(page.getByRole("alert")).toContainText("Not now.");
  await expect(chat(page).getByRole("article")).toHaveCount(0);
  await page.unroute("**/api/messages?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chat(page).getByRole("article").first()).toBeVisible();
});

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
  const customer = await open(browser, plumbline, "customer", "lachlan.ross@demo.plumbline.test");
  const advisor = await open(browser, plumbline, "advisor", "imogen.clarke@demo.plumbline.test");
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

test("M-17 after a long disconnect missed messages appear by themselves, in order and once", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  const { page } = priya;
  const lines: { close(): Promise<void> }[] = [];
  let down = false;
  await page.routeWebSocket(/\/cable/, (line) => {
    if (down) return void line.close({ code: 4000 });
    line.connectToServer();
    lines.push(line);
  });
  // A read on its way would contain what is written during the break.
  await openChat(page, plumbline, harriet.id);
  const writeAs = (body: string) => harriet.api("POST", "/api/messages", { receiver_id: priya.id, message: { body } });
  await writeAs("Before the break");
  await expect(said(page, "Before the break")).toBeVisible();
  down = true;
  await lines[0]?.close();
  for (const number of [1, 2, 3]) await writeAs(`Missed ${number}`);
  await expect(page.getByText("Connection lost. Trying again; you can go on writing.")).toBeVisible();
  await expect(said(page, "Missed")).toHaveCount(0);
  down = false;
  await expect(said(page, "Missed 3")).toBeVisible();
  await expect(said(page, "Missed")).toHaveText([/Missed 1/, /Missed 2/, /Missed 3/]);
  await writeAs("After the break");
  await expect(said(page, "After the break")).toHaveCount(1);
});

test("N-01 a notification updates the open page: a proposal appears in the list without a reload, also one made before the page was connected", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  const [known] = await harriet.api<{ theme: number }[]>("GET", "/api/projects");
  const day = (ahead: number) => addDays(dayInLondon(new Date()), ahead);
  const propose = (name: string) =>
    harriet.api("POST", "/api/projects", {
      customer_id: priya.id,
      name,
      description: "It should appear by itself.",
      theme: known?.theme,
      start_date: day(3),
      end_date: day(30),
      payment_type: "daily",
      payment_cost: 900,
      payment_span: 4,
      attachment_ids: [],
      collaborators: [],
    });
  const { page } = priya;
  const held = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/cable/, async (line) => {
    await held.promise;
    line.connectToServer();
  });
  const bell = page.waitForResponse("**/api/notifications");
  await page.goto(`${plumbline.url}/engagements`);
  await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
  await (await bell).finished();
  await propose("While the page was connecting");
  held.resolve();
  await expect(page.getByRole("link", { name: "While the page was connecting" }).first()).toBeVisible();
  await propose("Out of thin air");
  await expect(page.getByRole("link", { name: "Out of thin air" }).first()).toBeVisible();
  await expect(page.getByLabel(/^Notifications, \d+ unread/)).toBeVisible();
});

test("M-15 every page but the terms has one socket while signed in; signing out closes it", async ({
  browser,
  plumbline,
}) => {
  const { page } = await openPriya(browser, plumbline);
  // On another page than the one after signing in, whose socket is not counted here.
  await page.goto("about:blank");
  const sockets: { open: boolean }[] = [];
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/cable")) return;
    const one = { open: true };
    sockets.push(one);
    socket.on("close", () => {
      one.open = false;
    });
  });
  const opened = page.waitForEvent("websocket");
  await page.goto(`${plumbline.url}/terms-and-conditions`);
  await expect(page.getByLabel("Your account")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(sockets).toHaveLength(0);
  await page.getByRole("banner").getByRole("link", { name: "Engagements" }).click();
  await opened;
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Messages/ })
    .click();
  await expect(chat(page)).toBeVisible();
  expect(sockets).toHaveLength(1);
  await page.getByLabel("Your account").click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => sockets.filter(({ open }) => open).length).toBe(0);
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
