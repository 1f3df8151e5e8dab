import { defineConfig } from "@playwright/test";
import { removeSettings } from "./server/settings/without.ts";
import { atNight } from "./tools/nightly.ts";

removeSettings(process.env);

const quiet =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** V8's slower code tiers only: a page lives for seconds here, and compiling it well costs a seventh of a run's processor time. */
const quickCode = "--js-flags=--max-opt=1";

/**
 * The files that share a Plumbline process and its demo data, one after the other by name, because a process costs ten
 * seconds of processor time. What a file changes of the demo's people is not asserted by a later one of its group: two
 * files that bring the same new member through the onboarding are in different groups.
 */
const groups = {
  work: ["engagements", "message-search", "messages", "notifications", "profiles-of-advisors", "profiles"],
  money: ["disputes", "invoices", "late-payment", "matching", "membership", "money-lists"],
};
/** Visits every page, which takes as long as a whole group: first, so that nothing waits for it at the end. */
const pages = ["every-page"];
const journeys = (names: string[]) => names.map((name) => `${name}.journey.ts`);

/**
 * Journeys: one per promise, in a real browser, each group of files against a Plumbline process of its own with its own
 * demo data (web/journeys/plumbline.ts).
 */
export default defineConfig({
  testDir: "web/journeys",
  globalSetup: "./web/journeys/plumbline.ts",
  projects: [
    { name: "pages", testMatch: journeys(pages), workers: 1 },
    // All others hardly change what the demo holds. Together they take as long, so they begin beside the pages.
    { name: "others", testIgnore: journeys([...pages, ...Object.values(groups).flat()]), workers: 1 },
    ...Object.entries(groups).map(([name, files]) => ({ name, testMatch: journeys(files), workers: 1 })),
  ],
  testMatch: "*.journey.ts",
  ...(atNight ? {} : { grepInvert: /@nightly/ }),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [["list"]],
  use: {
    launchOptions: {
      args: [...quiet.split(" "), quickCode],
      ...(process.env["CHROMIUM"] ? { executablePath: process.env["CHROMIUM"] } : {}),
    },
    actionTimeout: 30_000,
    // The next journey gets the same browser context, emptied: a new one takes half a second of processor time. A journey that
    // takes its context offline or gives it a permission takes that back.
    reuseContext: true,
    // With reduced motion there are no animations to wait for.
    contextOptions: { reducedMotion: "reduce" },
    // It would keep journeys from intercepting the loading of a page; one of them allows it.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    // Recording a trace takes a sixth of a run: `playwright test --trace retain-on-failure` does it when needed.
    trace: "off",
    viewport: { width: 1280, height: 900 },
  },
});
