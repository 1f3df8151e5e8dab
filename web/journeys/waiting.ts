import type { BrowserContext, Page, Route } from "@playwright/test";

// What a journey waits for where an assertion alone would leave it to chance.

/**
 * The page gets no live connection, whose first connect would load again what has failed: only the button does so then.
 */
export const withoutLive = (page: Page) => page.routeWebSocket(/\/cable/, () => {});

/**
 * Pages fetch no scripts ahead, as where the reader asked to save data: the router loads the document again when one of
 * them cannot be fetched, because the network is cut at that moment.
 */
export const fetchingNothingAhead = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));

/** Answers a call as the server does when it cannot. */
export const notNow = (route: Route) => route.fulfill({ status: 500, json: { errors: { base: ["Not now."] } } });

/**
 * Opens a page, and waits until it hears of a member's notifications. Another member's doing reaches it at once then;
 * what was done before reaches it only if it was done before the page was loaded.
 */
export async function openLive(page: Page, address: string): Promise<void> {
  const subscribed = live(page);
  await page.goto(address);
  await subscribed;
}

/** Resolves when a page that is opened after the call hears of its member's notifications. */
export function live(page: Page): Promise<void> {
  const subscribed = Promise.withResolvers<void>();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (/confirm_subscription.*NotificationsChannel/.test(String(payload))) subscribed.resolve();
    }),
  );
  return subscribed.promise;
}

/**
 * When the page first showed a text, in milliseconds since 1970 and by the page itself: an assertion notices it up to a
 * second later. Called before what makes it appear.
 */
export async function seenAt(page: Page, text: string): Promise<number> {
  const seen = await page.waitForFunction((words) => document.body.innerText.includes(words) && Date.now(), text);
  return Number(await seen.jsonValue());
}
