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
 * When the page first showed a text, in milliseconds since 1970. The page notices its own change, before anything else that
 * it does: an assertion notices it up to a second later, and a poll of its frames as late as they come. Called before what
 * makes it appear, in the document in which it does.
 */
export const seenAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (words) =>
      new Promise<number>((seen) => {
        const look = () => {
          if (!document.body.innerText.includes(words)) return;
          changes.disconnect();
          seen(Date.now());
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    text,
  );

/** When the page gets its next key, in milliseconds since 1970; the returned function asks for it afterwards. */
export async function pressedAt(page: Page): Promise<() => Promise<number>> {
  const pressed = await page.evaluateHandle(() => {
    const next = { at: 0 };
    addEventListener("keydown", () => Object.assign(next, { at: Date.now() }), { capture: true, once: true });
    return next;
  });
  return () => pressed.evaluate(({ at }) => at);
}
