import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { removeSettings } from "./without.ts";

test("rule 2: what a shell is set to for an installation does not reach the tests, nor what they start", () => {
  const shell = {
    DATABASE_URL: "postgres://people@db.example.com/production",
    STRIPE_SECRET_KEY_FILE: "/run/secrets/stripe",
    TEST_DATABASE_URL: "postgres://root@127.0.0.1/postgres",
    PATH: "/usr/bin",
  };
  removeSettings(shell);
  expect(shell).toEqual({ TEST_DATABASE_URL: "postgres://root@127.0.0.1/postgres", PATH: "/usr/bin" });
  for (const config of ["vitest.config.ts", "playwright.config.ts", "bench/parts/process.ts"])
    expect(readFileSync(config, "utf8"), config).toContain("\nremoveSettings(process.env);\n");
});
