import { chat, openChat, openHarriet, openPriya, said } from "./chat.ts";
import { propose } from "./people.ts";
import { expect, test } from "./plumbline.ts";

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

test("M-17 messages missed on a line that has gone silent appear, although the browser still waits for the end of it", async ({
  browser,
  plumbline,
}) => {
  const [priya, harriet] = [await openPriya(browser, plumbline), await openHarriet(browser, plumbline)];
  const { page } = priya;
  let silent = false;
  let lines = 0;
  await page.routeWebSocket(/\/cable/, (line) => {
    const isFirst = lines++ === 0;
    const server = line.connectToServer();
    if (!isFirst) return;
    server.onMessage((frame) => {
      if (!silent) line.send(frame);
    });
    // Without a network nothing answers the browser's wish to close.
    line.onClose(() => {});
  });
  await page.clock.install();
  await openChat(page, plumbline, harriet.id);
  const writeAs = (body: string) => harriet.api("POST", "/api/messages", { receiver_id: priya.id, message: { body } });
  await writeAs("Before the silence");
  await expect(said(page, "Before the silence")).toBeVisible();
  silent = true;
  await writeAs("Said into the silence");
  await page.clock.fastForward("00:30");
  await expect.poll(() => lines).toBe(2);
  await expect(said(page, "Said into the silence")).toHaveCount(1);
});

test("N-01 a notification updates the open page: a proposal appears in the list without a reload, also one made before the page was connected", async ({
  browser,
  plumbline,
}) => {
  const send = (name: string) =>
    propose(plumbline, "advisor@demo.plumbline.test", "Priya Raman", { name, payment_cost: 900, payment_span: 4 });
  const { page } = await openPriya(browser, plumbline);
  const held = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/cable/, async (line) => {
    await held.promise;
    line.connectToServer();
  });
  const bell = page.waitForResponse("**/api/notifications");
  await page.goto(`${plumbline.url}/engagements`);
  await expect(page.getByRole("heading", { level: 1, name: "Engagements" })).toBeVisible();
  await (await bell).finished();
  await send("While the page was connecting");
  held.resolve();
  await expect(page.getByRole("link", { name: "While the page was connecting" }).first()).toBeVisible();
  await send("Out of thin air");
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
