import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as ask, createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openPostgres } from "../database/database.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { shortRun } from "../testing/process.ts";
import { startCluster, startSentinelled } from "../testing/redis-servers.ts";
import { freePort, hasNats, hasPostgres, hasRedis, startNats, startPostgres, startRedis } from "../testing/servers.ts";
import type { Finding } from "./finding.ts";

// The test starts real services: PostgreSQL with a superuser and a role without privileges, Redis, SMTP, the card
// sandbox, a small web server, and a reverse proxy in front of Plumbline.

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const each of cleanups.reverse()) await each();
});

async function serve(answer: RequestListener): Promise<{ url: string; server: ReturnType<typeof createServer> }> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/**
 * A reverse proxy that appends the client's address to X-Forwarded-For, and passes on WebSocket upgrades if `upgrades`.
 */
async function proxyBefore(port: number, upgrades: boolean, localAddress = "127.0.0.1") {
  const { url, server } = await serve((incoming, outgoing) => {
    const { "x-forwarded-for": before, ...headers } = incoming.headers;
    const seen = [before, incoming.socket.remoteAddress].filter(Boolean).join(", ");
    const onward = ask(
      {
        port,
        host: "127.0.0.1",
        localAddress,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, "x-forwarded-for": seen },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  if (upgrades)
    server.on("upgrade", (incoming, near) => {
      const far = connect(port, "127.0.0.1", () => {
        const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
        far.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
        far.pipe(near).pipe(far);
      });
      for (const side of [near, far]) side.on("error", () => far.destroy());
    });
  return url;
}

const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
const inherited = { PATH, NODE_COMPILE_CACHE };
type Report = { code: number | null; text: string; findings: Finding[] };
function doctor(environment: Record<string, string>, json = true): Promise<Report> {
  const child = spawn(process.execPath, [...shortRun, "server/build/doctor.js", ...(json ? ["--json"] : [])], {
    env: { ...inherited, ...environment },
  });
  let text = "";
  child.stdout.on("data", (piece) => (text += piece));
  child.stderr.on("data", (piece) => (text += piece));
  return new Promise((done) =>
    child.once("close", (code) => done({ code, text, findings: json ? JSON.parse(text).findings : [] })),
  );
}
const findingsOf = ({ findings }: Report, check: string) => findings.filter((finding) => finding.check === check);
const failures = (report: Report) => report.findings.filter(({ state }) => state === "failed");

const canaries = {
  database: "canary-database",
  redis: "canary-redis",
  nats: "canary-nats",
  mail: "canary-mail%2F%40",
  key: "sk_test_canarykeycanarykey",
  webhook: "whsec_canarywebhook",
  connect: "whsec_canaryconnect",
};

test("B-12 all missing settings are reported together, and no service is checked then", async () => {
  const report = await doctor({ NODE_ENV: "production", STRIPE_SECRET_KEY: canaries.key });
  expect(report.code).toBe(1);
  const messages = report.findings.map(({ says }) => says).join("\n");
  for (const name of ["MAIL_FROM", "TEAM_EMAIL", "CONTENT_URL", "STRIPE_CONNECT_WEBHOOK_SECRET", "DATABASE_URL"])
    expect(messages).toContain(`${name} is missing`);
  expect(report.text).not.toContain("canary");
});

test.runIf(atNight && hasRedis)(
  "B-12 Redis is looked at through its Sentinels, and each node of a Cluster",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-doctor-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const [sentinelled, cluster] = await Promise.all([startSentinelled(), startCluster()]);
    cleanups.push(sentinelled.close, cluster.close);
    const look = async (url: string) => {
      const report = await doctor({ DATA_DIR: folder, REDIS_URL: url });
      expect(report.text).not.toContain("canary");
      return findingsOf(report, "redis").map(({ state, says }) => `${state}: ${says}`);
    };
    expect(await look(sentinelled.url)).toEqual([expect.stringMatching(/^ok: Redis \S+ answers and lets us publish$/)]);
    const [one, two, three] = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`);
    await cluster.nodes[1]?.stop();
    expect(await look(cluster.url)).toEqual([
      expect.stringMatching(`^ok: Redis \\S+ at ${one} answers and lets us publish$`),
      expect.stringContaining(`failed: Redis at ${two} cannot be used: `),
      expect.stringMatching(`^ok: Redis \\S+ at ${three} answers and lets us publish$`),
    ]);
    expect(await look(`redis://${one}`)).toEqual([expect.stringMatching(/^warning: .* is a node of a Cluster$/)]);
    const single = await startRedis();
    cleanups.push(single.close);
    expect(await look(`redis+cluster://127.0.0.1:${single.port}`)).toEqual([
      `failed: Redis at 127.0.0.1:${single.port} is no node of a Cluster`,
    ]);
    const wrong = sentinelled.url.replace("sentinel_password=canary-sentinel", "sentinel_password=canary-wrong");
    expect(await look(wrong)).toEqual([expect.stringMatching(/^failed: cannot be used: All sentinels .* WRONGPASS/)]);
  },
  60_000,
);

test.runIf(atNight && hasNats)(
  "B-12 NATS is checked in place of Redis, and its refusals are reported with what to do",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-doctor-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const permissions = { publish: "plumbline.bus.*", subscribe: "plumbline.bus.*" };
    const users = [
      { user: "plumbline", password: canaries.nats, permissions },
      { user: "stranger", password: canaries.nats, permissions: { ...permissions, publish: "other" } },
    ];
    await writeFile(join(folder, "nats.conf"), JSON.stringify({ authorization: { users } }));
    const { port, close } = await startNats(["--config", join(folder, "nats.conf")]);
    cleanups.push(close);
    const look = async (user: string, at = port) => {
      const report = await doctor({ DATA_DIR: folder, NATS_URL: `nats://${user}@127.0.0.1:${at}` });
      expect(report.text).not.toContain("canary");
      expect(findingsOf(report, "redis")).toEqual([]);
      return findingsOf(report, "nats");
    };
    expect(await look(`plumbline:${canaries.nats}`)).toEqual([
      { check: "nats", state: "ok", says: expect.stringMatching(/^NATS \d+\.\d+\S* answers and lets us publish/) },
    ]);
    expect(await look("plumbline:canary")).toEqual([
      {
        check: "nats",
        state: "failed",
        says: expect.stringContaining("Authorization Violation"),
        todo: "Check the user and the password, or the token, in NATS_URL.",
      },
    ]);
    expect(await look(`stranger:${canaries.nats}`)).toEqual([
      {
        check: "nats",
        state: "failed",
        says: expect.stringContaining("does not let us publish and subscribe"),
        todo: "Let the user of NATS_URL publish and subscribe to plumbline.bus.*.",
      },
    ]);
    expect(await look(`plumbline:${canaries.nats}`, await freePort())).toEqual([
      {
        check: "nats",
        state: "failed",
        says: "cannot be used: connection refused",
        todo: expect.stringContaining("Check hosts and ports in NATS_URL"),
      },
    ]);
  },
  60_000,
);

describe.runIf(hasPostgres)("with real services", () => {
  let environment: Record<string, string>;
  let poor: string;
  let port: number;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-doctor-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    cleanups.push(postgres.close, redis.close);
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`create role poor login password '${canaries.database}'`);
    await admin.query("create database empty");
    await admin.end();
    poor = `postgres://poor:${canaries.database}@127.0.0.1:${postgres.port}/empty`;
    const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
    cleanups.push(mailbox.close);
    const keys = { secretKey: "sk_test_doctor", publishableKey: "pk_test_doctor", clientId: "ca_doctor" };
    const stripe = await startStripeSandbox({
      ...keys,
      port: 0,
      file: ":memory:",
      webhook: { url: "http://127.0.0.1:9/", secret: canaries.webhook, connectSecret: canaries.connect },
    });
    cleanups.push(stripe.close);
    const content = await serve((_request, answer) =>
      answer.writeHead(200, { "content-type": "application/json" }).end("[]"),
    );
    port = await freePort();
    environment = {
      PORT: String(port),
      PUBLIC_URL: await proxyBefore(port, true),
      TRUST_PROXY: "1",
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://post:${canaries.mail}@127.0.0.1:${mailbox.port}`,
      STRIPE_API_BASE: stripe.url,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_CLIENT_ID: keys.clientId,
      STRIPE_WEBHOOK_SECRET: canaries.webhook,
      STRIPE_CONNECT_WEBHOOK_SECRET: canaries.connect,
      CONTENT_URL: content.url,
    };
    const settings = readSettings({ ...environment, NODE_ENV: "test", LOG_LEVEL: "silent", DEMO: "false" });
    const plumbline = await startPlumbline({ settings, database: await openPostgres(postgres.url), ephemeral: true });
    cleanups.push(plumbline.close);
  });

  test("B-12 with working services every check is ok, the exit code is 0 and the text output is readable", async () => {
    const report = await doctor(environment);
    expect(failures(report)).toEqual([]);
    expect(report.code).toBe(0);
    for (const says of [
      /^PostgreSQL 1\d/,
      /has the grants/,
      /all migrations have run/,
      /^Redis .* lets us publish/,
      /takes our user name and password; nothing was sent/,
      /STRIPE_SECRET_KEY is taken/,
      /STRIPE_PUBLISHABLE_KEY is taken/,
      /both webhook secrets are set/,
      /answers as WordPress does/,
      /leads to Plumbline$/,
      /visitors are told apart: this request came from 127\.0\.0\.1/,
      /live updates get through/,
      /takes files; [\d.]+ GB are free/,
      /the database's clock agrees/,
    ])
      expect(report.findings.find((finding) => says.test(finding.says))).toMatchObject({ state: "ok" });
    expect(report.text).not.toContain("canary");
    const people = await doctor(environment, false);
    expect(people.text).toMatch(/^ {2}ok {7}database: PostgreSQL/m);
    expect(people.text).toMatch(/0 failed, \d+ to look at, \d+ well\./);
  });

  test("B-12 with broken services each one is reported with what to do, without secrets", async () => {
    const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
    mailbox.misbehave({ refuseSignIn: true });
    cleanups.push(mailbox.close);
    const stranger = await serve((_request, answer) => answer.writeHead(200).end("<h1>Welcome to nginx</h1>"));
    const report = await doctor({
      ...environment,
      PUBLIC_URL: stranger.url,
      CONTENT_URL: stranger.url,
      DATABASE_URL: poor,
      REDIS_URL: `redis://:${canaries.redis}@127.0.0.1:${await freePort()}`,
      SMTP_URL: `smtp://post:${canaries.mail}@127.0.0.1:${mailbox.port}`,
      STRIPE_SECRET_KEY: canaries.key,
      STRIPE_PUBLISHABLE_KEY: "pk_live_doctor",
      DATA_DIR: "/dev/null/data",
    });
    expect(report.code).toBe(1);
    const wrong = failures(report);
    expect([...new Set(wrong.map(({ check }) => check))].sort()).toEqual(
      ["cards", "content", "data directory", "database", "mail", "public address", "redis"].sort(),
    );
    for (const finding of wrong) expect(finding.todo).toBeTruthy();
    expect(findingsOf(report, "database").find(({ state }) => state === "failed")?.todo).toBe(
      'As the owner of empty: grant usage, create on schema public to "poor";',
    );
    expect(findingsOf(report, "mail")[0]?.todo).toContain("Check the user name and the password in SMTP_URL");
    expect(findingsOf(report, "cards").map(({ says }) => says)).toContain(
      "the secret key is for test mode, the publishable one for live",
    );
    for (const canary of Object.values(canaries)) expect(report.text).not.toContain(canary);
    expect(report.text).not.toContain(decodeURIComponent(canaries.mail));
  });

  test.runIf(atNight)(
    "decision 57 a TRUST_PROXY that does not match the proxies is reported both ways, and so is a proxy without upgrades",
    async () => {
      const direct = await doctor({ ...environment, PUBLIC_URL: `http://127.0.0.1:${port}` });
      expect(failures(direct).map(({ says }) => says)).toEqual([
        "the address that a visitor writes into X-Forwarded-For is believed",
      ]);
      const outer = await proxyBefore(Number(new URL(environment["PUBLIC_URL"] ?? "").port), false, "127.0.0.2");
      const tooFew = await doctor({ ...environment, PUBLIC_URL: outer });
      expect(failures(tooFew)).toMatchObject([
        {
          says: "another proxy stands before the one that is known, and all its visitors count as one",
          todo: expect.stringMatching(/one of them is 127\.0\.0\.2\.$/),
        },
        { says: expect.stringMatching(/^\/cable/) },
      ]);
      const { startPlumbline: start } = await import("../start.ts");
      // None is trusted, or another one than ours.
      for (const TRUST_PROXY of ["false", "192.0.2.0/24"]) {
        const without = { ...environment, PORT: String(await freePort()), TRUST_PROXY };
        const url = await proxyBefore(Number(without.PORT), false);
        const settings = readSettings({
          ...without,
          PUBLIC_URL: url,
          NODE_ENV: "test",
          LOG_LEVEL: "silent",
          DEMO: "false",
        });
        const another = await start({ settings, ephemeral: true });
        try {
          const report = await doctor({ ...without, PUBLIC_URL: url });
          expect(failures(report).map(({ says }) => says)).toEqual([
            "a proxy stands before us, and all visitors count as one",
            expect.stringMatching(/^\/cable (answers|cannot be reached)/),
          ]);
        } finally {
          await another.close();
        }
      }
    },
  );
});
