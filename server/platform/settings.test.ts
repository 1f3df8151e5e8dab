import { expect, test } from "vitest";
import { type BadSettings, readSettings } from "./settings.ts";

const complaintsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment);
  } catch (error) {
    return (error as BadSettings).complaints;
  }
  return [];
};

test("B-12 production without what it needs names all of it at once", () => {
  const complaints = complaintsOf({ NODE_ENV: "production", DEMO: "true", RATE_LIMIT: "off" });
  for (const name of [
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "DATABASE_URL",
    "SMTP_URL",
    "PUBLIC_URL",
    "DEMO",
    "RATE_LIMIT",
  ])
    expect(complaints.join("\n")).toContain(name);
});

test("B-12 half of the card provider's keys is a mistake everywhere", () => {
  expect(complaintsOf({ STRIPE_SECRET_KEY: "sk_live_x" })).toHaveLength(3);
});

test("B-12 nonsense is named, several pieces together", () => {
  expect(complaintsOf({ PORT: "a door", CONTENT_URL: "not an address" })).toHaveLength(2);
});

test("B-12 nothing set is fine outside production, and an empty value is nothing", () => {
  expect(readSettings({ PORT: "" })).toMatchObject({
    port: 3000,
    publicUrl: "http://localhost:3000",
    stripe: null,
    demo: true,
    rateLimit: true,
  });
});

test("B-12 production with everything has no demo data", () => {
  const settings = readSettings({
    NODE_ENV: "production",
    DATABASE_URL: "postgres://db/plumbline",
    SMTP_URL: "smtp://mail",
    PUBLIC_URL: "https://plumbline.example/",
    STRIPE_SECRET_KEY: "sk",
    STRIPE_PUBLISHABLE_KEY: "pk",
    STRIPE_WEBHOOK_SECRET: "wh",
    STRIPE_CLIENT_ID: "ca",
  });
  expect(settings).toMatchObject({ demo: false, publicUrl: "https://plumbline.example", logLevel: "info" });
});
