import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BadSettings, readSettings, readStorage } from "./settings.ts";

const errorsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment);
  } catch (error) {
    return (error as BadSettings).errors;
  }
  return [];
};

test("B-12 production reports all missing settings together", () => {
  const errors = errorsOf({ NODE_ENV: "production", DEMO: "true", RATE_LIMIT: "off", PORT: "a door" });
  for (const name of [
    "PORT",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
    "DATABASE_URL",
    "MAIL_FROM",
    "TEAM_EMAIL",
    "CONTENT_URL",
    "SMTP_URL",
    "PUBLIC_URL",
    "DEMO",
    "RATE_LIMIT",
  ])
    expect(errors.join("\n")).toContain(name);
});

test("G-97 half of what replies by e-mail need is a mistake, and so is a short secret or an address with a name", () => {
  expect(errorsOf({ REPLY_ADDRESS: "replies@reply.company.co.uk" })).toEqual([
    "INBOUND_MAIL_SECRET is missing: REPLY_ADDRESS needs it",
  ]);
  expect(errorsOf({ REPLY_ADDRESS: "Us <replies@reply.company.co.uk>", INBOUND_MAIL_SECRET: "short" })).toHaveLength(2);
});

test("B-12 half of the card provider's keys is a mistake everywhere", () => {
  expect(errorsOf({ STRIPE_SECRET_KEY: "sk_live_x" })).toHaveLength(3);
});

test("decision 57 production refuses TRUST_PROXY=true and suggests what to write instead", () => {
  expect(errorsOf({ NODE_ENV: "production", TRUST_PROXY: "true" }).join("\n")).toMatch(
    /TRUST_PROXY=true .* write how many proxies .* or their addresses and networks/,
  );
});

test.each([
  ["false", false],
  ["0", false],
  ["2", 2],
  ["10.0.0.0/8, 192.0.2.7", ["10.0.0.0/8", "192.0.2.7"]],
  ["loopback,2001:db8::/32", ["loopback", "2001:db8::/32"]],
])("decision 57 TRUST_PROXY=%s is understood", (text, trusted) => {
  expect(readSettings({ TRUST_PROXY: text }).trustProxy).toEqual(trusted);
});

test.each(["yes", "10.0.0.0/33", "proxy.example", "1.2.3", "-1"])("decision 57 TRUST_PROXY=%s is refused", (text) => {
  expect(errorsOf({ TRUST_PROXY: text }).join("\n")).toContain("TRUST_PROXY");
});

test("B-12 several invalid settings are reported together", () => {
  expect(errorsOf({ PORT: "a door", CONTENT_URL: "not an address" })).toHaveLength(2);
});

test("B-12 no setting is required outside production, and an empty value counts as unset", () => {
  expect(readSettings({ PORT: "" })).toMatchObject({
    port: 3000,
    publicUrl: "http://localhost:3000",
    stripe: null,
    demo: true,
    appealDays: 7,
    rateLimit: true,
  });
});

const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db/plumbline",
  SMTP_URL: "smtp://mail",
  MAIL_FROM: "Plumbline <hello@plumbline.example>",
  TEAM_EMAIL: "team@plumbline.example",
  CONTENT_URL: "https://content.plumbline.example/",
  PUBLIC_URL: "https://plumbline.example/",
  STRIPE_SECRET_KEY: "sk",
  STRIPE_PUBLISHABLE_KEY: "pk",
  STRIPE_WEBHOOK_SECRET: "wh",
  STRIPE_CONNECT_WEBHOOK_SECRET: "wh_connect",
  STRIPE_CLIENT_ID: "ca",
};

test("B-12 production with everything has no demo data", () => {
  expect(readSettings(production)).toMatchObject({
    demo: false,
    publicUrl: "https://plumbline.example",
    logLevel: "info",
    contentUrl: "https://content.plumbline.example",
    contentEmbedded: false,
    stripe: { connectWebhookSecret: "wh_connect", apiBase: null },
  });
});

test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
  "B-12 production does not start without %s, and says what it is for",
  (name) => {
    const errors = errorsOf({ ...production, [name]: "" });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${name} is missing: \\w+`));
  },
);

test("B-12 production refuses the demo's invented addresses, however they are written", () => {
  const invented = {
    MAIL_FROM: "Plumbline <hello@plumbline.test>",
    TEAM_EMAIL: "team@mail.PLUMBLINE.test",
    PUBLIC_URL: "https://www.plumbline.test/",
    SMTP_URL: "smtp://somebody:secret@mail.plumbline.test:587",
    CONTENT_URL: "https://plumbline.test",
  };
  const errors = errorsOf({ ...production, ...invented });
  expect(errors.map((line) => line.split(" ")[0]).sort()).toEqual(Object.keys(invented).sort());
  expect(errors.join()).not.toContain("secret");
});

test("B-12 production starts on the embedded content when CONTENT_URL=embedded says so", () => {
  expect(readSettings({ ...production, CONTENT_URL: "embedded" })).toMatchObject({
    contentUrl: null,
    contentEmbedded: true,
  });
});

test("decision 58 STRIPE_API_BASE requires that server's keys, and is refused with a live key", () => {
  const base = { STRIPE_API_BASE: "http://127.0.0.1:12111/" };
  expect(errorsOf(base)).toHaveLength(4);
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_CLIENT_ID } = production;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_CLIENT_ID };
  expect(readSettings({ ...base, ...keys }).stripe).toMatchObject({ apiBase: "http://127.0.0.1:12111" });
  const live = errorsOf({ ...base, ...keys, STRIPE_SECRET_KEY: "sk_live_canary" });
  expect(live).toHaveLength(1);
  expect(live.join()).not.toContain("canary");
});

test("B-12 MAIL_FROM is one address and cannot inject another header", () => {
  for (const value of ["Plumbline", "a@b.example, c@d.example", "Plumbline <a@b.example>\r\nBcc: c@d.example"])
    expect(errorsOf({ MAIL_FROM: value })).toHaveLength(1);
});

test("T-02 a setting may be given as the path of a file, and what is wrong with one is said with the rest", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-secrets-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = "postgres://plumbline:secret@db:5432/plumbline";
  expect(readSettings({ DATABASE_URL_FILE: file("url", `${url}\n`) }).databaseUrl).toBe(url);
  expect(readStorage({ DATABASE_URL_FILE: file("url", url) }).databaseUrl).toBe(url);
  expect(
    errorsOf({
      DATABASE_URL: url,
      DATABASE_URL_FILE: file("url", url),
      SMTP_URL_FILE: file("empty", "\n"),
      REDIS_URL_FILE: join(folder, "missing"),
    }),
  ).toEqual([
    "DATABASE_URL and DATABASE_URL_FILE are both set: unset one of the two",
    `REDIS_URL_FILE: cannot be read: ${folder}/missing`,
    `SMTP_URL_FILE: is empty: ${folder}/empty`,
  ]);
});
