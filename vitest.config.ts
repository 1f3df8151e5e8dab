import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "contract/**/*.test.ts",
      "server/**/*.test.ts",
      "sandbox/**/*.test.ts",
      "web/app/**/*.test.ts",
      "tools/**/*.test.ts",
    ],
    globalSetup: ["server/testing/template.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    // As the journeys: real browsers and processes on a machine that may stand still. The report names what needed it.
    retry: process.env["CI"] ? 1 : 0,
    hookTimeout: 60_000,
  },
});
