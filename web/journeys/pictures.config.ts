import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** `npm run pictures`: the README's pictures, taken from the demo. */
const { projects: _, ...shared } = journeys;
export default defineConfig({
  ...shared,
  testDir: ".",
  testMatch: "pictures.ts",
  globalSetup: "./plumbline.ts",
  use: { ...shared.use, colorScheme: "light" },
});
