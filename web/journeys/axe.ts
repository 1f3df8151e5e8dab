import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { atNight } from "../../tools/nightly.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = {
  run(
    within: string,
    options: object,
  ): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>;
};

/**
 * axe finds no violation on the current page, open dialogs and error states included (WCAG 2.2 AA), and at night no contrast
 * that is too low when the system asks for dark pages. `within` selects a part of a page that has been looked at before.
 */
export async function noProblems(page: Page, within = "html"): Promise<void> {
  // A control in mid-transition has a colour that is neither its old nor its new one, so the page stands still while axe
  // looks. A constructed sheet, because the content security policy refuses a style element.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }");
    document.adoptedStyleSheets.push(still);
    for (const each of document.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish();
  });
  // Half a megabyte, which a page needs once.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(script);
  const violations = await violationsOf(page, within, [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
  ]);
  const inTheDark = atNight ? await lowContrastInTheDark(page, within) : [];
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
  expect(violations, `axe on ${page.url()}`).toEqual([]);
  expect(inTheDark, `axe on ${page.url()}, dark`).toEqual([]);
}

async function lowContrastInTheDark(page: Page, within: string) {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await violationsOf(page, within, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** What axe finds by the rules or the sets of rules named. */
const violationsOf = (page: Page, within: string, rules: string[]) =>
  page.evaluate(
    async ([part, runOnly]) => {
      const axe = (globalThis as unknown as { axe: Axe }).axe;
      // Describing by selectors what has passed, or where a violation is, takes a third of the time, and nobody reads it.
      const { violations } = await axe.run(part, { runOnly, resultTypes: ["violations"], selectors: false });
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ html }) => html.slice(0, 160)),
      }));
    },
    [within, rules] as const,
  );
