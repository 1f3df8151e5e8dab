import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import { describe, expect, test } from "vitest";
import { openPostgres } from "../database/database.ts";
import { verifyAudit } from "../features/audit/verifying.ts";
import { reconcileMoney } from "../features/reconciliation/actions.ts";
import { lastReconciliation } from "../features/reconciliation/store.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { openReader, type Reader, startBalancer, violationsOf } from "../testing/live-readers.ts";
import { type Process, processes } from "../testing/process.ts";
import { movableClocks } from "../testing/process-clock.ts";
import { randomFrom } from "../testing/random.ts";
import { startS3 } from "../testing/s3.ts";
import { hasPostgres, startPostgres, startRedis, until } from "../testing/servers.ts";
import { fullSize } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { faultsOf } from "./chaos-faults.ts";
import {
  emptyRecord,
  invoiceAndPay,
  lostFiles,
  makePair,
  openPace,
  type Pair,
  propose,
  sendFiles,
  writeMessages,
} from "./chaos-writers.ts";

// Three processes with a PostgreSQL, a Redis, an S3, a mail server and a card provider of the test's own, each behind a
// network that fails. Everything is killed, stopped, cut and slowed, and clocks are moved, while fifty writers write and
// two thousand sockets listen: CHAOS_MINUTES=60 CHAOS_TABS=100 CHAOS_PAUSE=4000 npm run failures -- R8

const minutes = Number(process.env["CHAOS_MINUTES"] ?? 0);
const pairs = Number(process.env["CHAOS_PAIRS"] ?? 10);
/** Sockets of each of a pair's two members. */
const tabs = Number(process.env["CHAOS_TABS"] ?? 5);
/**
 * The pause between two messages of a writer, in milliseconds; others pause a multiple of it. Two thousand sockets receive
 * what ten conversations write, so many messages a second keep one core busy and few do not.
 */
const pauseMs = Number(process.env["CHAOS_PAUSE"] ?? 100);
const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 100_000);
/** The pause between two faults, in milliseconds: long enough to see that everything has recovered. */
const calm = 4000;
/** After a fault every kind of write is acknowledged again within this time, in milliseconds. */
const recoveryLimit = 15_000;
/** After the end every event and e-mail is delivered within this time: a retry may be ten minutes away. */
const settledWithin = 12 * 60_000;

const moment = (ms: number) => new Promise((later) => setTimeout(later, ms));
const lastWords = (process: Process) => `${process.output()}${process.errors()}`.slice(-2000);
const through = (url: string, { port }: { port: number }) => Object.assign(new URL(url), { port: String(port) }).href;
const trimmed = (url: string) => url.replace(/\/$/, "");

const needsServers = fullSize && minutes > 0 && hasPostgres && process.env["TEST_REDIS_URL"] !== undefined;

