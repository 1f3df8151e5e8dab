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

test("ADR-046 the direct address of the database is its only one unless a pooler has the other, and needs it", () => {
  const pooled = "postgres://bouncer/plumbline";
  const direct = "postgres://db/plumbline";
  expect(readSettings({ DATABASE_URL: direct }).databaseDirectUrl).toBe(direct);
  const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
  expect(readSettings(both)).toMatchObject({ databaseUrl: pooled, databaseDirectUrl: direct });
  expect(readStorage(both).databaseUrl).toBe(direct);
  expect(errorsOf({ DATABASE_DIRECT_URL: direct })).toEqual([
    "DATABASE_URL is missing: DATABASE_DIRECT_URL is its address past a pooler",
  ]);
  expect(() => readStorage({ DATABASE_DIRECT_URL: direct })).toThrow("DATABASE_URL is missing");
});

test("ADR-050 replicas are addresses of PostgreSQL beside DATABASE_URL, one or several", () => {
  const DATABASE_URL = "postgres://db/plumbline";
  expect(readSettings({ DATABASE_URL }).databaseReplicaUrls).toEqual([]);
  expect(
    readSettings({ DATABASE_URL, DATABASE_REPLICA_URL: "postgres://one/plumbline, postgresql://two/plumbline" })
      .databaseReplicaUrls,
  ).toEqual(["postgres://one/plumbline", "postgresql://two/plumbline"]);
  expect(errorsOf({ DATABASE_URL, DATABASE_REPLICA_URL: "postgres://one/plumbline,two" })).toEqual([
    "DATABASE_REPLICA_URL.1: must be addresses like postgres://…, separated by commas",
  ]);
  expect(errorsOf({ DATABASE_REPLICA_URL: "postgres://one/plumbline" })).toEqual([
    "DATABASE_URL is missing: DATABASE_REPLICA_URL names its replicas",
  ]);
});

test("G-97 one of the two settings of replies by e-mail is refused without the other, and so is a short secret or an address with a name", () => {
  expect(errorsOf({ REPLY_ADDRESS: "replies@reply.company.co.uk" })).toEqual([
    "INBOUND_MAIL_SECRET is missing: REPLY_ADDRESS needs it",
  ]);
  expect(errorsOf({ REPLY_ADDRESS: "Us <replies@reply.company.co.uk>", INBOUND_MAIL_SECRET: "short" })).toHaveLength(2);
});

test("T-06 one of AnyCable's two settings is refused without the other, and so is a short secret", () => {
  const url = "http://127.0.0.1:8080/_broadcast";
  expect(errorsOf({ ANYCABLE_SECRET: "a".repeat(24) })).toEqual([
    "ANYCABLE_HTTP_BROADCAST_URL is missing: ANYCABLE_SECRET needs it",
  ]);
  expect(errorsOf({ ANYCABLE_HTTP_BROADCAST_URL: url })).toEqual([
    "ANYCABLE_SECRET is missing: ANYCABLE_HTTP_BROADCAST_URL needs it",
  ]);
  expect(errorsOf({ ANYCABLE_SECRET: "short", ANYCABLE_HTTP_BROADCAST_URL: url })).toHaveLength(1);
});

test.each([
  [{ S3_REGION: "eu-west-2" }, "S3_BUCKET is missing: S3_REGION needs it"],
  [{ S3_BUCKET: "files" }, "S3_REGION is missing: AWS keeps each bucket in one, such as eu-west-2"],
  [
    { S3_BUCKET: "files", S3_REGION: "eu-west-2", S3_ACCESS_KEY_ID: "AKIA" },
    "S3_SECRET_ACCESS_KEY is missing: set both, or neither where the machine has a role",
  ],
  [
    { S3_BUCKET: "files", S3_REGION: "eu-west-2", S3_SECRET_ACCESS_KEY: "secret" },
    "S3_ACCESS_KEY_ID is missing: set both, or neither where the machine has a role",
  ],
])("ADR-040 settings of a bucket that lack another one are refused: %j", (given, error) => {
  expect(errorsOf(given)).toEqual([error]);
  expect(() => readStorage(given)).toThrow(error);
});

