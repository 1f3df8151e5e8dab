import { expect, test } from "vitest";
import { BadSettings, readSettings } from "../settings.ts";

// What single settings may be, and what is said of those that are not.

function errorsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof BadSettings) return error.errors;
    throw error;
  }
}

test.each([
  ["PORT", "3000.5", "must be a whole number from 0 to 65535"],
  ["PORT", "0x10", "must be a whole number from 0 to 65535"],
  ["PORT", "65535", "must be below 65535, because the card sandbox takes the next port"],
  ["APPEAL_DAYS", "a week", "must be a whole number from 1 to 60"],
  ["HOST", "http://0.0.0.0", "must be an address of this machine"],
  ["HOST", "127.0.0.1:3000", "must be an address of this machine"],
  ["HOST", "[::1]", "must be an address of this machine"],
  ["PUBLIC_URL", "https://advisors.example/below", "must end after the host"],
  ["PUBLIC_URL", "https://advisors.example/?a=canary", "must end after the host"],
  ["PUBLIC_URL", "https://us:canary@advisors.example", "must end after the host"],
  ["DATABASE_URL", "mysql://us:canary@db/plumbline", "is not like postgres://"],
  ["DATABASE_URL", "postgres://us:a#canary@db/plumbline", "is not like postgres://"],
  ["DATABASE_URL", "postgres://us:canary%@db/plumbline", "is not like postgres://"],
  ["SMTP_URL", "smtp://", "is not like smtp://"],
  ["SMTP_URL", "smtp://us:canary%@mail", "is not like smtp://"],
  ["DEMO", "no", "must be one of true, false, 1, 0, on, off"],
  ["LOG_LEVEL", "INFO", "must be one of fatal, error, warn, info, debug, trace, silent"],
  ["METRICS_TOKEN", "canary-with-an-é-that-no-header-has", "must have at least 24 characters, without accents"],
])("B-12 decision 44 %s=%s is refused in one plain sentence that repeats no secret", (name, value, says) => {
  const errors = errorsOf({ [name]: value });
  expect(errors).toEqual([expect.stringContaining(`${name}: ${says}`)]);
  expect(errors[0]).not.toContain("canary");
});

test("decision 44 PUBLIC_URL is compared as a browser writes it, and HOST may be any address or name", () => {
  expect(readSettings({ PUBLIC_URL: "HTTPS://Advisors.Example:443/" })).toMatchObject({
    publicUrl: "https://advisors.example",
    secure: true,
  });
  for (const HOST of ["::1", "::", "0.0.0.0", "localhost", "plumbline_web"])
    expect(readSettings({ HOST }).host).toBe(HOST);
});

test("B-12 a key of the card provider in another one's setting is refused and not repeated: a secret one would reach browsers", () => {
  const keys = {
    STRIPE_SECRET_KEY: "rk_live_canary",
    STRIPE_PUBLISHABLE_KEY: "pk_live_canary",
    STRIPE_WEBHOOK_SECRET: "whsec_canary",
    STRIPE_CLIENT_ID: "ca_canary",
  };
  expect(errorsOf(keys)).toEqual([]);
  const swapped = errorsOf({
    ...keys,
    STRIPE_SECRET_KEY: keys.STRIPE_PUBLISHABLE_KEY,
    STRIPE_PUBLISHABLE_KEY: keys.STRIPE_SECRET_KEY,
  });
  expect(swapped).toEqual([
    "STRIPE_SECRET_KEY: holds a publishable key, and needs a secret key",
    "STRIPE_PUBLISHABLE_KEY: holds a secret key, and needs a publishable key",
  ]);
});