describe.runIf(needsServers)("chaos", () => {
  const { makeFolder, start, after } = processes();

  /** What the three processes share, and the networks between them and it. */
  async function startServices() {
    const postgres = await startPostgres();
    after(postgres.close);
    const redis = await startRedis();
    after(redis.close);
    const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
    after(mailbox.close);
    const keys = { secretKey: "sk_test_chaos", publishableKey: "pk_test_chaos", clientId: "ca_chaos" };
    const stripe = await startStripeSandbox({
      ...keys,
      host: "127.0.0.1",
      port: 0,
      file: ":memory:",
      webhook: { url: "http://127.0.0.1:9/", secret: "whsec_chaos", connectSecret: "whsec_chaos_connect" },
    });
    after(stripe.close);
    const s3 = await startS3();
    after(s3.close);
    const [database, bus, mail, provider] = await Promise.all(
      [postgres, redis, mailbox, stripe].map(async ({ port }) => {
        const network = await startTcpProxy({ host: "127.0.0.1", port });
        after(network.close);
        return network;
      }),
    );
    if (!database || !bus || !mail || !provider) throw new Error("four networks were started");
    const settings = {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_CLIENT_ID: keys.clientId,
      STRIPE_WEBHOOK_SECRET: "whsec_chaos",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_chaos_connect",
      ...s3.environment,
    };
    return {
      postgres,
      stripe,
      servers: { postgres, redis, s3: s3.server },
      networks: { database, bus, files: s3.line, mail, provider },
      direct: { ...settings, DATABASE_URL: postgres.url, STRIPE_API_BASE: trimmed(stripe.url) },
      throughNetworks: {
        ...settings,
        DATABASE_URL: through(postgres.url, database),
        REDIS_URL: through(redis.url, bus),
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        STRIPE_API_BASE: trimmed(through(stripe.url, provider)),
      },
    };
  }
  type Services = Awaited<ReturnType<typeof startServices>>;

  /** Plumbline in this process, on the services themselves: for what is made before the run and looked at after it. */
  async function startHere({ direct }: Services, folder: string) {
    const environment = { NODE_ENV: "test", PORT: "0", LOG_LEVEL: "error", DEMO: "false", DATA_DIR: folder };
    return startPlumbline({ settings: readSettings({ ...environment, ...direct }) });
  }

  const readersOf = (url: string, { customer, advisor }: Pair, conversationId: number): Reader[] =>
    Array.from({ length: tabs * 2 }, (_, tab) => {
      const [reader, other] = tab % 2 === 0 ? [customer, advisor] : [advisor, customer];
      const channel = tab % 4 < 2 ? "MessagesChannel" : "ConversationsChannel";
      return openReader({ url, token: reader.token, receiverId: other.id, conversationId, channel });
    });

  test(
    "R1 R2 R4 R8 through an hour of faults nothing acknowledged is lost, doubled, out of order or charged twice, and every fault is over within 15 s",
    async () => {
      const services = await startServices();
      const folder = await makeFolder();
      const before = await startHere(services, folder);
      services.stripe.deliverTo(`${before.url}/webhooks/stripe`);
      const working: Pair[] = [];
      while (working.length < pairs) working.push(await makePair(before));
      const conversations = await conversationsOf(services, working);
      await before.close();

      const balancer = await startBalancer();
      after(async () => balancer.close());
      services.stripe.deliverTo(`${balancer.url}/webhooks/stripe`);
      const clocks = movableClocks(folder);
      const join = async () => {
        const running = await start(folder, { ...clocks.environment, ...services.throughNetworks, LOG_LEVEL: "error" });
        if (!running.url) throw new Error(`a process did not start: ${running.errors() || running.output()}`);
        balancer.add(running.url);
        return running;
      };
      const running = [await join(), await join(), await join()];
      const readers = working.map((pair, at) => readersOf(balancer.url, pair, conversations[at] as number));
      after(async () => {
        for (const reader of readers.flat()) reader.close();
      });
      await until(
        "everybody listens",
        () => readers.flat().every(({ lives }) => lives.at(-1)?.history != null),
        60_000,
      );

      const record = emptyRecord();
      let stopped = false;
      const ended = () => stopped;
      const { pause, hurry } = openPace();
      const every = (times: number) => ({ record, ended, pause: () => pause(times * pauseMs) });
      const writing = working.flatMap((pair) => [
        writeMessages(balancer.url, pair, "customer", every(1)),
        writeMessages(balancer.url, pair, "advisor", every(1)),
        propose(balancer.url, pair, every(5)),
        invoiceAndPay(balancer.url, pair, every(10)),
        sendFiles(balancer.url, pair, every(5)),
      ]);

      const faults = [...faultsOf({ ...services, running, clocks, join, leave: balancer.remove })];
      const random = randomFrom(seed);
      const begun = performance.now();
      const say = (line: string) => process.stdout.write(`      ${line}\n`);
      say(`seed ${seed}: ${minutes} minutes, ${writing.length} writers, ${readers.flat().length} sockets`);
      const recoveries = new Map<string, number[]>(faults.map(([name]) => [name, []]));
      for (let count = 0; performance.now() - begun < minutes * 60_000; count += 1) {
        const [name, cause] = faults[
          count < faults.length ? count : Math.floor(random() * faults.length)
        ] as (typeof faults)[number];
        // So that there is something under way of every kind when it begins.
        hurry();
        await cause();
        const healed = performance.now();
        hurry();
        const { last } = record;
        const took = await until(
          `messages, proposals, payments and files are acknowledged after: ${name}`,
          () => Math.min(...Object.values(last)) > healed,
          60_000,
        ).catch((error: Error) => {
          throw new Error(`${error.message}. The processes said: ${running.map(lastWords).join("\n\n")}`);
        });
        recoveries.get(name)?.push(took);
        say(
          `${Math.round((healed - begun) / 1000)} s: ${name}; all kinds of writes again after ${Math.round(took)} ms`,
        );
        await moment(calm);
      }
      stopped = true;
      hurry();
      await Promise.all(writing);

      say("fault: how often, median and longest time in ms until all kinds of writes were acknowledged again");
      for (const [name, times] of recoveries) {
        if (times.length === 0) continue;
        const sorted = times.map(Math.round).sort((one, other) => one - other);
        say(`| ${name} | ${sorted.length} | ${sorted[sorted.length >> 1]} | ${sorted.at(-1)} |`);
      }

      const afterwards = await startHere(services, folder);
      const { db } = afterwards.context;
      const count = async (query: string) => Number((await db.execute<{ n: number }>(query)).rows[0]?.n);
      const unsettled = async () =>
        (await count("select count(*) as n from events where delivered_at is null and failed_at is null")) +
        (await count("select count(*) as n from mails where sent_at is null and failed_at is null"));
      const settled = await until(
        "every event and e-mail is delivered",
        async () => (await unsettled()) === 0,
        settledWithin,
      );
      say(`every event and e-mail was delivered ${Math.round(settled / 1000)} s after the end`);
      const acknowledged = [...record.messages.values()].reduce((sum, { length }) => sum + length, 0);
      say(
        `acknowledged: ${acknowledged} messages, ${record.proposals.length} proposals, ${record.invoicesPaid.length} payments, ${record.files.length} files; ${record.sentAgain} calls were sent again`,
      );
      expect(record.refused).toEqual([]);
      expect(Math.max(...[...recoveries.values()].flat())).toBeLessThan(recoveryLimit);
      await expectMessages(services, working, conversations, record.messages, readers);
      const names = (await db.execute<{ name: string }>("select name from engagements where name like 'Proposal %'"))
        .rows;
      expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
      expect(record.proposals.filter((name) => !names.some((row) => row.name === name))).toEqual([]);

      // Whose clock was moved wrote too: the order is that of the ids, and of no process's clock.
      const steps =
        "select created_at - lag(created_at) over (partition by conversation_id order by id) as step from messages";
      expect(
        await count(`select count(*) as n from (${steps}) steps where step < interval '-5 minutes'`),
      ).toBeGreaterThan(0);
      expect(await lostFiles(trimmed(afterwards.url), record.files)).toEqual([]);
      expect(
        await count("select count(*) - count(distinct (owner_id, name)) as n from files where name like 'file %'"),
      ).toBe(0);
      const carrying = await rowsOf<{ body: string; files: number }>(
        services,
        "select body, cardinality(attachment_ids) as files from messages where body like 'With file %'",
      );
      expect(new Set(carrying.map(({ body }) => body)).size).toBe(carrying.length);
      expect(carrying.filter(({ files }) => files !== 1)).toEqual([]);
      expect(record.fileMessages.filter((text) => !carrying.some(({ body }) => body === text))).toEqual([]);

      const books = (await (await fetch(`${trimmed(services.stripe.url)}/sandbox/ledger`)).json()) as {
        charges: { status: string; refunded: number; metadata: { invoice_id?: string } }[];
      };
      const charged = books.charges
        .filter(({ status, refunded, metadata }) => status === "succeeded" && refunded === 0 && metadata.invoice_id)
        .map(({ metadata }) => Number(metadata.invoice_id));
      expect(charged.filter((id, at) => charged.indexOf(id) !== at)).toEqual([]);
      expect(record.invoicesPaid.filter((id) => !charged.includes(id))).toEqual([]);
      await reconcileMoney(afterwards.context, null, 1);
      expect((await lastReconciliation(db))?.differences).toEqual([]);
      expect((await verifyAudit(db)).findings).toEqual([]);
      expect(await count("select count(*) as n from events where failed_at is not null")).toBe(0);
      await afterwards.close();
    },
    (minutes + 25) * 60_000,
  );

  async function rowsOf<Row extends object>(services: Services, query: string): Promise<Row[]> {
    const database = await openPostgres(services.postgres.url);
    try {
      return (await database.db.execute(query)).rows as Row[];
    } finally {
      await database.close();
    }
  }

  async function conversationsOf(services: Services, working: readonly Pair[]): Promise<number[]> {
    const rows = await rowsOf<{ id: number; customer_id: number }>(
      services,
      "select id, customer_id from conversations",
    );
    return working.map(({ customer }) => rows.find((row) => row.customer_id === customer.id)?.id as number);
  }

  /** Each acknowledged message is stored once, in its writer's order, and every reader has seen the conversation so. */
  async function expectMessages(
    services: Services,
    working: readonly Pair[],
    conversations: readonly number[],
    acknowledged: ReadonlyMap<string, readonly string[]>,
    readers: readonly (readonly Reader[])[],
  ) {
    const rows = await rowsOf<{ id: number; conversation_id: number; sender_id: number; body: string }>(
      services,
      "select id, conversation_id, sender_id, body from messages order by id",
    );
    for (const [at, pair] of working.entries()) {
      const conversation = rows.filter((row) => row.conversation_id === conversations[at]);
      for (const { id, token } of [pair.customer, pair.advisor]) {
        const stored = conversation
          .filter(({ sender_id, body }) => sender_id === id && /^(customer|advisor) \d+ \d+$/.test(body ?? ""))
          .map(({ body }) => body);
        expect(new Set(stored).size).toBe(stored.length);
        const known = new Set(acknowledged.get(token));
        expect(stored.filter((body) => known.has(body))).toEqual(acknowledged.get(token));
      }
      const ids = conversation.map(({ id }) => Number(id));
      const everybody = readers[at] ?? [];
      await until(
        "everybody knows everything",
        () => everybody.every(({ known }) => ids.every((id) => known.has(id))),
        30_000,
      );
      for (const reader of everybody) expect(violationsOf(reader, ids)).toEqual([]);
    }
  }
});