test("ADR-040 production wants a bucket that browsers reach over https, or downloads that come through us", () => {
  const bucket = { NODE_ENV: "production", S3_BUCKET: "files", S3_ENDPOINT: "http://10.0.0.7:9000" };
  expect(errorsOf(bucket).join("\n")).toContain("set S3_DOWNLOADS=through");
  expect(errorsOf({ ...bucket, S3_DOWNLOADS: "through" }).join("\n")).not.toContain("S3");
  expect(readSettings({ S3_BUCKET: "files", S3_ENDPOINT: "https://s3.example.com/" }).s3).toEqual({
    bucket: "files",
    endpoint: "https://s3.example.com",
    region: "us-east-1",
    keys: null,
    direct: true,
  });
});

test.each(["clamav", "tcp://clamav:3310", "run/clamd.ctl"])("ADR-042 CLAMD_ADDRESS=%s is refused", (text) => {
  expect(errorsOf({ CLAMD_ADDRESS: text })).toEqual([
    "CLAMD_ADDRESS: is neither a host with a port (clamav:3310) nor the path of a socket (/run/clamav/clamd.ctl)",
  ]);
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

const nats = (given: string) => readSettings({ NATS_URL: given }).bus;

test("M-17 NATS_URL names one server or several, and who we are there", () => {
  const one = { kind: "nats", servers: ["nats.example:4222"], tls: false, credentials: null, secrets: [] };
  expect(nats("nats://nats.example")).toEqual(one);
  expect(nats("tls://nats.example:4222/")).toEqual({ ...one, tls: true });
  const servers = ["one:4222", "two:4223", "[::1]:4222"];
  const known = "nats://us%40here:a%2Fsecret%2C@one";
  expect(nats(`${known}, two:4223, nats://[::1]`)).toEqual({
    kind: "nats",
    servers,
    tls: false,
    credentials: { user: "us@here", password: "a/secret," },
    secrets: [`${known}, two:4223, nats://[::1]`, "a%2Fsecret%2C", "a/secret,"],
  });
  expect(nats("nats://a%2Btoken@one")).toMatchObject({ credentials: { token: "a+token" } });
});

test("M-17 REDIS_URL names one server, Sentinels with their primary, or nodes of a Cluster", () => {
  const redis = (REDIS_URL: string) => readSettings({ REDIS_URL }).bus;
  const nodes = [
    { host: "one", port: 26_379 },
    { host: "::1", port: 26_380 },
  ];
  const plain = { kind: "sentinel", nodes, primary: "ours", tls: false, user: null, sentinelUser: null, secrets: [] };
  expect(redis("redis+sentinel://one,[::1]:26380/ours")).toEqual(plain);
  expect(redis("rediss+sentinel://one, [::1]:26380/ours/0")).toEqual({ ...plain, tls: true });
  const known =
    "redis+sentinel://us%40:a%2Fsecret@one,[::1]:26380/ours?sentinel_password=an%26other&sentinel_username=w";
  expect(redis(known)).toEqual({
    ...plain,
    user: { username: "us@", password: "a/secret" },
    sentinelUser: { username: "w", password: "an&other" },
    secrets: [known, "a%2Fsecret", "a/secret", known, "an%26other", "an&other"],
  });
  expect(redis("redis+sentinel://:@one,[::1]:26380/ours")).toMatchObject({ user: null, secrets: [expect.any(String)] });
  expect(redis("redis+sentinel://:a@one/ours")).toMatchObject({ user: { username: "", password: "a" } });
  const cluster = { kind: "cluster", nodes: [{ host: "one", port: 6379 }], tls: false, user: null, secrets: [] };
  expect(redis("redis+cluster://one")).toEqual(cluster);
  expect(redis("rediss+cluster://:a@one:7000,two/")).toMatchObject({
    nodes: [
      { host: "one", port: 7000 },
      { host: "two", port: 6379 },
    ],
    tls: true,
    user: { username: "", password: "a" },
  });
});

test("M-17 a bus that cannot be told from its address is refused, without the address, and so are two of them", () => {
  for (const NATS_URL of [
    "localhost:4222",
    "http://one:4222",
    "nats://",
    "nats://one/subject",
    "nats://one,tls://two",
    "nats://one,,two",
    "nats://us:secret@one,nats://them:secret@two",
    "nats://us:sec%ret@one",
    "nats://us:sec,ret@one",
    "nats://:secret@one",
    "nats://one:70000",
  ]) {
    const [error, ...more] = errorsOf({ NATS_URL });
    expect(error, NATS_URL).toMatch(/^NATS_URL: is not like nats:/);
    expect(more).toEqual([]);
    expect(error).not.toMatch(/sec\b|secret|ret@/);
  }
  for (const REDIS_URL of [
    "http://one:6379",
    "localhost",
    "redis://:%@one",
    "redis+sentinel://one,two",
    "redis+sentinel://us:sec,ret@/ours",
    "redis+sentinel://one,/ours",
    "redis+sentinel://secret@one/ours",
    "redis+sentinel://one/ours?sentinel_username=us",
    "redis+sentinel://one/ours?socket_timeout=3",
    "redis+sentinel://us:sec:ret@one/ours",
    "redis+cluster://one/2",
    "redis+cluster://one:70000",
  ]) {
    const errors = errorsOf({ REDIS_URL });
    expect(errors, REDIS_URL).toEqual([expect.stringMatching(/^REDIS_URL: is not like redis:/)]);
    expect(errors[0]).not.toMatch(/secret|sec,/);
  }
  const REDIS_URL = "redis://us:secret@one:6379/2";
  expect(readSettings({ REDIS_URL }).bus).toEqual({ kind: "redis", url: REDIS_URL, secrets: [REDIS_URL, "secret"] });
  const inQuery = "redis://one:6379?password=sec%2Dret";
  expect(readSettings({ REDIS_URL: inQuery }).bus).toMatchObject({ secrets: [inQuery, "sec%2Dret", "sec-ret"] });
  expect(errorsOf({ REDIS_URL, NATS_URL: "nats://one" })).toEqual([
    "REDIS_URL and NATS_URL are both set, and one of them carries live updates: unset the other",
  ]);
});

test("T-02 a setting may be given as the path of a file, and errors of a file are reported with the others", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-secrets-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = "postgres://plumbline:secret@db:5432/plumbline";
  expect(readSettings({ DATABASE_URL_FILE: file("url", `${url}\n`) }).databaseUrl).toBe(url);
  expect(readStorage({ DATABASE_URL_FILE: file("url", url) }).databaseUrl).toBe(url);
  expect(readSettings({ NATS_URL_FILE: file("nats", "nats://us:secret@one\n") }).bus).toMatchObject({
    credentials: { user: "us", password: "secret" },
  });
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

test("T-04 the standard settings of OpenTelemetry are understood, keys from a file included", () => {
  const file = join(mkdtempSync(join(tmpdir(), "plumbline-settings-")), "headers");
  writeFileSync(file, "authorization=Bearer%20a%2Cb, x-tenant = seven\n");
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
    OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=production,host.name=one",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  };
  expect(readSettings(given).tracing).toEqual({
    url: "http://collector:4318/v1/traces",
    headers: { authorization: "Bearer a,b", "x-tenant": "seven" },
    serviceName: null,
    resource: { "deployment.environment.name": "production", "host.name": "one" },
    sampler: "parentbased_traceidratio",
    ratio: 0.1,
    delay: 5000,
    maxWaiting: 2048,
  });
  expect(readSettings({ OTEL_SERVICE_NAME: "nobody listens" }).tracing).toBeNull();
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a key"],
  ["OTEL_RESOURCE_ATTRIBUTES", "name=%ZZ"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["SENTRY_DSN", "https://errors.example.com/1"],
  ["SENTRY_DSN", "https://key@errors.example.com"],
])("T-04 %s=%s is refused, and the complaint repeats no secret", (name, value) => {
  const errors = errorsOf({ [name]: value });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(name);
  expect(errors[0]).not.toContain(value);
});

test("T-04 a Sentry-compatible address may lie below a path and have a port", () => {
  for (const address of ["https://abc123@errors.example.com:8443/sentry/7", "http://key:old@127.0.0.1/1"])
    expect(readSettings({ SENTRY_DSN: address }).sentryDsn).toBe(address);
});
