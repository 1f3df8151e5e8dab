import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";

/** Violations of our own rules that a page has committed. */
export type PageViolations = { scripts: string[]; violations: string[]; foreign: string[] };

/** A real browser for one test file. Use it inside tests only. */
export function testBrowser(): { open(ownUrl: string): Promise<{ page: Page; pageViolations: PageViolations }> } {
  let browser: Browser;
  beforeAll(async () => {
    // The one that tools/setup.mjs found, or Playwright's own.
    const executablePath = process.env["CHROMIUM"];
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    });
  });
  afterAll(() => browser.close());
  return { open: (ownUrl) => openWatched(browser, ownUrl) };
}

/**
 * A page in a new profile that records injected scripts, violations of the content security policy and requests to
 * other hosts.
 */
async function openWatched(browser: Browser, ownUrl: string) {
  const context = await browser.newContext({ acceptDownloads: false, reducedMotion: "reduce" });
  const page = await context.newPage();
  const pageViolations: PageViolations = { scripts: [], violations: [], foreign: [] };
  await context.exposeBinding("injectedScriptRan", ({ page: from }, what: string) => {
    pageViolations.scripts.push(`${from.url()}: ${what}`);
  });
  await context.exposeBinding("policyBroken", ({ page: from }, what: string) => {
    pageViolations.violations.push(`${from.url()}: ${what}`);
  });
  await context.addInitScript(`
    for (const name of ["alert", "confirm", "prompt", "print"])
      window[name] = (...said) => void window.injectedScriptRan(name + " " + said.join());
    document.addEventListener("securitypolicyviolation", (event) =>
      window.policyBroken(event.violatedDirective + " " + event.blockedURI));`);
  page.on("dialog", (dialog) => {
    pageViolations.scripts.push(`${page.url()}: ${dialog.type()}`);
    void dialog.dismiss();
  });
  const own = new URL(ownUrl).hostname;
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== own) pageViolations.foreign.push(request.url());
  });
  return { page, pageViolations };
}

/** Stores a member's session in the page's storage, as signing in does. */
export async function signInto(page: Page, url: string, session: { token: string; email: string; role: string }) {
  await page.addInitScript(
    ([key, stored]) => localStorage.setItem(key as string, stored as string),
    [
      "plumbline.session",
      JSON.stringify({
        user: session.role,
        email: session.email,
        access_token: session.token,
        token_type: "Bearer",
        expires_at: Date.now() + 3_600_000,
        status: "active",
        stripe_setup: true,
        profile_setup: true,
        login_time: Date.now(),
      }),
    ],
  );
  await page.goto(url);
}
