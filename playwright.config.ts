import { readdirSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const quiet =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

const folder = "web/journeys";
const files = readdirSync(folder).filter((name) => name.endsWith(".journey.ts"));

/**
 * Journeys: one per promise, in a real browser, each file against a Plumbline process of its own with its own demo data
 * (web/journeys/plumbline.ts). Each file is a project, so that no two share a process.
 */
export default defineConfig({
  testDir: folder,
  globalSetup: "./web/journeys/plumbline.ts",
  projects: files.map((name) => ({ name: name.replace(".journey.ts", ""), testMatch: name })),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [["list"]],
  use: {
    launchOptions: {
      args: quiet.split(" "),
      ...(process.env["CHROMIUM"] ? { executablePath: process.env["CHROMIUM"] } : {}),
    },
    actionTimeout: 15_000,
    // With reduced motion there are no animations to wait for.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-GB",
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    // Recording a trace takes a sixth of a run: `playwright test --trace retain-on-failure` does it when needed.
    trace: "off",
    viewport: { width: 1280, height: 900 },
  },
});
