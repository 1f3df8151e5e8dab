import { readdirSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const quiet =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

const folder = "web/journeys";
const files = readdirSync(folder).filter((name) => name.endsWith(".journey.ts"));

/**
 * Journeys: one per promise, in a real browser, each file against a Plumbline process of its own with its own demo data
 * (web/journeys/plumbline.ts): a project a file keeps them from sharing one.
 */
export default defineConfig({
  testDir: folder,
  globalSetup: "./web/journeys/plumbline.ts",
  projects: files.map((name) => ({ name: name.replace(".journey.ts", ""), testMatch: name })),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  // A noisy machine may be slow at times; the report names what needed another look.
  retries: process.env.CI ? 2 : 0,
  reporter: [["list"]],
  use: {
    launchOptions: {
      args: quiet.split(" "),
      ...(process.env["CHROMIUM"] ? { executablePath: process.env["CHROMIUM"] } : {}),
    },
    actionTimeout: 15_000,
    // Things appear at once for whoever asks for less motion, and these tests do.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-GB",
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    viewport: { width: 1280, height: 900 },
  },
});
