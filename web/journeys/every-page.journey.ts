import type { Page } from "@playwright/test";
import { atNight } from "../../tools/nightly.ts";
import { noProblems } from "./axe.ts";
import { filledWith, pathsBelow, type Role, samplesFor, visitorSamples } from "./pages.ts";
import { expect, nightly, type Plumbline, signIn, test } from "./plumbline.ts";

/**
 * Every page of the route table, so that a new one is covered without anybody thinking of it. A route with a new
 * parameter fails until it has a sample here.
 */
const widths = atNight ? [1280, 768, 390, 320] : [1280, 320];
const height = 900;

type Visit = { title: string; email?: string; role?: Role; layouts: string[] };

const visits: Visit[] = [
  { title: "visitors", layouts: ["public", "open", "visitors"] },
  { title: "customers", role: "customer", email: "customer@demo.plumbline.test", layouts: ["members", "customers"] },
  {
    title: "advisors",
    role: "advisor",
    email: "advisor@demo.plumbline.test",
    // Both roles' pages are much the same.
    layouts: atNight ? ["members", "advisors"] : ["advisors"],
  },
  {
    title: "new customers",
    role: "customer",
    email: "new.customer@demo.plumbline.test",
    layouts: ["members", "customers"],
  },
  {
    title: "new advisors",
    role: "advisor",
    email: "new.advisor@demo.plumbline.test",
    layouts: ["members", "advisors"],
  },
  { title: "staff", role: "staff", email: "staff@demo.plumbline.test", layouts: ["staff"] },
];

for (const { title, role, email, layouts } of visits) {
  const isNew = title.startsWith("new ");
  test(
    `H-12 H-16 C-03 C-10 C-11 C-14 C-15 ${title}: every page has a title, one heading and no problem at ${widths.join(", ")} px, and with large text${atNight ? ", light and dark, and so have its dialogs" : ""}`,
    isNew ? nightly : {},
    async ({ page, plumbline }) => {
      test.setTimeout(240_000);
      const problems = watch(page, plumbline);
      const samples =
        role && email ? await samplesFor(plumbline, role, await signIn(page, plumbline, role, email)) : visitorSamples;
      const visited = new Set<string>();
      for (const path of pathsBelow(layouts)) {
        const filled = filledWith(samples, path);
        if (filled === undefined) {
          // A new member has no engagement or invoice yet; everybody else has one of each.
          expect(title, `a sample for /${path}`).toMatch(/^new /);
          continue;
        }
        await page.setViewportSize({ width: 1280, height });
        await page.goto(`${plumbline.url}/${filled}`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        // New members are led to the same page from nearly everywhere.
        const { pathname } = new URL(page.url());
        if (visited.has(pathname)) continue;
        visited.add(pathname);
        expect(await page.title(), filled).toMatch(/.+ · Plumbline|^Plumbline/);
        for (const width of widths) {
          await page.setViewportSize({ width, height });
          // Polled, because what a page loads may still be on its way.
          await expect.poll(() => tooWide(page), `/${filled} at ${width}`).toEqual([]);
        }
        await textSize(page, "200%");
        await expect.poll(() => tooWide(page), `/${filled} at 320 with large text`).toEqual([]);
        await textSize(page, "");
        await noProblems(page);
        // Those of a new member are others' too.
        if (atNight && !isNew) await tryDialogs(page);
      }
      expect(problems).toEqual([]);
    },
  );
}

test(
  "H-12 every page that is rendered for visitors is hydrated for a member as the server has rendered it",
  nightly,
  async ({ page, plumbline }) => {
    const problems = watch(page, plumbline);
    await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    for (const path of pathsBelow(["public", "open"])) {
      await page.goto(`${plumbline.url}/${filledWith(visitorSamples, path)}`);
      await expect(page.locator("html[data-hydrated]")).toBeAttached();
    }
    expect(problems).toEqual([]);
  },
);

test("H-12 A-17 where the browser stores nothing, pages that are applications open for a visitor, and signing in says why nobody stays signed in", {
  ...nightly,
}, async ({ browser, plumbline }) => {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
  });
  for (const path of pathsBelow(["open", "visitors"])) {
    await page.goto(`${plumbline.url}/${filledWith(visitorSamples, path)}`);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  }
  await page.goto(`${plumbline.url}/sign-in/customer`);
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("customer@demo.plumbline.test");
  await page.getByLabel("Password", { exact: true }).fill("plumbline-demo");
  await page.getByRole("button", { name: "Log in" }).click();
  const said = page.getByText("Please allow this site to store data");
  await expect(said).toBeVisible();
  await expect(said).toHaveAttribute("data-tone", "bad");
  // What was typed is sent again once the site may.
  await expect(page.getByRole("textbox", { name: "E-mail", exact: true })).toHaveValue("customer@demo.plumbline.test");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("plumbline-demo");
});

/**
 * Opens each dialog that a button of the page opens, one of those that begin alike: it has no problem, and Escape closes it
 * and gives the focus back to the button.
 */
async function tryDialogs(page: Page): Promise<void> {
  const buttons = page.locator("main button[aria-haspopup=dialog]:visible:enabled");
  const texts = await buttons.allInnerTexts();
  const kinds = texts.map((text) => text.trim().split(" ").slice(0, 2).join(" "));
  for (const [index, text] of texts.entries()) {
    if (kinds.indexOf(kinds[index] ?? "") < index) continue;
    await test.step(`${page.url()}: ${text}`, async () => {
      const button = buttons.nth(index);
      await button.press("Enter");
      const dialog = page.getByRole("dialog");
      // Its name is there once all of it is.
      await expect(dialog).toHaveAccessibleName(/\S/);
      await expect.poll(() => tooWide(page)).toEqual([]);
      await noProblems(page, "[role=dialog]");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    });
  }
}

const textSize = (page: Page, size: string) =>
  page.evaluate((given) => {
    document.documentElement.style.fontSize = given;
  }, size);

/** What reaches beyond the window, when the page can be scrolled sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );

/** Errors of the console and requests to other hosts, as they happen. */
function watch(page: Page, { url, stripe }: Plumbline): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    // A link of an e-mail that is not known is answered 404, and the browser logs that.
    if (message.type() === "error" && !page.url().endsWith("/unknown"))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    const at = request.url();
    if (!at.startsWith(url) && !at.startsWith(stripe) && !/^(data|blob):/.test(at))
      problems.push(`${page.url()} → ${at}`);
  });
  return problems;
}
