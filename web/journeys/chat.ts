import type { Browser, Page } from "@playwright/test";
import { expect, type Plumbline, signIn } from "./plumbline.ts";
import { pressedAt, seenAt } from "./waiting.ts";

// Two members of the demo and their conversation.

type Session = { access_token: string };
type Api = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Signs a member in, on a page of a context of their own, with a way to call the API as them. */
export async function openAs(
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

export const openPriya = (browser: Browser, plumbline: Plumbline) =>
  openAs(browser, plumbline, "customer", "customer@demo.plumbline.test");
export const openHarriet = (browser: Browser, plumbline: Plumbline, phone = false) =>
  openAs(browser, plumbline, "advisor", "advisor@demo.plumbline.test", phone);

export const composer = (page: Page) => page.getByPlaceholder("Write a message...");
export const chat = (page: Page) => page.getByRole("log");
export const list = (page: Page) => page.getByRole("region", { name: "Conversations" }).getByRole("listitem");
export const said = (page: Page, text: string) => chat(page).getByRole("article").filter({ hasText: text });

/** Opens a chat, and waits until it has loaded what may have been said before it was connected. */
export async function openChat(page: Page, { url }: Plumbline, receiverId: number) {
  let answers = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes("/api/messages?")) answers += 1;
  });
  await page.goto(`${url}/messages/${receiverId}`);
  await expect.poll(() => answers).toBeGreaterThanOrEqual(2);
  await expect(chat(page).getByRole("article").first()).toBeVisible();
}

/** Sends what is written; the time from the key in one page to the text in the other member's page, by the pages. */
export async function delayOf(from: Page, to: Page, text: string): Promise<number> {
  const seen = seenAt(to, text);
  const sent = await pressedAt(from);
  await composer(from).press("Enter");
  return (await seen) - (await sent());
}

export async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}
